import { describe, expect, it } from 'vitest';
import { sampleFacts } from '../plan/testing.ts';
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

describe('x-writ', () => {
  it('contains accounts, features and swap', () => {
    const { settings, findings } = extension({
      accounts: {
        ada: {
          'full-name': 'Ada Lovelace',
          groups: ['video', 'video', 'audio'],
          shell: '/bin/sh',
          'home-mode': '0750',
          'authorized-keys': ['ssh-ed25519 AAAA ada@laptop'],
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
          authorizedKeys: ['ssh-ed25519 AAAA ada@laptop'],
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
  ])('is rejected with %s', (_title, value, found, hint) => {
    const result = extension(value);
    expect(rulesAndPointers(result)).toContain(found);
    expect(result.findings[0]).toMatchObject({ severity: 'error' });
    expect(result.settings).toBeUndefined();
    expect(JSON.stringify(result.findings)).toContain(JSON.stringify(hint).slice(1, -1));
  });

  it('is suggested for a similar top-level key, and for x-disk, which earlier versions reserved', () => {
    const result = checkWith({ 'x-writt': {}, 'x-disk': {}, 'x-note': {} });
    expect(rulesAndPointers(result)).toEqual(['unknown-extension /x-writt', 'unknown-extension /x-disk']);
    expect(result.findings.map(({ hint }) => hint)).toEqual(Array(2).fill('did you mean "x-writ"?'));
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
