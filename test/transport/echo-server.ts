import { answerFirst } from '@myelin/rpc-server/entry';

void answerFirst({ argv: process.argv.slice(2), load: () => import('./echo-handler.ts') });
