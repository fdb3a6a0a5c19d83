export { type StoreCheck, storeConformance } from './store-conformance.ts';
