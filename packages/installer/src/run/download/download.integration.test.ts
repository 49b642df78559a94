import { createHash } from 'node:crypto';
import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostCommand, defineOperation } from '../../plan/operations/define-operation.ts';
import type { OperationResult } from '../operations/apply.ts';
import type { RunContext } from '../context.ts';
import { applyDownload } from './download.ts';
import { createEmitter } from '../emitter.ts';
import { canMakeKeyrings, createTestKeyring } from '../signatures/testing.ts';
import { createEventCollector, createTestContext } from '../testing.ts';

const SIZE = 4000;
const missing = [
  {
    name: 'a',
    version: '1',
    architecture: 'x86_64',
    repository: 'core',
    file: 'a',
    sha256: createHash('sha256').update(Buffer.alloc(SIZE)).digest('hex'),
    size: SIZE,
    installedSize: 0,
  },
];
/** The number of seconds is large enough for the script to start on a busy machine. */
const rate = { bytes: 1000, seconds: 5 };

/**
 * Downloads with a shell script instead of the package manager. The mirror `slow` sends nothing, `tired`
 * sends a quarter of each file, `endless` sends an endless file, and any other mirror sends complete files.
 */
async function download(
  mirrors: readonly string[],
  {
    stop,
    verifying = 0,
    part,
    gpg,
  }: { stop?: AbortSignal; verifying?: number; part?: number; gpg?: string } = {},
): Promise<{ applied: OperationResult; used: string[]; said: string[]; cached: string }> {
  const created = await createTestContext(stop === undefined ? {} : { signal: stop });
  const context = gpg === undefined ? created : await replaceGpg(created, gpg);
  const list = join(context.roots.scratch, 'mirror');
  const used: string[] = [];
  const use = async (left: readonly string[]): Promise<void> => {
    used.push(left[0] ?? '');
    await writeFile(list, left[0] ?? '');
  };
  await use(mirrors);
  const give = `
    give() { head -c "$1" /dev/zero >> "$2/a.part"; }
    case $(cat "$1/mirror") in
      slow) sleep 30 ;;
      tired) give ${SIZE / 4} "$2"; sleep 30 ;;
      # Like a server for a range beyond the file.
      resumed) [ -e "$2/a.part" ] && { echo "error: failed retrieving file 'a': 416"; exit 1; }; give ${SIZE} "$2"; mv "$2/a.part" "$2/a" ;;
      endless) yes > "$2/a.part" ;;
      talkative) give ${SIZE} "$2"; mv "$2/a.part" "$2/a"; yes | head -c 20000 > "$2/a.sig" ;;
      sneaky) (sleep 2; kill $$) & yes | head -c ${SIZE + 1} > "$2/a.part"; sleep 30 ;;
      spoiled) yes | head -c ${SIZE} > "$2/a" ;;
      *) rm -f "$2/a.part"; give ${SIZE} "$2"; mv "$2/a.part" "$2/a"; sleep ${verifying} ;;
    esac`;
  const fetching = defineOperation({
    id: 'download',
    title: 'Download',
    stage: 'download',
    commands: [hostCommand('sh', '-c', give, 'sh', '{scratch}', '{cache}')],
    verify: [{ kind: 'ended' }],
  });
  const { events, sink } = createEventCollector();
  const step = createEmitter(sink).start(fetching);
  if (part !== undefined) await writeFile(join(context.roots.cache, 'a.part'), Buffer.alloc(part));
  const source = { mirrors, use };
  const applied = await applyDownload(fetching, context, { missing, source, rate, shared: true }, step);
  const cached = join(context.roots.cache, 'a');
  return {
    applied,
    used,
    cached,
    said: events.flatMap((event) => (event.type === 'log' ? [event.text] : [])),
  };
}

