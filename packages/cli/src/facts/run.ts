import { machineFacts } from '@writ/installer';
import { exitStatus } from '../process/exit-status.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { factsCommand } from './command.ts';
import { renderFacts } from './render-facts.ts';
import { printMessage } from '../process/standard-error.ts';

/**
 * `writ facts`: prints facts about this machine, without secrets. Root is not required; facts that cannot be
 * detected are listed on standard error.
 */
export async function run(argv: readonly string[]): Promise<number> {
  const { format = process.stdout.isTTY ? 'text' : 'json' } = readArguments(factsCommand, argv).values;
  const facts = await machineFacts();
  process.stdout.write(format === 'json' ? `${JSON.stringify(facts, null, 2)}\n` : renderFacts(facts));
  for (const fact of facts.unseen) printMessage(`not detected: ${fact}`, 'writ facts');
  return exitStatus.done;
}
