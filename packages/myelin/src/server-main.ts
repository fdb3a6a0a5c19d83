import { answerFirst } from '@myelin/rpc-server/entry';
import { loadServer } from './load-server.ts';
import { asksForHelp } from './read-options.ts';

const argv = process.argv.slice(2);
if (asksForHelp(argv)) void import('./command-line.ts').then(({ help }) => process.stdout.write(help));
else void answerFirst({ argv, load: () => loadServer(import.meta.dirname) });
