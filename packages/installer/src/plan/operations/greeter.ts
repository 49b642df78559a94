import type { Greeter } from '../../data/greeters.ts';
import type { Operation } from '../operation.ts';
import { treeFile, treeLink, writeFiles } from './tree-files.ts';

/** The login screen is a service among others; what is left is that the machine starts to it. */
export function startLoginScreen({ service, file: own }: Greeter): Operation {
  return writeFiles(
    { id: 'login-screen', title: `Start to the login screen ${service}`, stage: 'profile' },
    treeLink('/etc/systemd/system/default.target', '/usr/lib/systemd/system/graphical.target'),
    ...(own === undefined ? [] : [treeFile(own.path, own.content)]),
  );
}
