import { Secret } from '@writ/diagnostics';
import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

const address = 'https://mirror.example/$repo/os/$arch';

it.each<[object, string[]]>([
  [{}, []],
  [{ Germany: {} }, []],
  [{ Germany: [] }, []],
  [{ 'My own': [address] }, []],
  [{ 'My own': { [address]: true } }, []],
  [{ Germny: {} }, ['unknown-region /mirror-region/Germny']],
  [{ Mine: { [address]: false } }, ['no-enabled-address /mirror-region/Mine']],
  [
    { Mine: { 'https://mirror.example/': true } },
    ['wrong-address /mirror-region/Mine/https:~1~1mirror.example~1'],
  ],
  [
    { Mine: ['mirror.example', 5] },
    ['wrong-address /mirror-region/Mine/0', 'wrong-type /mirror-region/Mine/1'],
  ],
  [
    { Mine: [`${address}?token=canary`, `${address}#x`, `${address}/\0`] },
    [0, 1, 2].map((index) => `wrong-address /mirror-region/Mine/${index}`),
  ],
  [{ Mine: ['http://mirror.example:65535/$repo/os/$arch'] }, []],
  [
    { Mine: ['http://a:123456@mirror.example/$repo/os/$arch', 'http://mirror.example:65536/$repo/os/$arch'] },
    ['wrong-address /mirror-region/Mine/1'],
  ],
  [
    { Mine: { 'http://mirror.example:99999/$repo/os/$arch': true } },
    ['wrong-address /mirror-region/Mine/http:~1~1mirror.example:99999~1$repo~1os~1$arch'],
  ],
  [{ Mine: address }, ['wrong-type /mirror-region/Mine']],
  [
    { Mine: { [address]: 'true' } },
    ['wrong-type /mirror-region/Mine/https:~1~1mirror.example~1$repo~1os~1$arch'],
  ],
])('a check decides whether the mirror regions are valid: %j', (region, found) => {
  expect(rulesAndPointers(checkWith({ 'mirror-region': region }))).toEqual(found);
});

it('a finding suggests the nearest region or the missing part of an address', () => {
  expect(checkWith({ 'mirror-region': { germny: {} } }).findings[0]?.hint).toBe('did you mean "Germany"?');
  expect(checkWith({ 'mirror-region': { Mine: ['https://mirror.example/'] } }).findings[0]).toMatchObject({
    message: '"https://mirror.example/" does not contain $repo and $arch',
    hint: 'write https://mirror.example/$repo/os/$arch',
  });
});

it.each([
  ['Germany', 'it is a region: write "Germany": {} directly in mirror-region'],
  ['/srv/mirror/', 'write a folder as file:///srv/mirror/$repo/os/$arch'],
  [
    'mirror.lan:8080/arch/$repo/os/$arch',
    'write https://mirror.lan:8080/arch/$repo/os/$arch (or http:// if the server does not support https)',
  ],
  ['mine', undefined],
])('a finding suggests how to write %s as a server of a region', (server, hint) => {
  const [finding] = checkWith({ 'mirror-region': { Mine: [server] } }).findings;
  expect(finding).toMatchObject({
    rule: 'wrong-address',
    message: `"${server}" is not the address of a mirror`,
  });
  expect(finding?.hint).toBe(hint);
});

it('user names and passwords are removed from addresses and findings', () => {
  const secret = 'https://ada:c@n/ary@mirror.example';
  const { settings } = checkWith({
    'mirror-region': { Mine: [`${'https://ada:canary@mirror.example'}/$repo/os/$arch`] },
  });
  const [server] = settings?.mirrors[0]?.servers ?? [];
  expect(server?.address).toBe('https://mirror.example/$repo/os/$arch');
  expect(server?.userInfo instanceof Secret && server.userInfo.reveal()).toBe('ada:canary');
  const wrong = checkWith({ 'mirror-region': { Mine: { [secret]: true } } });
  expect(JSON.stringify(wrong.findings)).not.toMatch(/canary|c@n|ary/);
});

it('a mirror login may be a secret reference', () => {
  const region = { Mine: { 'https://mirror.example/$repo/os/$arch': { $secret: 'mirror' } } };
  const serverWith = (creds?: object): unknown =>
    checkWith(
      { 'mirror-region': region },
      creds === undefined ? {} : { creds: { file: 'c.json', text: JSON.stringify(creds) } },
    ).settings?.mirrors[0]?.servers[0]?.userInfo;
  expect(serverWith()).toEqual({ kind: 'missing', name: 'mirror' });
  const given = serverWith({ mirror: 'ada:canary' });
  expect(given instanceof Secret && given.reveal()).toBe('ada:canary');
});
