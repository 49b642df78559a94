import { MIB, findVolume } from '../layout.ts';
import type { Operation } from '../operation.ts';
import type { Layout } from '../plan.ts';
import { defineOperation, hostCommand } from './define-operation.ts';
import { makeSwapFile } from './file-systems.ts';

/** Returns the operation that creates the swap file of the root file system; an empty list if there is none. */
export function createSwapFile(layout: Layout): Operation[] {
  const { kind, swapFile } = findVolume(layout, '/')?.content ?? {};
  if (kind === undefined || swapFile === undefined) return [];
  const path = `{tree}${swapFile.path}`;
  return [
    defineOperation({
      id: 'swap-file',
      title: `Create a swap file of ${swapFile.size / MIB} MiB`,
      stage: 'system',
      weight: 5,
      limit: 600,
      commands: [makeSwapFile(kind, swapFile, path)],
      verify: [{ kind: 'command', command: hostCommand('swaplabel', path) }],
    }),
  ];
}
