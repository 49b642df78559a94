import { describe, expect, it } from 'vitest';
import { parseObject, parsePointer, readPath, renameKey, setValue, toPointer } from './json-edit.ts';

const text = `{
  "bootloader":   "grub-install",
  "x-why": "GRUB, because of the old machine",
  "kernels": ["linux",
              "linux-lts"],
  "network_config": { "type": "manual", "nics": [{ "iface": "eth0" }] }
}
`;

describe('setValue', () => {
  it('changes only the value, and preserves the layout and the remarks', () => {
    expect(setValue(text, ['bootloader'], 'efistub')).toBe(text.replace('grub-install', 'efistub'));
    expect(setValue(text, ['kernels', 1], 'linux-zen')).toBe(text.replace('linux-lts', 'linux-zen'));
    expect(setValue(text, ['network_config', 'nics', 0, 'iface'], 'ens3')).toBe(text.replace('eth0', 'ens3'));
  });

  it('adds members, items and containers', () => {
    const added = setValue(text, ['hostname'], 'web');
    expect(added).toContain('  "hostname": "web"\n}');
    expect(added.startsWith(text.slice(0, text.indexOf('  "network_config"')))).toBe(true);
    expect(parseObject(setValue('{}', ['profile', 'main'], 'server'))).toEqual({
      profile: { main: 'server' },
    });
    expect(parseObject(setValue('', ['hostname'], 'web'))).toEqual({ hostname: 'web' });
  });

  it('adds members and items in the layout of the object or list', () => {
    const inOneLine = '{\n  "profile": { "main": "desktop" },\n  "packages": ["git"]\n}\n';
    expect(setValue(inOneLine, ['profile', 'details'], 'gnome')).toBe(
      inOneLine.replace('"desktop" }', '"desktop", "details": "gnome" }'),
    );
    expect(setValue(inOneLine, ['packages', 1], 'a [ ] b')).toBe(
      inOneLine.replace('["git"]', '["git", "a [ ] b"]'),
    );
    const nic = { iface: 'en*', dhcp: true };
    expect(setValue(inOneLine, ['network_config'], { type: 'manual', nics: [nic] })).toBe(
      inOneLine.replace(
        '["git"]\n',
        '["git"],\n  "network_config": {\n    "type": "manual",\n    "nics": [\n      {\n' +
          '        "iface": "en*",\n        "dhcp": true\n      }\n    ]\n  }\n',
      ),
    );
  });

  it('removes members and items', () => {
    expect(setValue(text, ['x-why'], undefined)).toBe(text.replace(/ {2}"x-why".*\n/, ''));
    expect(readPath(parseObject(setValue(text, ['kernels', 0], undefined)), ['kernels'])).toEqual([
      'linux-lts',
    ]);
  });
});

describe('parseObject', () => {
  it.each(['', '{', '[]', '1', '{"a": 1,}', '{ // remark\n}'])('does not accept %j', (malformed) => {
    expect(parseObject(malformed)).toBeUndefined();
  });
});

describe('readPath', () => {
  it('reads only own members and items', () => {
    const value = parseObject(text);
    expect(readPath(value, ['network_config', 'nics', 0, 'iface'])).toBe('eth0');
    for (const path of [
      ['constructor'],
      ['kernels', 'length'],
      ['kernels', 7],
      ['none', 'x'],
      ['bootloader', 0],
    ]) {
      expect(readPath(value, path)).toBeUndefined();
    }
  });
});

it('toPointer escapes slashes and tildes', () => {
  expect(toPointer(['mirror-region', 'a/b', 0, '~'])).toBe('/mirror-region/a~1b/0/~0');
});

it('parsePointer reads keys and indexes', () => {
  const value = { a: [{ 'b/~': 1 }], '0': {} };
  expect(parsePointer('/a/0/b~1~0', value)).toEqual(['a', 0, 'b/~']);
  expect(parsePointer('/0/new/1', value)).toEqual(['0', 'new', '1']);
  expect(parsePointer('')).toEqual([]);
});

describe('renameKey', () => {
  it('changes only the key, and never replaces another member', () => {
    expect(renameKey(text, ['network_config', 'type'], 'a "b"')).toBe(text.replace('"type"', '"a \\"b\\""'));
    expect(renameKey(text, ['bootloader'], 'kernels')).toBe(text);
    expect(renameKey(text, ['hostname'], 'name')).toBe(text);
    expect(renameKey(text, ['kernels', 0], 'name')).toBe(text);
    expect(renameKey('', ['a'], 'b')).toBe('');
  });
});
