import { expect, it } from 'vitest';
import type { Choices } from '../../../api/answers.ts';
import { findServiceProblems } from './service-problems.ts';

const profiles = [
  { main: 'server', value: 'sshd', packages: ['openssh'], services: ['sshd'] },
  { main: 'desktop', value: 'gnome', packages: ['gnome-shell'], services: ['gdm'] },
] as unknown as Choices['profiles'];

it('findServiceProblems finds services that have another name in Arch Linux', () => {
  expect(findServiceProblems(['ssh', 'NetworkManager', 'networkmanager'], profiles, undefined)).toEqual([
    { service: 'ssh', instead: 'sshd' },
    { service: 'networkmanager', instead: 'NetworkManager' },
  ]);
});

it('findServiceProblems finds services whose package is not installed, once the packages are known', () => {
  const services = ['sshd.service', 'gdm', 'unheard-of', 'cups'];
  expect(findServiceProblems(services, profiles, ['base', 'cups'])).toEqual([
    { service: 'sshd.service', missing: 'openssh' },
  ]);
  expect(findServiceProblems(services, profiles, ['openssh', 'cups'])).toEqual([]);
  expect(findServiceProblems(services, profiles, undefined)).toEqual([]);
});
