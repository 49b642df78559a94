import { Secret } from '@writ/diagnostics';
import type { Settings } from '../config/settings.ts';
import type { PlanFacts } from './plan.ts';

/** What must never be seen anywhere; each as a person might choose it. */
export const canaries = {
  root: 'canary-root-"pass\\word',
  user: 'canary user % pässword',
  hash: '$6$canarysalt$canaryhashcanaryhash',
} as const;

/** A configuration that uses everything this version plans. */
export function sampleSettings(changes: Partial<Settings> = {}): Settings {
  return {
    hostname: 'sample',
    timezone: 'Europe/Berlin',
    keyboard: 'de-latin1',
    locale: 'de_DE.UTF-8',
    bootloader: 'systemd-bootctl',
    uki: false,
    kernels: ['linux', 'linux-lts'],
    repositories: [],
    mirrors: [
      {
        region: 'Here',
        servers: [{ address: 'http://127.0.0.1:7879/$repo/os/$arch' }],
      },
    ],
    drives: [],
    rootPassword: { kind: 'plain', value: new Secret(canaries.root) },
    users: [
      { name: 'ada', password: { kind: 'plain', value: new Secret(canaries.user) }, sudo: true },
      { name: 'eve', password: { kind: 'hash', value: new Secret(canaries.hash) }, sudo: false },
      { name: 'nobody-in', sudo: false },
    ],
    packages: ['openssh', 'base'],
    services: ['sshd'],
    customCommands: ['echo "installed by {tree}" > /etc/motd'],
    ntp: true,
    network: { type: 'none' },
    ...changes,
  };
}

export const sampleFacts: PlanFacts = {
  target: { kind: 'image', path: '/images/sample.img' },
  losses: [{ target: '/images/sample.img', description: 'Nothing is lost: there is no such file yet.' }],
};
