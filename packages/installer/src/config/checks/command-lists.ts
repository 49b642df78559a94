import type { InstallerConfig } from '../../schema/types.gen.ts';
import { withPointers } from './check.ts';

type WrittenCommand = NonNullable<InstallerConfig['custom-commands']>[number];

/** Returns the valid commands of all lists with their pointers: custom commands, early commands and error commands. */
export function commandsOf(config: Partial<InstallerConfig>): { item: WrittenCommand; pointer: string }[] {
  const { early, error } = config['x-writ']?.commands ?? {};
  return [
    ...withPointers('/custom-commands', config['custom-commands']),
    ...withPointers('/x-writ/commands/early', early),
    ...withPointers('/x-writ/commands/error', error),
  ];
}
