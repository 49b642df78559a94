import { describe, expect, it } from 'vitest';
import { sampleFacts } from '../plan/testing.ts';
import { renderPlan } from '../plan/render-plan.ts';
import { collectSecrets } from '../plan/secrets.ts';
import { createPlan } from '../plan/create-plan.ts';
import { checkWith, rulesAndPointers } from './testing.ts';

const users = [{ username: 'ada', '!password': 'a password' }, { username: 'grace' }];
const extension = (value: object, more: object = {}): ReturnType<typeof checkWith> =>
  checkWith({ '!users': users, 'x-writ': value, ...more });

function digestOf(change: object): string {
  const { settings, findings } = checkWith({ '!users': users, ...change });
  if (settings === undefined) throw new Error(JSON.stringify(findings));
  return createPlan(settings, sampleFacts, {}).digest;
}

const own = {
  name: 'own',
  servers: ['https://own.example/$arch'],
  fingerprint: '0123456789ABCDEF0123456789ABCDEF01234567',
};

describe('x-writ', () => {
  it('contains accounts, features and swap', () => {
    const { settings, findings } = extension({
      accounts: {
        ada: {
          'full-name': 'Ada Lovelace',
          groups: ['video', 'video', 'audio'],
          shell: '/bin/sh',
          'home-mode': '0750',
          'authorized-keys': [
            'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJYqd0Ibbh3dJt0DvD9XqUA1JYfKMXDVBLfv5tIYBgSh ada@laptop',
          ],
        },
      },
      features: { bluetooth: true, printing: false, power: 'tuned', firewall: 'none' },
      swap: { kind: 'zram', size: '2GiB' },
    });
    expect(findings).toEqual([]);
    expect(settings?.users).toMatchObject([
      {
        name: 'ada',
        extension: {
          fullName: 'Ada Lovelace',
          groups: ['video', 'audio'],
          shell: '/bin/sh',
          homeMode: '0750',
          authorizedKeys: [
            'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJYqd0Ibbh3dJt0DvD9XqUA1JYfKMXDVBLfv5tIYBgSh ada@laptop',
          ],
        },
      },
      { name: 'grace' },
    ]);
    expect(settings?.features).toEqual({ bluetooth: true, power: 'tuned' });
    expect(settings?.swap).toEqual({ kind: 'zram', size: 2048 });
  });

  it.each([
    ['is empty', {}],
    [
      'contains only defaults',
      {
        accounts: { ada: { groups: [], shell: '/bin/bash', 'home-mode': '0700', 'full-name': '' } },
        features: { bluetooth: false, power: 'none', firewall: 'none' },
        swap: { kind: 'none' },
        disk: { 'file-system': 'ext4' },
        repositories: [],
        desktops: [],
        aur: { packages: [] },
      },
    ],
  ])('leaves the plan unchanged if it %s', (_title, value) => {
    expect(digestOf({ 'x-writ': value })).toBe(digestOf({}));
  });

  it.each<[string, object, string, string]>([
    ['an unknown key', { sawp: { kind: 'zram' } }, 'unknown-extension /x-writ/sawp', 'did you mean "swap"?'],
    ['a note', { 'x-note': 1 }, 'unknown-extension /x-writ/x-note', ''],
    [
      'an unknown key of an account',
      { accounts: { ada: { group: [] } } },
      'unknown-extension /x-writ/accounts/ada/group',
      'did you mean "groups"?',
    ],
    [
      'an account that is not in !users',
      { accounts: { adda: {} } },
      'unknown-account /x-writ/accounts/adda',
      'a user in !users has a similar name',
    ],
    ['a size without a unit', { swap: { kind: 'zram', size: '512' } }, 'wrong-format /x-writ/swap/size', ''],
    [
      'an SSH key of several lines',
      { accounts: { ada: { 'authorized-keys': ['a\nb'] } } },
      'wrong-format /x-writ/accounts/ada/authorized-keys/0',
      '',
    ],
    ['an unknown kind of swap space', { swap: { kind: 'zswap' } }, 'not-allowed /x-writ/swap/kind', '"zram"'],
    ['swap space without its kind', { swap: { size: '1GiB' } }, 'missing-key /x-writ/swap', ''],
    [
      'AUR packages',
      { aur: { packages: ['yay'] } },
      'aur-packages /x-writ/aur/packages',
      'add a repository that contains them to x-writ.repositories',
    ],
    [
      'an unknown desktop',
      { desktops: ['niri', 'hyperland'] },
      'not-allowed /x-writ/desktops/1',
      '"hyprland"',
    ],
    [
      'a repository without a fingerprint',
      { repositories: [{ name: 'own', servers: ['https://own.example/$arch'] }] },
      'repository-key /x-writ/repositories/0',
      'the value that the repository publishes',
    ],
    [
      'a fingerprint in groups',
      { repositories: [{ ...own, fingerprint: '0123 4567 89ab cdef 0123  4567 89ab cdef 0123 4567' }] },
      'wrong-format /x-writ/repositories/0/fingerprint',
      'write "0123456789ABCDEF0123456789ABCDEF01234567"',
    ],
    [
      'a key whose address contains a token',
      { repositories: [{ ...own, key: 'https://own.example/key.gpg?token=abcdefgh' }] },
      'repository-key /x-writ/repositories/0/key',
      'file:///root/key.gpg',
    ],
    [
      'a repository of the distribution',
      { repositories: [{ ...own, name: 'multilib' }] },
      'repository-name /x-writ/repositories/0/name',
      'write "additional-repositories": "multilib" instead',
    ],
    [
      'two repositories with the same name',
      { repositories: [own, own] },
      'repository-name /x-writ/repositories/1/name',
      'list all servers',
    ],
    [
      'a misspelt key of a repository',
      { repositories: [{ ...own, signature: 'none' }] },
      'unknown-extension /x-writ/repositories/0/signature',
      'did you mean "signatures"?',
    ],
    [
      'a server without a scheme',
      { repositories: [{ ...own, servers: ['own.example/$arch'] }] },
      'wrong-format /x-writ/repositories/0/servers/0',
      '',
    ],
  ])('is rejected with %s', (_title, value, found, hint) => {
    const result = extension(value);
    expect(rulesAndPointers(result)).toContain(found);
    expect(result.findings[0]).toMatchObject({ severity: 'error' });
    expect(result.settings).toBeUndefined();
    expect(JSON.stringify(result.findings)).toContain(JSON.stringify(hint).slice(1, -1));
  });

  it('contains desktops, without duplicates, with which the settings of graphics have an effect', () => {
    const graphics = { gfx_driver: 'Intel (open-source)', greeter_type: 'gdm' };
    const profile = { main: 'server', details: 'sshd', ...graphics };
    const { settings, findings } = extension({ desktops: ['niri', 'river', 'niri'] }, { profile });
    expect(findings).toMatchObject([{ rule: 'duplicate-entry' }]);
    expect(settings?.desktops).toEqual(['niri', 'river']);
    expect(settings?.profile).toMatchObject({ gfxDriver: 'Intel (open-source)', greeter: 'gdm' });
  });

  it('is suggested for a similar top-level key, and for x-disk, which earlier versions reserved', () => {
    const result = checkWith({ 'x-writt': {}, 'x-disk': {}, 'x-note': {} });
    expect(rulesAndPointers(result)).toEqual(['unknown-extension /x-writt', 'unknown-extension /x-disk']);
    expect(result.findings.map(({ hint }) => hint)).toEqual(Array(2).fill('did you mean "x-writ"?'));
  });

  it('with a repository without signatures is reported, and its key is ignored', () => {
    const result = extension({ repositories: [{ ...own, signatures: 'none' }] });
    expect(rulesAndPointers(result)).toContain('unsigned-repository /x-writ/repositories/0/signatures');
    expect(result.settings?.thirdParty).toEqual([
      { name: 'own', servers: [{ address: 'https://own.example/$arch' }], signatures: 'none' },
    ]);
  });

  it('never shows the login of a repository, in findings or in the plan', () => {
    const secret = 'canary-5d1f';
    const repository = { ...own, servers: [`https://ada:${secret}@own.example/$arch`] };
    const { settings, findings } = extension({ repositories: [repository, { ...repository, nam: 'x' }] });
    expect(settings).toBeUndefined();
    expect(JSON.stringify(findings)).not.toContain(secret);
    const valid = extension({ repositories: [repository] }).settings!;
    const plan = createPlan(valid, sampleFacts, {});
    expect(`${renderPlan(plan)}${renderPlan(plan, 'json')}`).not.toContain(secret);
    expect(plan.requirements.logins).toEqual(['login of https://own.example/$arch']);
    expect(collectSecrets(valid).given.get('login of https://own.example/$arch')?.reveal()).toBe(
      `ada:${secret}`,
    );
    // The digest depends on the presence of a login, but not on its value.
    const digest = (server: string): string =>
      digestOf({ 'x-writ': { repositories: [{ ...own, servers: [server] }] } });
    expect(digest('https://a:b@own.example/$arch')).toBe(plan.digest);
    expect(digest('https://own.example/$arch')).not.toBe(plan.digest);
  });

  it('with ufw is reported if an SSH server is enabled and no command permits its connections', () => {
    const ufw = { features: { firewall: 'ufw' } };
    const reported = (more: object): boolean =>
      rulesAndPointers(extension(ufw, more)).includes('firewall-blocks-ssh /x-writ/features/firewall');
    expect(reported({ services: ['sshd'] })).toBe(true);
    expect(reported({ profile: { main: 'server', details: 'sshd' } })).toBe(true);
    expect(reported({})).toBe(false);
    expect(reported({ services: ['sshd'], 'custom-commands': ['ufw allow ssh'] })).toBe(false);
  });
});
