import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hostCommand, splitWords } from '../../plan/operations/define-operation.ts';
import { runCommand } from '../commands/command.ts';
import type { RunContext } from '../context.ts';
import { hashFile } from '../transfer/cache.ts';
import { storeDatabaseSignature } from './database-signatures.ts';
import { createPackageVerifier } from './package-verifier.ts';
import type { OnRelease } from '../testing.ts';
import { canMakeKeyrings, createTestKeyring, type TestKeyring } from './testing.ts';
import { exportTrustedKeys, TRUSTED_KEYS } from './trusted-keys.ts';
import { verifySignatures, type SignedFile } from './verify-signature.ts';

const PAST = ['--faked-system-time', '20200101T000000!'];
const LATER = ['--faked-system-time', '20200102T000000!'];

async function gpg(context: RunContext, args: readonly string[], file?: string): Promise<string> {
  const command = hostCommand(
    ...splitWords('gpg --homedir {scratch}/gnupg --batch --quiet --yes'),
    ...args,
    ...(file === undefined ? [] : [file]),
  );
  const end = await runCommand(command, 30, context, { capture: true });
  expect(end, args.join(' ')).toMatchObject({ end: 'exit', status: 0 });
  return end.stdout;
}

async function importKeys(context: RunContext, keys: Buffer): Promise<void> {
  await writeFile(join(context.roots.scratch, 'import.gpg'), keys);
  await gpg(context, ['--import'], '{scratch}/import.gpg');
}

/**
 * Creates a run's keyring with the key of a mirror, and adds keys that pacman does not accept: `Revoked`,
 * `Expired` and `Disabled`, which were fully valid before; `Marginal`, which a marginally trusted key has
 * signed; and `Unknown`.
 */
async function createMixedKeyring(onRelease: OnRelease): Promise<TestKeyring> {
  const names = ['Revoked', 'Expired', 'Disabled', 'Marginal', 'Unknown'];
  const keyring = await createTestKeyring(names, { Expired: PAST }, onRelease);
  const { context, signers, keys } = keyring;
  const key = (name: string): string => keys.get(name)!;
  signers.gpg(['--local-user', key('Mirror'), '--quick-sign-key', key('Marginal')]);
  await importKeys(context, signers.publicKey());
  for (const name of ['Revoked', 'Expired', 'Disabled']) {
    await gpg(context, ['--quick-lsign-key', key(name)]);
  }
  for (const name of keys.keys()) {
    const file = join(context.roots.cache, name);
    await writeFile(file, name);
    signers.sign(name, file, name === 'Expired' ? PAST : []);
  }
  signers.revoke(key('Revoked'));
  signers.gpg([...LATER, '--quick-set-expire', key('Expired'), '2020-02-01']);
  await importKeys(context, signers.publicKey());
  await writeFile(join(context.roots.scratch, 'owner-trust'), `${key('Mirror')}:4:\n`);
  await gpg(context, ['--import-ownertrust'], '{scratch}/owner-trust');
  const disable = 'printf "disable\\nquit\\n" | gpg --homedir "$1" --batch --command-fd 0 --edit-key "$2"';
  await runCommand(hostCommand('sh', '-c', disable, 'sh', '{scratch}/gnupg', key('Disabled')), 30, context);
  await gpg(context, ['--check-trustdb']);
  return keyring;
}

/** Creates a keyring for all tests of a `describe`, because gpg takes most of their time. */
function shareKeyring(create: (onRelease: OnRelease) => Promise<TestKeyring>): () => TestKeyring {
  const releases: (() => Promise<void> | void)[] = [];
  let keyring: TestKeyring;
  beforeAll(async () => {
    keyring = await create((release) => void releases.push(release));
  });
  afterAll(async () => {
    for (const release of releases.toReversed()) await release();
  });
  return () => keyring;
}

/** Each run exports the keys into a new file. */
async function removeExportedKeys({ context }: TestKeyring): Promise<void> {
  await rm(join(context.roots.scratch, 'trusted.gpg'), { force: true });
}

const signedFile = (name: string): SignedFile => ({
  file: `{cache}/${name}`,
  signature: `{cache}/${name}.sig`,
});

