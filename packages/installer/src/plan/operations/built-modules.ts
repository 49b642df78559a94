import type { Operation } from '../operation.ts';
import { hostCommand, defineOperation } from './define-operation.ts';

/**
 * Modules are built by a hook of the package transaction, and a hook that fails does not change its status: the
 * new system would start without a screen.
 */
export function verifyBuiltModules(driver: string): Operation {
  return defineOperation({
    id: 'built-modules',
    title: `Verify that the driver ${driver} was built for every kernel`,
    stage: 'system',
    verify: [
      {
        kind: 'command',
        // `pkgbase` lies beside each kernel's modules. A kernel without any built ones makes find end with 1.
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
