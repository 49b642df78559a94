import { expect, it } from 'vitest';
import { checkWith } from '../testing.ts';

it.each<[object, string | undefined, string | undefined]>([
  [{ packages: ['git', 'gtk+', 'lib32-gcc-libs', 'r8168-dkms', '0ad'] }, undefined, undefined],
  [{ services: ['sshd', 'getty@tty1.service', 'fstrim.timer', 'cockpit.socket'] }, undefined, undefined],
  [{ packages: ['git vim'] }, '"git vim" is no name of a package', 'write "git", "vim"'],
  [{ services: ['docker, sshd'] }, '"docker, sshd" is no name of a service', 'write "docker", "sshd"'],
  [
    { packages: ['--needed'] },
    '"--needed" is an option, and no package',
    'remove it: how packages are installed is not for the configuration to say',
  ],
  [{ packages: ['git;reboot'] }, '"git;reboot" is no name of a package', undefined],
  [{ services: ['../x'] }, '"../x" is no name of a service', undefined],
  [
    { profile: { main: 'custom', custom: [{ packages: 'git --needed' }] } },
    '"--needed" is an option, and no package',
    'remove it: how packages are installed is not for the configuration to say',
  ],
])('%j', (change, message, hint) => {
  const { findings } = checkWith(change);
  expect(findings.map((found) => [found.rule, found.message, found.hint])).toEqual(
    message === undefined ? [] : [['entry-name', message, hint]],
  );
});