/** Creates a keyring, and a shell script that runs instead of gpg. */
async function replaceGpg(context: RunContext, script: string): Promise<RunContext> {
  const programs = join(context.roots.scratch, 'bin');
  for (const folder of [programs, join(context.roots.scratch, 'gnupg')]) await mkdir(folder);
  await writeFile(join(programs, 'gpg'), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  const environment = { ...context.environment, PATH: `${programs}:${context.environment['PATH']}` };
  return { ...context, environment, resolved: missing };
}

it('a downloaded file that differs from the database is deleted, even if it is signed', async () => {
  const { applied, cached } = await download(['spoiled']);
  expect(applied).toMatchObject({
    kind: 'failed',
    failure: { message: "files that differ from the mirror's database: a" },
  });
  await expect(access(cached)).rejects.toThrow('ENOENT');
});

it.each([SIZE, SIZE + 1])(
  'a partial file of %i bytes, which is not shorter than the complete file, is deleted before the download',
  async (part) => {
    const { applied } = await download(['resumed'], { part });
    expect(applied).toEqual({ kind: 'done' });
  },
);

describe('a mirror that is too slow', () => {
  it('is replaced by the next one', async () => {
    const { applied, used, said } = await download(['slow', 'tired', 'good']);
    expect(applied).toEqual({ kind: 'done' });
    expect(used).toEqual(['slow', 'tired', 'good']);
    expect(said).toEqual([
      'slow sends less than 1 kB/s over 5 s; continuing with tired',
      'tired sends less than 1 kB/s over 5 s; continuing with good',
    ]);
  });

  it('is replaced while gpg exports the keys', async () => {
    const { applied, used } = await download(['slow', 'good'], { gpg: 'exec sleep 30' });
    expect(applied).toEqual({ kind: 'done' });
    expect(used).toEqual(['slow', 'good']);
  });

  it('ends the download if no other mirror is left', async () => {
    const { applied } = await download(['slow']);
    expect(applied).toMatchObject({
      kind: 'failed',
      failure: { message: 'slow sends less than 1 kB/s over 5 s, and no other mirror is left' },
    });
  });
});

describe('a mirror that sends too much', () => {
  const tooMuch = (mirror: string, file = 'a', most = '4,000'): string =>
    `${mirror} sends more than ${most} bytes of ${file}`;

  it('is replaced by the next one, and its files are deleted', async () => {
    const { applied, used, said, cached } = await download(['endless', 'sneaky', 'talkative', 'good']);
    expect(applied).toEqual({ kind: 'done' });
    expect(used).toEqual(['endless', 'sneaky', 'talkative', 'good']);
    expect(said.filter((text) => text.includes('continuing'))).toEqual([
      `${tooMuch('endless')}; continuing with sneaky`,
      `${tooMuch('sneaky')}; continuing with talkative`,
      `${tooMuch('talkative', 'a.sig', '16,384')}; continuing with good`,
    ]);
    expect(await readdir(dirname(cached))).toEqual(['a']);
  });

  it('ends the download if no other mirror is left', async () => {
    const { applied, cached } = await download(['endless']);
    expect(applied).toMatchObject({
      kind: 'failed',
      failure: { message: `${tooMuch('endless')}, and no other mirror is left` },
    });
    expect(await readdir(dirname(cached))).toEqual([]);
  });
});

it('the minimum rate does not apply to verification', async () => {
  expect((await download(['good'], { verifying: 8 })).applied).toEqual({ kind: 'done' });
});

it('an abort signal interrupts a slow download', async () => {
  const stop = AbortSignal.timeout(700);
  expect((await download(['slow', 'good'], { stop })).applied).toEqual({ kind: 'interrupted' });
});

describe.runIf(canMakeKeyrings)('completely downloaded packages (with the real gpg and gpgv)', () => {
  /**
   * Downloads with a script that writes `verified` when it verifies a package, and then rejects the package.
   */
  async function retrieve(signer: string): Promise<{ applied: OperationResult; verified: boolean }> {
    const { context: keyring, signers } = await createTestKeyring(['Unknown']);
    const context = { ...keyring, resolved: missing };
    const { scratch, cache } = context.roots;
    await writeFile(join(scratch, 'a'), Buffer.alloc(SIZE));
    signers.sign(signer, join(scratch, 'a'));
    const script = `
      [ -e "$1/stopped" ] && { : > "$1/verified"; echo "error: a is rejected" >&2; exit 1; }
      cp "$1/a" "$1/a.sig" "$2"; : > "$1/stopped"; echo "checking keyring..."; sleep 30`;
    const fetching = defineOperation({
      id: 'download',
      title: 'Download',
      stage: 'download',
      commands: [hostCommand('sh', '-c', script, 'sh', '{scratch}', '{cache}')],
      verify: [{ kind: 'ended' }],
    });
    const step = createEmitter(createEventCollector().sink).start(fetching);
    const source = { mirrors: ['mirror'], use: () => Promise.resolve() };
    const applied = await applyDownload(fetching, context, { missing, source, rate, shared: true }, step);
    expect(await readdir(cache)).toEqual(expect.arrayContaining(['a', 'a.sig']));
    const verified = await access(join(scratch, 'verified')).then(
      () => true,
      () => false,
    );
    return { applied, verified };
  }

  it('are verified by the verifier, which stops pacman', async () => {
    expect(await retrieve('Mirror')).toEqual({ applied: { kind: 'done' }, verified: false });
  });

  it("are left for pacman if they are invalid, and pacman's message is reported", async () => {
    expect(await retrieve('Unknown')).toMatchObject({
      applied: { kind: 'failed', failure: { tail: ['error: a is rejected'] } },
      verified: true,
    });
  });
});
