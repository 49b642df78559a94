import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Diagnostic } from '@writ/diagnostics';
import { createEventCollector, createTestContext } from '../testing.ts';
import { createEmitter } from '../emitter.ts';
import { fetchDatabases } from './databases.ts';

/**
 * A substitute for the package manager. Its behaviour depends on the name of the only mirror that is
 * configured.
 */
const fake = `#!/bin/sh
for what; do :; done
# A query has another configuration, which contains no mirror.
servers=$(sed -n 's/^Server = //p' "$(dirname "$2")/pacman.conf")
sync=$(dirname "$2")/db/sync
mkdir -p "$sync"
case "$servers $what" in
  # Reads the databases: pacman reports what it cannot read, but may exit with 0.
  *damaged*-Slq) echo "error: could not open file $sync/core.db: Unrecognized archive format" >&2; exit 0 ;;
  *halved*x) echo "error: could not open file $sync/extra.files: truncated gzip input" >&2; exit 1 ;;
  *foreign*-Slq) echo "error: could not parse package description file 'x/desc' from db 'core'" >&2; exit 0 ;;
  *lame*-Slq) echo "error: could not open file $sync/multilib.db: Unrecognized archive format" >&2; exit 0 ;;
  *-Slq) echo base; exit 0 ;;
  *x) exit 1 ;;
esac
echo "$servers $what" >> "$(dirname "$2")/queried"
case "$servers $what" in
  *slow*) echo part > "$sync/core.db.part"; exec sleep 30 ;;
  *dead*|*half*-Fy) echo "error: failed retrieving file 'core' : Connection refused" >&2; exit 1 ;;
  *poor*) echo "error: failed retrieving file 'multilib.db' from poor : 404" >&2; exit 1 ;;
  *lacking*) echo "error: failed retrieving file 'own.db' from own.example : 404" >&2; exit 1 ;;
  *both*) printf "error: failed retrieving file '%s' from both : 404\\n" own.db core.db >&2; exit 1 ;;
  *forged*) echo 'error: own: signature from "x" is unknown trust' >&2; exit 1 ;;
  *stranger*) echo 'error: core: key "00" is unknown' >&2; exit 1 ;;
  *) echo "$servers" > "$sync/core$what" ;;
esac
`;

/** The number of seconds is large enough for the script to start on a busy machine. */
const rate = { bytes: 1000, seconds: 5 };

interface Fetched {
  readonly given: readonly string[] | Diagnostic;
  /** Log lines. */
  readonly logged: readonly string[];
  /** Mirrors for which the package manager was started. */
  readonly queried: readonly string[];
  /** The configured mirrors after the attempt. */
  readonly used: string;
  /** The configured mirrors of all attempts, and whether the databases are verified. */
  readonly configured: readonly string[];
  /** Database files by name. */
  readonly files: Readonly<Record<string, string>>;
}

const own = {
  name: 'own',
  servers: ['https://own.example'],
  signatures: 'required',
  pointer: '/x-writ/repositories/0',
} as const;

async function fetchFrom(mirrors: readonly string[], { interruptAfterQuery = false } = {}): Promise<Fetched> {
  const stop = new AbortController();
  const plain = await createTestContext({ signal: stop.signal });
  const { scratch, work } = plain.roots;
  await mkdir(join(work, 'bin'));
  await writeFile(join(work, 'bin/pacman'), fake);
  await chmod(join(work, 'bin/pacman'), 0o755);
  const context = {
    ...plain,
    environment: { PATH: `${join(work, 'bin')}:${plain.environment['PATH']}` },
  };
  const conf = join(scratch, 'pacman.conf');
  const configured: string[] = [];
  const source = {
    mirrors,
    use: (used: readonly string[], databases: string) => {
      configured.push(`${used.join(' ')}: ${databases}`);
      return writeFile(conf, used.map((mirror) => `Server = ${mirror}\n`).join(''));
    },
  };
  const { events, sink } = createEventCollector();
  const step = createEmitter(sink).start({ id: 'preflight', title: '', stage: 'preflight', weight: 1 });
  const interval = setInterval(() => {
    if (interruptAfterQuery && existsSync(join(scratch, 'queried'))) stop.abort();
  }, 10);
  const given = await fetchDatabases({ kind: 'distribution' }, context, {
    source,
    rate,
    step,
    thirdParty: [own],
  });
  clearInterval(interval);
  const sync = join(scratch, 'db/sync');
  const names = await readdir(sync).catch(() => []);
  const files = names.map(async (name) => [name, await readFile(join(sync, name), 'utf8')] as const);
  return {
    given,
    logged: events.flatMap((event) => (event.type === 'log' ? [event.text] : [])),
    queried: (await readFile(join(scratch, 'queried'), 'utf8')).trimEnd().split('\n'),
    used: await readFile(conf, 'utf8'),
    configured,
    files: Object.fromEntries(await Promise.all(files)),
  };
}

