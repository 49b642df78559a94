import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { trustOf } from './trust.ts';

const fingerprint = '0123456789ABCDEF0123456789ABCDEF01234567';
/** Nothing listens there. */
const dead = 'http://127.0.0.1:9/$repo/os/$arch';

it('is given to the mirrors that answer, and those that do not are named', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'core'));
  await writeFile(join(folder, 'writ-mirror.fingerprint'), `${fingerprint}\n`);
  await writeFile(join(folder, 'writ-mirror.gpg'), 'key');
  const left: string[] = [];
  const mirrors = [dead, `${pathToFileURL(folder).href}/$repo/os/$arch`];
  const trust = await trustOf(mirrors, undefined, new Map(), (mirror, reason) => {
    left.push(mirror);
    expect(reason).toMatch(/ECONNREFUSED|bad port/);
  });
  expect(trust).toMatchObject({ kind: 'mirror', fingerprint });
  expect(left).toEqual([dead]);
});

it('is refused, with each of them, when none answers: none is left for another one', async () => {
  const other = dead.replace('127.0.0.1', '127.0.0.2');
  const left: string[] = [];
  const trust = await trustOf([dead, other], undefined, new Map(), (mirror) => void left.push(mirror));
  expect(trust).toMatchObject({
    rule: 'mirror-unusable',
    message: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:9\S+ does not answer: .*; http:\/\/127\.0\.0\.2:9\S+ does/,
    ),
  });
  expect(left).toEqual([]);
});
