import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { temporaryFolder, createTestContext } from '../testing.ts';
import { createKeyring } from './keyring.ts';

const fingerprint = '0123456789ABCDEF0123456789ABCDEF01234567';
const seconds = (date: string): number => Date.parse(date) / 1000;

it.each([
  ['2020-01-01', '2020-01-31', 'mirror-key', "the mirror's key expired on 2020-01-31"],
  [
    '2099-01-01',
    undefined,
    'clock-wrong',
    "the mirror's key was created on 2099-01-01, which is in the future",
  ],
])('refuses a key created on %s that expires on %s, with the date', async (made, expires, rule, message) => {
  const folder = await temporaryFolder();
  // Output of `gpg --show-keys --with-colons`.
  const listed = [
    `pub:-:255:22:0123456789ABCDEF:${seconds(made)}:${expires === undefined ? '' : seconds(expires)}::-:::sc::::::ed25519:::0:`,
    `fpr:::::::::${fingerprint}:`,
  ];
  await writeFile(`${folder}/gpg`, `#!/bin/sh\necho '${listed.join('\n')}'\n`, { mode: 0o755 });
  const context = await createTestContext({ environment: { PATH: `${folder}:/usr/bin:/bin` } });
  const found = await createKeyring({ kind: 'mirror', fingerprint, key: new Uint8Array(1) }, context);
  expect(found).toMatchObject({ rule, message });
  expect(found?.hint).toContain('clock');
});
