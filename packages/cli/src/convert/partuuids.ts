import { printable } from '@writ/diagnostics';
import { isPartuuid, type UnnamedPartition } from '@writ/convert';
import { UsageError } from '../command-line/usage-error.ts';

/** The PARTUUIDs of partitions to keep, by the keys of the partitions. */
export type PartuuidsByKey = Readonly<Record<string, string>>;

/**
 * Parses the values of `--partuuid`.
 *
 * @throws UsageError
 */
export function parsePartuuids(values: readonly string[]): PartuuidsByKey {
  const parsed = values.map((value) => {
    const [, key, uuid = ''] = /^(.+)=([^=]*)$/s.exec(value) ?? [];
    if (key === undefined || !isPartuuid(uuid))
      throw new UsageError(
        `invalid --partuuid ${JSON.stringify(value)}: pass KEY=PARTUUID, as printed by lsblk -o NAME,PARTUUID`,
      );
    return [key, uuid.toLowerCase()] as const;
  });
  const repeated = parsed.find(([key], index) => parsed.findIndex(([other]) => other === key) < index);
  if (repeated !== undefined) throw new UsageError(`invalid --partuuid: ${repeated[0]} is repeated`);
  const shared = parsed.find(([, uuid], index) => parsed.findIndex(([, other]) => other === uuid) < index);
  if (shared !== undefined)
    throw new UsageError(`invalid --partuuid: two partitions cannot have the PARTUUID ${shared[1]}`);
  return Object.fromEntries(parsed);
}

/**
 * Asks at the terminal for the PARTUUIDs of partitions to keep.
 *
 * @throws Interrupted if the user cancels the command
 */
export async function askPartuuids(unnamed: readonly UnnamedPartition[]): Promise<PartuuidsByKey> {
  const [{ StepBack }, { TerminalPrompter }] = await Promise.all([
    import('@writ/prompts'),
    import('@writ/prompts/terminal'),
  ]);
  const prompter = new TerminalPrompter();
  prompter.explain(
    'The UUID of the partition in the partition table, as printed by lsblk -o NAME,PARTUUID. Writ keeps a partition only if it has this UUID.',
  );
  const answers: string[] = [];
  for (let index = 0; index < unnamed.length;) {
    const { key, description } = unnamed[index]!;
    try {
      answers[index] = await prompter.text(printable(`PARTUUID of ${description} (${key})`), {
        initial: answers[index],
        validate: (text) =>
          isPartuuid(text) ? undefined : 'type a UUID such as 0fc63daf-8483-4772-8e79-3d69d8477de4',
      });
      index += 1;
    } catch (error) {
      if (!(error instanceof StepBack)) throw error;
      index = Math.max(0, index - 1);
    }
  }
  return Object.fromEntries(unnamed.map(({ key }, index) => [key, answers[index]!.toLowerCase()]));
}
