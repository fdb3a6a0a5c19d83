import { answerFirst } from '@myelin/rpc-server/entry';
import { loadServer } from './load-server.ts';

void answerFirst({ argv: process.argv.slice(2), load: () => loadServer(import.meta.dirname) });
