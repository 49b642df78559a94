/** Started by shared-import.ts with the register hook: imports a module for each message, and marks the end of its output. */
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import type { SharedRequest } from '../../../scripts/processes/shared-process.ts';

/** A module to import in its folder. */
export interface ImportRequest extends SharedRequest {
  readonly file: string;
}

process.on('message', async ({ file, mark }: ImportRequest) => {
  process.chdir(dirname(file));
  let status = 0;
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    status = 1;
    process.stderr.write(`${inspect(error)}\n`);
  }
  for (const stream of [process.stdout, process.stderr]) stream.write(mark);
  process.chdir('/');
  process.send!(status);
});
process.once('disconnect', () => process.exit());
