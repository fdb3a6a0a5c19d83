export { isSecretVariable } from '@myelin/core';
export { type ProcessEnd, type ProcessSpec, runProcess } from './run-process.ts';
