import type { Operation } from '../operation.ts';
import { hostCommand, defineOperation } from './define-operation.ts';

/**
 * Verifies that the modules of a graphics driver were built. A hook of the package transaction
 * builds them. A failure of the hook does not change the exit status, but the new system would boot
 * without graphics.
 */
export function verifyBuiltModules(driver: string): Operation {
  return defineOperation({
    id: 'built-modules',
    title: `Verify that the driver ${driver} was built for every kernel`,
    stage: 'system',
    verify: [
      {
        kind: 'command',
        // The modules of each kernel are next to its `pkgbase`. find exits with 1 if a kernel has no built
        // modules.
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
