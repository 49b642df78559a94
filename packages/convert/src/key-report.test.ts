import { describe, expect, it } from 'vitest';
import { convertText, fixture } from './testing.ts';

describe('the report by key', () => {
  it('states the effect on each key, in the order of the file, and lists added keys last', () => {
    const text = JSON.stringify({
      bootloader: 'Grub',
      hostname: 'box',
      silent: true,
      custom_commands: ['true'],
      plugin: 'x.py',
      'mirror-region': {},
    });
    expect(convertText(text, '{"!root-password": "canary"}').keys).toEqual([
      {
        file: 'old.json',
        key: 'bootloader',
        outcome: 'changed',
        explanation: '"Grub" becomes bootloader: "grub-install"',
      },
      { file: 'old.json', key: 'hostname', outcome: 'kept' },
      {
        file: 'old.json',
        key: 'silent',
        outcome: 'omitted',
        explanation: 'is left out: an installation with Writ is always unattended',
      },
      {
        file: 'old.json',
        key: 'custom_commands',
        outcome: 'changed',
        explanation: 'becomes custom-commands',
      },
      {
        file: 'old.json',
        key: 'plugin',
        outcome: 'lost',
        explanation: 'is left out: Writ does not run plugins',
      },
      { file: 'old.json', key: 'mirror-region', outcome: 'kept' },
      { file: 'creds.json', key: '!root-password', outcome: 'kept' },
      {
        file: 'old.json',
        key: 'kernels',
        outcome: 'added',
        explanation: '"kernels": ["linux"] is added, the default of archinstall',
      },
    ]);
  });

  it.each(['oldest', 'up-to-2.5', '2.6-to-3.0', '3.0.5-or-newer'])(
    'contains every key of the file %s.json, and no secret',
    (name) => {
      const { text } = fixture(`${name}.json`);
      const value = JSON.parse(String(text)) as Record<string, unknown>;
      const { keys } = convertText(String(text), undefined, 'all');
      const missing = Object.keys(value).filter(
        (key) =>
          !keys.some(
            (one) => one.key === key || one.key.startsWith(`${key}.`) || one.key.startsWith(`${key}[`),
          ),
      );
      expect(missing).toEqual([]);
      const losses = convertText(String(text), undefined, 'all').findings.filter(
        ({ rule }) => rule === 'setting-lost' || rule === 'no-equivalent',
      );
      expect(keys.filter(({ outcome }) => outcome === 'lost')).toHaveLength(losses.length);
      expect(JSON.stringify(keys)).not.toMatch(/canary|hunter2/);
    },
  );

  it('is empty for a file with syntax errors', () => {
    expect(convertText('{').keys).toEqual([]);
  });
});
