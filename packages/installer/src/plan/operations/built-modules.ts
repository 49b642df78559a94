import type { Operation } from '../operation.ts';
import { hostCommand, defineOperation } from './define-operation.ts';

/**
 * Returns the operation that verifies that a hook in the package transaction has built the modules of a graphics
 * driver. If the hook fails, the package manager still exits with 0, but the new system would boot without graphics.
 */
export function verifyBuiltModules(driver: string): Operation {
  return defineOperation({
    id: 'built-modules',
    title: `Verify that the driver ${driver} was built for every kernel`,
    stage: 'system',
    verify: [
      {
        kind: 'command',
        // The modules of each kernel are next to its `pkgbase`. For a kernel without built modules, find
        // exits with 1.
        command: hostCommand(
          'find',
          '{tree}/usr/lib/modules',
          '-mindepth',
          '2',
          '-maxdepth',
          '2',
          '-name',
          'pkgbase',
          '-execdir',
          'test',
          '!',
          '-e',
          'updates/dkms',
          ';',
          '-exec',
          'false',
          '{}',
          '+',
        ),
      },
    ],
  });
}
