import { describe, expect, it } from 'vitest';
import type { Settings, User } from '../config/settings.ts';
import { createPlan } from './create-plan.ts';
import type { Plan } from './plan.ts';
import { sampleFacts, sampleSettings } from './testing.ts';

const planOf = (changes: Partial<Settings>): Plan => createPlan(sampleSettings(changes), sampleFacts, {});
const packagesOf = ({ requirements }: Plan): string[] => requirements.packages.map(({ name }) => name);
const unitsOf = ({ requirements }: Plan): string[] => requirements.units.map(({ name }) => name);
const operation = ({ operations }: Plan, id: string): Plan['operations'][number] | undefined =>
  operations.find((one) => one.id === id);

describe('a plan with features', () => {
  it('installs their packages and enables their services', () => {
    const plan = planOf({
      features: { bluetooth: true, printing: true, power: 'tuned', firewall: 'firewalld' },
    });
    expect(packagesOf(plan)).toEqual(expect.arrayContaining(['bluez', 'cups', 'tuned', 'firewalld']));
    const units = ['bluetooth.service', 'cups.service', 'tuned.service', 'firewalld.service'];
    expect(unitsOf(plan)).toEqual(expect.arrayContaining(units));
    for (const unit of units) {
      expect(JSON.stringify(operation(plan, 'services')?.commands)).toContain(unit);
    }
  });

  it('enables ufw in its configuration, because its service alone has no effect', () => {
    const ufw = operation(planOf({ features: { firewall: 'ufw' } }), 'firewall');
    expect(ufw?.verify).toEqual([
      { kind: 'contains', path: '{tree}/etc/ufw/ufw.conf', pattern: '^ENABLED=yes$' },
    ]);
    expect(operation(planOf({ features: { firewall: 'firewalld' } }), 'firewall')).toBeUndefined();
  });

  it.each([
    [undefined, 'zram-size = min(ram / 2, 4096)'],
    [2048, 'zram-size = 2048'],
  ])('configures zram with the size %s', (size, line) => {
    const plan = planOf({ swap: { kind: 'zram', ...(size === undefined ? {} : { size }) } });
    expect(packagesOf(plan)).toContain('zram-generator');
    expect(operation(plan, 'swap')?.files).toMatchObject([{ content: expect.stringContaining(line) }]);
  });
});

describe('groups with the names of users', () => {
  const user = (name: string, groups: readonly string[]): User => ({
    name,
    sudo: false,
    extension: { groups },
  });
  const plan = planOf({ users: [user('ada', ['ada', 'bob', 'video']), user('bob', ['bob', 'ada'])] });
  const argvOf = (id: string): string[] | undefined =>
    operation(plan, id)?.commands.map(({ argv }) => argv.join(' '));

  it('are created with these users only', () => {
    expect(argvOf('user-ada')).toEqual([
      'groupadd -f -r -- video',
      'useradd -m -s /bin/bash -G video -- ada',
    ]);
    expect(argvOf('user-bob')).toEqual(['useradd -m -s /bin/bash -- bob']);
  });

  it('are joined by others after the creation of all users', () => {
    expect(argvOf('groups-ada')).toEqual(['usermod -a -G bob -- ada']);
    expect(argvOf('groups-bob')).toEqual(['usermod -a -G ada -- bob']);
    expect(operation(plan, 'groups-ada')?.after).toEqual(['user-bob']);
    expect(operation(plan, 'groups-ada')?.verify).toContainEqual({
      kind: 'contains',
      path: '{tree}/etc/group',
      pattern: '^bob:.*[:,]ada(,|$)',
    });
  });
});

describe('a plan with settings of an account', () => {
  const user = {
    name: 'ada',
    sudo: false,
    extension: {
      fullName: 'Ada Lovelace',
      groups: ['video', 'writers'],
      shell: '/bin/zsh',
      homeMode: '0750',
      authorizedKeys: ['ssh-ed25519 AAAA ada@laptop', 'ssh-rsa BBBB'],
    },
  };
  const plan = planOf({ users: [user] });

  it('creates the user with groups, shell and full name', () => {
    const argv = operation(plan, 'user-ada')?.commands.map((command) => command.argv.join(' '));
    expect(argv).toEqual([
      'groupadd -f -r -- video',
      'groupadd -f -r -- writers',
      'useradd -m -s /bin/zsh -c Ada Lovelace -G video,writers -- ada',
    ]);
  });

  it('requires a package that contains the shell', () => {
    expect(plan.requirements.files).toContain('usr/bin/zsh');
  });

  it('writes the SSH keys so that only the user can read them, and sets the permissions of the home folder', () => {
    const home = operation(plan, 'home-ada');
    expect(home?.files).toEqual([
      { kind: 'folder', path: '{tree}/home/ada/.ssh', mode: 0o700 },
      {
        kind: 'file',
        path: '{tree}/home/ada/.ssh/authorized_keys',
        mode: 0o600,
        content: 'ssh-ed25519 AAAA ada@laptop\nssh-rsa BBBB\n',
      },
    ]);
    expect(home?.commands.map(({ argv }) => argv.join(' '))).toEqual([
      'chown -R -- ada: /home/ada/.ssh',
      'chmod 0750 -- /home/ada',
    ]);
    expect(home?.after).toContain('user-ada');
  });
});
