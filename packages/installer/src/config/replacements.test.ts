import type { Diagnostic } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { checkText, checkWith, minimalConfig } from './testing.ts';

/** Replaces the range of a replacement, or adds its member at the top level. */
function applyReplacement(text: string, { replacement }: Diagnostic): string {
  const { range, pointer, text: json } = replacement!;
  if (range !== undefined) return text.slice(0, range.start.offset) + json + text.slice(range.end.offset);
  return `{${JSON.stringify(pointer!.slice(1))}: ${json}, ${text.slice(text.indexOf('{') + 1)}`;
}

function findReplacements(change: object): readonly (string | undefined)[] {
  return checkWith(change).findings.map(({ replacement }) => replacement?.text);
}

describe('a replacement', () => {
  it.each([
    ['an unknown key', { hostnam: 'web' }],
    ['a key of another program', { keymap: 'us' }],
    ['a key of an extension', { 'x-writ': { accont: {} } }],
    ['a value that is not allowed', { bootloader: 'grub' }],
    ['a time zone', { timezone: 'Berlin' }],
    ['a keyboard layout', { 'keyboard-language': 'german' }],
    ['a region', { 'mirror-region': { germany: {} } }],
    ['a host name', { hostname: 'my_host' }],
    ['a drive without its folder', { harddrives: ['sda'] }],
    ['a string instead of a list', { kernels: 'linux' }],
    ['a list instead of a string', { bootloader: ['efistub'] }],
    ['a word instead of a boolean', { ntp: 'yes' }],
    ['a number instead of a string', { hostname: 5 }],
    ['a missing key', { kernels: undefined }],
    ['a required key that is null', { kernels: null }],
    ['a package that was removed', { packages: ['arc-gtk-theme'] }],
  ])('removes the cause of the finding: %s', (_, change) => {
    const text = JSON.stringify({ ...minimalConfig, ...change }, null, 2);
    const { findings } = checkText(text);
    const correctable = findings.filter(({ replacement }) => replacement !== undefined);
    expect(correctable).toHaveLength(1);
    const after = checkText(applyReplacement(text, correctable[0]!)).findings;
    expect(after.filter(({ rule }) => rule === correctable[0]!.rule)).toEqual([]);
  });

  it('does not conflict with other replacements of the same report', () => {
    const faulty = {
      bootloadr: 'grub',
      kernel: 'linux',
      'mirror-region': ['https://mirror.example/$repo/os/$arch'],
      network: 'nm',
      profile: { main: 'desktpo', detials: 'gnmoe' },
      'x-writ': { accont: {} },
    };
    let text = JSON.stringify({ ...minimalConfig, ...faulty, bootloader: undefined, kernels: undefined });
    // A renamed key may reveal that its value is wrong too.
    for (let pass = 0; pass < 3; pass++) {
      const replaced = checkText(text).findings.filter(({ replacement }) => replacement !== undefined);
      const offset = ({ replacement }: Diagnostic): number => replacement?.range?.start.offset ?? 0;
      text = replaced.toSorted((a, b) => offset(b) - offset(a)).reduce(applyReplacement, text);
    }
    expect(checkText(text).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(JSON.parse(text)).toMatchObject({ bootloader: 'grub-install', kernels: ['linux'] });
  });

  it('is absent if the object already has the suggested key', () => {
    expect(findReplacements({ hostnam: 'web', hostname: 'db' })).toEqual([undefined]);
  });

  it('is present for only one of two keys with the same suggestion', () => {
    expect(findReplacements({ hostnam: 'web', hostnme: 'db' })).toEqual(['"hostname"', undefined]);
  });

  it('renames a misspelt required key instead of adding a second one', () => {
    expect(findReplacements({ kernels: undefined, kernel: ['linux'] }).filter(Boolean)).toEqual([
      '"kernels"',
    ]);
  });

  it('never suggests a drive instead of one of its partitions', () => {
    expect(findReplacements({ harddrives: ['/dev/sda1'] })).toEqual([undefined]);
  });

  it('contains no example value for a key whose value only the user knows', () => {
    expect(findReplacements({ '!users': [{ '!password': 'hunter22' }] }).filter(Boolean)).toEqual([]);
  });

  it('contains no secret', () => {
    const address = 'https://ada:hunter22@mirror.example/$repo/os/$arch';
    const { findings } = checkWith({ 'mirror-region': [address], '!root-password': 5_551_234 });
    expect(findings.map(({ rule }) => rule)).toContain('wrong-type');
    expect(JSON.stringify(findings)).not.toMatch(/hunter22|5551234/);
  });
});
