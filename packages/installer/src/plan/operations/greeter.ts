import type { Greeter } from '../../data/greeters.ts';
import type { Operation } from '../operation.ts';
import { file, link, writes } from './file.ts';

/** The login screen is a service among others; what is left is that the machine starts to it. */
export function loginScreen({ service, file: own }: Greeter): Operation {
  return writes(
    { id: 'login-screen', title: `Start to the login screen ${service}`, stage: 'profile' },
    link('/etc/systemd/system/default.target', '/usr/lib/systemd/system/graphical.target'),
    ...(own === undefined ? [] : [file(own.path, own.content)]),
  );
}
