import type { Greeter } from '../../data/greeters.ts';
import type { Operation } from '../operation.ts';
import { treeFile, treeLink, writeFiles } from './tree-files.ts';

/**
 * Returns the operation that configures the new system to boot to the login screen. The login screen's service is
 * enabled like any other service.
 */
export function startLoginScreen({ service, file: own }: Greeter): Operation {
  return writeFiles(
    { id: 'login-screen', title: `Start to the login screen ${service}`, stage: 'profile' },
    treeLink('/etc/systemd/system/default.target', '/usr/lib/systemd/system/graphical.target'),
    ...(own === undefined ? [] : [treeFile(own.path, own.content)]),
  );
}
