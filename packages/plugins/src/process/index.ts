export { type ProcessEnd, type ProcessSpec, runProcess } from './run-process.ts';
