import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { hostCommand } from '../../plan/operations/define-operation.ts';
import { runCommand } from '../commands/command.ts';
import { canMakeKeyrings, createTestKeyring } from '../signatures/testing.ts';
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
])(
  'createKeyring rejects a key that was created on %s and expires on %s, and reports the date',
  async (made, expires, rule, message) => {
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
  },
);

describe('the key of a third-party repository', () => {
  const repository = {
    name: 'own',
    servers: [],
    signatures: 'required',
    fingerprint,
    pointer: '/x-writ/repositories/0',
  } as const;
  const otherKey = `pub:-:255:22:0:1:::-:::sc::::::ed25519:::0:\nfpr:::::::::${'F'.repeat(40)}:`;

  it.each([
    [
      'has another fingerprint',
      'key.gpg',
      otherKey,
      'the file of the key of the repository own does not contain',
    ],
    ['does not exist', 'absent.gpg', '', 'the key of the repository own does not exist at file:///'],
  ])('is refused before anything is trusted if it %s', async (_title, name, listed, message) => {
    const folder = await temporaryFolder();
    await writeFile(`${folder}/gpg`, `#!/bin/sh\nprintf '%s\\n' '${listed}'\n`, { mode: 0o755 });
    await writeFile(`${folder}/key.gpg`, 'key');
    await writeFile(`${folder}/pacman-key`, `#!/bin/sh\ntouch ${folder}/trusted\n`, { mode: 0o755 });
    const context = await createTestContext({ environment: { PATH: `${folder}:/usr/bin:/bin` } });
    const withKey = { ...repository, key: `file://${folder}/${name}` };
    expect(await createKeyring({ kind: 'distribution' }, context, [withKey])).toMatchObject({
      rule: 'mirror-key',
      pointer: '/x-writ/repositories/0/key',
      message: expect.stringContaining(message),
    });
    expect(existsSync(`${folder}/trusted`)).toBe(false);
  });

  it('must be in the keyring of the distribution if the file has no address', async () => {
    const folder = await temporaryFolder();
    await writeFile(`${folder}/gpg`, '#!/bin/sh\n', { mode: 0o755 });
    const script = '#!/bin/sh\ncase $* in *--lsign-key*) exit 1 ;; esac\n';
    await writeFile(`${folder}/pacman-key`, script, { mode: 0o755 });
    const context = await createTestContext({ environment: { PATH: `${folder}:/usr/bin:/bin` } });
    expect(await createKeyring({ kind: 'distribution' }, context, [repository])).toMatchObject({
      rule: 'mirror-key',
      pointer: '/x-writ/repositories/0',
      hint: expect.stringContaining('add "key"'),
    });
  });
});

describe.runIf(canMakeKeyrings)("a run's keyring (with the real programs)", () => {
  it("contains one local key, which is not an RSA key, and trusts the mirror's key", async () => {
    const { context, keys } = await createTestKeyring();
    const list = async (option: string): Promise<string[][]> => {
      const command = hostCommand('gpg', '--homedir', '{scratch}/gnupg', '--with-colons', option);
      const { stdout } = await runCommand(command, 30, context, { capture: true });
      return stdout.split('\n').map((line) => line.split(':'));
    };
    const EDDSA = '22';
    const secret = (await list('--list-secret-keys')).filter(([kind]) => kind === 'sec');
    expect(secret.map((fields) => fields[3])).toEqual([EDDSA]);
    const trusted = (await list('--list-keys')).find(
      ([kind, , , , id]) => kind === 'pub' && id === keys.get('Mirror')?.slice(-16),
    );
    expect(trusted?.[1]).toBe('f');
  });
});
