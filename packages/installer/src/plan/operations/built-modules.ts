import type { Operation } from '../operation.ts';
import { hostCommand, defineOperation } from './define-operation.ts';

/**
 * Modules are built by a hook of the package transaction. A failing hook does not change its exit status, and the new
 * system would boot without graphics.
 */
export function verifyBuiltModules(driver: string): Operation {
  return defineOperation({
    id: 'built-modules',
    title: `Verify that the driver ${driver} was built for every kernel`,
    stage: 'system',
    verify: [
      {
        kind: 'command',
        // `pkgbase` is next to the modules of each kernel. A kernel without built modules makes find exit with 1.
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
