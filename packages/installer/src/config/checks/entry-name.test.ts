import { expect, it } from 'vitest';
import { checkWith } from '../testing.ts';

it.each<[object, string | undefined, string | undefined]>([
  [{ packages: ['git', 'gtk+', 'lib32-gcc-libs', 'r8168-dkms', '0ad'] }, undefined, undefined],
  [{ services: ['sshd', 'getty@tty1.service', 'fstrim.timer', 'cockpit.socket'] }, undefined, undefined],
  [{ packages: ['git vim'] }, '"git vim" is not a valid package name', 'write "git", "vim"'],
  [{ services: ['docker, sshd'] }, '"docker, sshd" is not a valid service name', 'write "docker", "sshd"'],
  [
    { packages: ['--needed'] },
    '"--needed" is an option, not a package',
    'remove it: package manager options cannot be set here',
  ],
  [{ packages: ['git;reboot'] }, '"git;reboot" is not a valid package name', undefined],
  [{ services: ['../x'] }, '"../x" is not a valid service name', undefined],
  [
    { profile: { main: 'custom', custom: [{ packages: 'git --needed' }] } },
    '"--needed" is an option, not a package',
    'remove it: package manager options cannot be set here',
  ],
])('a check decides whether the names of packages and services are valid: %j', (change, message, hint) => {
  const { findings } = checkWith(change);
  expect(findings.map((found) => [found.rule, found.message, found.hint])).toEqual(
    message === undefined ? [] : [['entry-name', message, hint]],
  );
});