it.each([
  ['slow', 'it sends less than 1 kB/s over 5 s', ['slow -Sy']],
  ['dead', "failed retrieving file 'core' : Connection refused", ['dead -Sy']],
  ['half', "failed retrieving file 'core' : Connection refused", ['half -Sy', 'half -Fy']],
  ['stranger', 'core: key "00" is unknown', ['stranger -Sy']],
  ['damaged', "pacman rejects 'core.db': Unrecognized archive format", ['damaged -Sy']],
  ['halved', "pacman rejects 'extra.files': truncated gzip input", ['halved -Sy', 'halved -Fy']],
  [
    'foreign',
    "pacman rejects its databases: could not parse package description file 'x/desc' from db 'core'",
    ['foreign -Sy'],
  ],
])('the mirror %s is replaced by the next one', async (mirror, why, before) => {
  const { given, logged, queried, used, files } = await fetchFrom([mirror, 'good', 'spare']);
  expect(given).toEqual(['good', 'spare']);
  expect(logged).toEqual([
    `cannot fetch the package databases from ${mirror} (${why}); continuing with good`,
  ]);
  // The file lists may be requested while the databases are checked.
  const expected = new Set([...before, 'good -Sy', 'good -Fy']);
  expect(queried.filter((query) => query !== `${mirror} -Fy` || expected.has(query))).toEqual([...expected]);
  expect(used).toBe('Server = good\nServer = spare\n');
  // All files of the first mirror are deleted.
  expect(files).toEqual({ 'core-Sy': 'good\n', 'core-Fy': 'good\n' });
});

it('the failure of each mirror is reported if no mirror provides the databases', async () => {
  expect((await fetchFrom(['dead', 'stranger', 'slow'])).given).toMatchObject({
    rule: 'mirror-unusable',
    message:
      'no mirror provides package databases: dead: failed retrieving file \'core\' : Connection refused; stranger: core: key "00" is unknown; slow: it sends less than 1 kB/s over 5 s',
  });
  expect((await fetchFrom(['stranger'])).given).toMatchObject({
    rule: 'mirror-key',
    message: 'invalid signatures from the mirrors: stranger: core: key "00" is unknown',
  });
});

it('a repository that no mirror provides is reported with the location of its key', async () => {
  expect((await fetchFrom(['poor'])).given).toMatchObject({
    rule: 'mirror-unusable',
    pointer: '/additional-repositories',
    message: "no mirror provides multilib: poor: failed retrieving file 'multilib.db' from poor : 404",
  });
  expect((await fetchFrom(['dead'])).given).not.toHaveProperty('pointer');
});

it.each([
  [
    'lacking',
    'mirror-unusable',
    '/x-writ/repositories/0/servers',
    "https://own.example does not provide the repository own: failed retrieving file 'own.db' from own.example : 404",
  ],
  [
    'forged',
    'mirror-key',
    '/x-writ/repositories/0',
    'the database of the repository own is not signed with its key: own: signature from "x" is unknown trust',
  ],
])(
  'the failure %s of a third-party repository is reported at once, because another mirror would not help',
  async (mirror, rule, pointer, message) => {
    const { given, queried } = await fetchFrom([mirror, 'good']);
    expect(given).toMatchObject({ rule, pointer, message });
    expect(queried).toEqual([`${mirror} -Sy`]);
  },
);

it('databases are verified when they are fetched, and not again later', async () => {
  const { configured } = await fetchFrom(['dead', 'good', 'spare']);
  expect(configured).toEqual(['dead: unverified', 'good: unverified', 'good spare: verified']);
});

it('the next mirror is used if both the mirror and a third-party repository fail', async () => {
  expect((await fetchFrom(['both', 'good'])).given).toEqual(['good']);
});

it('databases that pacman rejects are reported as unreadable, instead of their packages as unknown', async () => {
  expect((await fetchFrom(['damaged', 'halved'])).given).toMatchObject({
    rule: 'mirror-unusable',
    message:
      "no mirror provides readable package databases: damaged: pacman rejects 'core.db': Unrecognized archive format; halved: pacman rejects 'extra.files': truncated gzip input",
    hint: expect.stringContaining('--mirror'),
  });
  expect((await fetchFrom(['lame'])).given).toMatchObject({
    rule: 'mirror-unusable',
    pointer: '/additional-repositories',
    message: "no mirror provides multilib: lame: pacman rejects 'multilib.db': Unrecognized archive format",
  });
});

it('an interrupted run queries no other mirror', async () => {
  const { queried, logged } = await fetchFrom(['slow', 'good'], { interruptAfterQuery: true });
  expect(queried).toEqual(['slow -Sy']);
  expect(logged).toEqual([]);
});