describe.runIf(canMakeKeyrings)('signatures (with the real gpg and gpgv)', () => {
  const keyring = shareKeyring(createMixedKeyring);
  beforeEach(() => removeExportedKeys(keyring()));

  it('are accepted only from fully valid keys', async () => {
    const { context, keys } = keyring();
    const listed = await gpg(context, ['--with-colons', '--list-keys']);
    const validity = (name: string): string | undefined =>
      new RegExp(`^pub:(.):[^\\n]*:${keys.get(name)!.slice(-16)}:`, 'm').exec(listed)?.[1];
    expect(['Mirror', 'Revoked', 'Expired', 'Marginal', 'Unknown'].map(validity)).toEqual([
      'f',
      'r',
      'e',
      'm',
      '-',
    ]);
    expect(await exportTrustedKeys(context)).toBe(true);
    const exported = await gpg(context, ['--with-colons', '--show-keys'], TRUSTED_KEYS);
    expect([...exported.matchAll(/^fpr:(?:[^:]*:){8}([0-9A-F]+):/gm)].map(([, found]) => found)).toEqual([
      keys.get('Mirror'),
    ]);
    const accepted: string[] = [];
    for (const name of keys.keys()) {
      if (await verifySignatures([signedFile(name)], context)) accepted.push(name);
    }
    expect(accepted).toEqual(['Mirror']);
  });

  it('of a revoked or expired key are rejected, even if the key is exported', async () => {
    const { context } = keyring();
    await gpg(context, ['--output', TRUSTED_KEYS, '--export']);
    for (const [name, isGood] of [
      ['Mirror', true],
      ['Revoked', false],
      ['Expired', false],
    ] as const) {
      expect(await verifySignatures([signedFile(name)], context), name).toBe(isGood);
    }
  });

  it('are rejected together if one of the files has a bad signature, wherever it is in the list', async () => {
    const { context } = keyring();
    await exportTrustedKeys(context);
    const verify = (...names: string[]): Promise<boolean> => verifySignatures(names.map(signedFile), context);
    expect(await verify('Mirror', 'Mirror', 'Mirror')).toBe(true);
    expect(await verify('Unknown', 'Mirror', 'Mirror')).toBe(false);
    expect(await verify('Mirror', 'Expired', 'Mirror')).toBe(false);
    expect(await verify('Mirror', 'Mirror', 'Unknown')).toBe(false);
    expect(await verify('Mirror', 'Absent')).toBe(false);
  });

  it('must all be good if there are several for one file', async () => {
    const { context, signers } = keyring();
    await exportTrustedKeys(context);
    const file = join(context.roots.cache, 'twice');
    await writeFile(file, 'twice');
    signers.gpg([
      ...splitWords(
        `--yes --local-user Mirror --local-user Unknown --output ${file}.sig --detach-sign ${file}`,
      ),
    ]);
    expect(await verifySignatures([signedFile('twice')], context)).toBe(false);
    signers.sign('Mirror', file);
    expect(await verifySignatures([signedFile('twice')], context)).toBe(true);
  });
});

describe.runIf(canMakeKeyrings)('packages in the cache (with the real gpg and gpgv)', () => {
  const keyring = shareKeyring((onRelease) => createTestKeyring(['Unknown'], {}, onRelease));
  let count = 0;
  /** Returns the result of verifying a signed package after a change. */
  async function verifyAfter(
    change: (file: string, keyring: TestKeyring) => Promise<void>,
  ): Promise<boolean | undefined> {
    const name = `package-${(count += 1)}`;
    const { context: shared, signers } = keyring();
    const file = join(shared.roots.cache, name);
    await writeFile(file, 'content');
    signers.sign('Mirror', file);
    const item = {
      name,
      version: '1',
      architecture: 'any',
      repository: 'core',
      file: name,
      sha256: await hashFile(file),
      size: 'content'.length,
      installedSize: 0,
    };
    await change(file, keyring());
    await removeExportedKeys(keyring());
    const context = { ...shared, resolved: [item] };
    const verifier = await createPackageVerifier(context, [item]);
    return verifier?.verifyAll();
  }

  it('are valid with a valid signature file', async () => {
    expect(await verifyAfter(() => Promise.resolve())).toBe(true);
  });

  it('are invalid if their content has changed', async () => {
    expect(await verifyAfter((file) => writeFile(file, 'CONTENT'))).toBe(false);
  });

  it('are invalid if they are signed, but differ from the database', async () => {
    expect(
      await verifyAfter(async (file, { signers }) => {
        await writeFile(file, 'CONTENT');
        signers.sign('Mirror', file);
      }),
    ).toBe(false);
  });

  it.each([
    ['is absent', (file: string) => rm(`${file}.sig`)],
    ['is too short', (file: string) => writeFile(file, 'cont')],
  ])('are invalid if a required file %s', async (_what, change) => {
    expect(await verifyAfter(change)).toBe(false);
  });

  it("are verified with the database's signature if it contains one, as in pacman", async () => {
    const other = async (file: string, { context, signers }: TestKeyring): Promise<void> => {
      const signature = await readFile(`${file}.sig`);
      await storeDatabaseSignature(basename(file), [signature.toString('base64')], context);
      signers.sign('Unknown', file);
    };
    expect(await verifyAfter(other)).toBe(true);
    const inDatabase = async (file: string, { context, signers }: TestKeyring): Promise<void> => {
      const valid = await readFile(`${file}.sig`);
      signers.sign('Unknown', file);
      const signature = await readFile(`${file}.sig`);
      await storeDatabaseSignature(basename(file), [signature.toString('base64')], context);
      await writeFile(`${file}.sig`, valid);
    };
    expect(await verifyAfter(inDatabase)).toBe(false);
    const malformed = (file: string, { context }: TestKeyring): Promise<void> =>
      storeDatabaseSignature(basename(file), ['not Base64!'], context);
    expect(await verifyAfter(malformed)).toBe(false);
  });
});
