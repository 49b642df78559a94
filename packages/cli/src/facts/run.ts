import { machineFacts } from '@writ/installer';
import { exitStatus } from '../process/exit-status.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { factsCommand } from './command.ts';

/** `writ facts`: this machine as JSON. Holds no secret and needs no root; what it could not see is said on stderr. */
export async function run(argv: readonly string[]): Promise<number> {
  readArguments(factsCommand, argv);
  const facts = await machineFacts();
  process.stdout.write(`${JSON.stringify(facts, null, 2)}\n`);
  for (const what of facts.unseen) process.stderr.write(`writ facts: not seen: ${what}\n`);
  return exitStatus.done;
}
