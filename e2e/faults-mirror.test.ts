/**
 * Tests that runs with faulty mirrors, packages or signatures exit with status 3 before the first write to the target.
 */
import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildMirror,
  truncated,
  withDate,
  withoutFiles,
  pinKey,
  serveMirror,
  throttled,
  type FaultInjector,
} from '@writ/mirror';
import { expectEnd, limitConcurrency } from './faults.ts';
import { Workbench } from './installation.ts';
import { deleteKey, makeKey, resignMirror, type Key, type Signers } from './signed-mirror.ts';

const folder = mkdtempSync(join(tmpdir(), 'writ-e2e-'));
const turn = limitConcurrency(2);
/** A state folder that contains only the pinned keys of the tests. */
const state = join(folder, 'state');
const pins = join(state, 'writ/mirror-keys');
let root: string;
/** Folder of a mirror with the same packages, signed with one of the test's keys. */
let signed: string;
let own: Key;
let other: Key;

beforeAll(async () => {
  const mirror = await buildMirror({ set: 'tiny', log: (line) => console.log(line) });
  ({ root } = mirror);
  own = await makeKey(join(folder, 'own'));
  other = await makeKey(join(folder, 'other'));
  for (const { fingerprint } of [mirror, own]) await pinKey(fingerprint, pins);
  signed = await resignedMirror('signed', { packages: () => own }, root);
});

afterAll(() => {
  for (const key of [own, other]) deleteKey(key);
  rmSync(folder, { recursive: true, force: true });
});

function resignedMirror(name: string, signers: Partial<Signers>, from: string = signed): Promise<string> {
  return resignMirror(from, join(folder, name), { shown: own, databases: own, ...signers });
}

/** Creates a copy of the mirror with one changed package. */
async function alteredMirror(
  name: string,
  of: RegExp,
  change: (path: string, content: Buffer) => void,
): Promise<string> {
  const copy = join(folder, name);
  await promisify(execFile)('cp', ['-a', '--', root, copy]);
  const found = readdirSync(copy, { recursive: true, encoding: 'utf8' }).find((path) => of.test(path)) ?? '';
  const path = join(copy, found);
  const content = readFileSync(path);
  change(path, content);
  return copy;
}

/** Replaces a value in a package entry. */
function editedEntry(
  of: RegExp,
  key: string,
  value: (before: string, entries: Map<string, string>) => string,
) {
  return (entries: Map<string, string>): void => {
    for (const [file, text] of entries) {
      const line = new RegExp(`(%${key}%\n)(.*)`);
      if (of.test(file))
        entries.set(
          file,
          text.replace(line, (_all, head, before) => head + value(before, entries)),
        );
    }
  };
}

function valueOf(key: string, entries: ReadonlyMap<string, string>, of: RegExp): string {
  const [, text = ''] = [...entries].find(([file]) => of.test(file)) ?? [];
  return new RegExp(`%${key}%\n(.*)`).exec(text)?.[1] ?? '';
}

/** Stops the mirror when the second package is requested. */
function dyingMirror(end: () => void): FaultInjector {
  let asked = 0;
  return (path) => {
    if (/\.pkg\.tar\.\w+$/.test(path) && (asked += 1) === 2) end();
  };
}

interface Case {
  /** The folder to serve (default: the mirror as it was built). */
  readonly from?: () => Promise<string>;
  readonly injectFault?: (end: () => void) => FaultInjector;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly cause: RegExp;
  readonly next: RegExp;
}

const otherMirror = /--mirror|another mirror|rebuild the mirror/;

const cases: Readonly<Record<string, Case>> = {
  'a mirror that stops during the download': {
    injectFault: dyingMirror,
    cause: /failed retrieving file .*\.pkg\.tar/,
    next: /--mirror/,
  },
  'a mirror that truncates every package': {
    injectFault: () => truncated(100_000),
    cause: /failed retrieving file .*\.pkg\.tar/,
    next: /--mirror/,
  },
  'a package that is missing': {
    injectFault: () => withoutFiles(/\/sudo-[^/]+\.zst$/),
    cause: /failed retrieving file 'sudo-.*404/,
    next: /--mirror/,
  },
  'a truncated package': {
    from: () =>
      alteredMirror('short', /\/sudo-[^/]+\.zst$/, (path, content) =>
        writeFileSync(path, content.subarray(0, 90_000)),
      ),
    cause: /sudo/,
    next: /--mirror/,
  },
  'a package with one wrong byte': {
    from: () =>
      alteredMirror('byte', /\/sudo-[^/]+\.zst$/, (path, content) => {
        content[5000] = (content[5000] ?? 0) ^ 1;
        writeFileSync(path, content);
      }),
    cause: /sudo: signature .* is invalid|sudo.*corrupt/,
    next: otherMirror,
  },
  'a validly signed package with another checksum in the database': {
    from: () =>
      resignedMirror('sum', {
        edit: editedEntry(/^sudo-/, 'SHA256SUM', (sum) => `${'0'.repeat(8)}${sum.slice(8)}`),
      }),
    cause: /files that differ from the mirror's database: sudo-/,
    next: /--mirror/,
  },
  'the signature of another package': {
    from: () =>
      resignedMirror('mixed', {
        edit: editedEntry(/^sudo-/, 'PGPSIG', (_before, entries) => valueOf('PGPSIG', entries, /^openssh-/)),
      }),
    cause: /sudo: signature .* is invalid/,
    next: otherMirror,
  },
  'a package signed with an unknown key': {
    from: () =>
      resignedMirror('stranger', { packages: (file) => (file.startsWith('sudo-') ? other : undefined) }),
    cause: /key .* could not be looked up|required key missing|unknown/,
    next: otherMirror,
  },
  'databases signed with an unknown key': {
    from: () => resignedMirror('usurped', { databases: other }),
    cause: /key .* is unknown/,
    next: otherMirror,
  },
  'unsigned databases': {
    from: () => resignedMirror('unsigned', { databases: null }),
    cause: /core\.db\.sig/,
    next: otherMirror,
  },
  'a validly signed database with random content': {
    from: () => resignedMirror('noise', { noise: /core\.db$/ }),
    cause: /'core\.db' cannot be read: Unrecognized archive format/,
    next: otherMirror,
  },
  'a validly signed files database with random content': {
    from: () => resignedMirror('noisy-files', { noise: /core\.files$/ }),
    cause: /'core\.files' cannot be read: Unrecognized archive format/,
    next: otherMirror,
  },
  'a key that no mirror build of this user created': {
    from: () => resignedMirror('foreign', { shown: other, databases: other, packages: () => other }),
    cause:
      /the key [0-9A-F]{40} of \S+ is not trusted: it was not created by one of this user's mirror builds/,
    next: /"writ demo-mirror" as the installing user/,
  },
  'a key that has expired': {
    from: () => expiringMirror('expired', '20200101T000000', 30),
    cause: /the mirror's key expired on 2020-01-31/,
    next: otherMirror,
  },
  'a key created in the future': {
    from: () => expiringMirror('future', '20990101T000000', 0),
    cause: /created on 2099-01-01, which is in the future/,
    next: /set the clock/,
  },
  'a clock that is years behind': {
    injectFault: () => withDate(new Date('2099-01-01T00:00:00Z')),
    cause: /this machine's clock \(20.*differs from the mirror's \(2099-01-01/,
    next: /set the clock/,
  },
  'a clock that is years ahead': {
    injectFault: () => withDate(new Date('2001-01-01T00:00:00Z')),
    cause: /this machine's clock \(20.*differs from the mirror's \(2001-01-01/,
    next: /set the clock/,
  },
  'a mirror that never responds': {
    injectFault: () => () => true,
    cause: /does not respond: .*time/,
    next: /--mirror/,
  },
  'a mirror that never sends its packages': {
    injectFault: () => (path) => /\.pkg\.tar\.\w+$/.test(path),
    environment: { WRIT_RATE_SECONDS: '3' },
    cause: /sends less than 50 kB\/s over 3 s, and no other mirror is left/,
    next: /--mirror/,
  },
  'a mirror that sends 10 kB a second': {
    injectFault: () => throttled(10_000),
    environment: { WRIT_RATE_SECONDS: '3' },
    cause: /sends less than 50 kB\/s over 3 s, and no other mirror is left/,
    next: /--mirror/,
  },
};

/** Creates a mirror that is signed with a key created at another time. */
async function expiringMirror(name: string, time: string, days: number): Promise<string> {
  const key = await makeKey(join(folder, `${name}-key`), time, days);
  await pinKey(key.fingerprint, pins);
  try {
    return await resignedMirror(name, { shown: key, databases: key, packages: () => key });
  } finally {
    deleteKey(key);
  }
}

describe.concurrent('an installation', () => {
  it.each(Object.entries(cases))(
    'is refused before the first write because of %s',
    (_name, { from, injectFault, args, environment = {}, cause, next }) =>
      turn(async () => {
        using bench = new Workbench();
        let end = (): void => undefined;
        const injected = injectFault?.(() => end());
        const server = await serveMirror(
          (await from?.()) ?? root,
          injected === undefined ? {} : { injectFault: injected },
        );
        end = () => void server.close();
        const run = {
          cache: join(bench.folder, 'cache'),
          environment: { XDG_STATE_HOME: state, ...environment },
        };
        const ended = await bench.install(server.address, args, { ...run });
        await server.close();
        await expectEnd(ended, bench, { status: 3, cause, next });
        expect(readdirSync(bench.folder).toSorted()).toEqual(['cache', 'machine.json']);
      }),
  );

  it.each(['127.0.0.1:9', 'no-such-host.invalid'])(
    'is refused before the first write because of an unreachable mirror: %s',
    (host) =>
      turn(async () => {
        using bench = new Workbench();
        const ended = await bench.install(`http://${host}/$repo/os/$arch`);
        await expectEnd(ended, bench, { status: 3, cause: new RegExp(host), next: /--mirror/ });
      }),
  );

  it('is refused before the first write because of an unknown package and an unknown service, and both are reported', () =>
    turn(async () => {
      using bench = new Workbench({ packages: ['openssh', 'no-such'], services: ['sshd', 'nothing'] });
      const server = await serveMirror(root);
      const ended = await bench.install(server.address, [], {
        cache: join(bench.folder, 'cache'),
      });
      await server.close();
      await expectEnd(ended, bench, { status: 3, cause: /package no-such/, next: /check the name/ });
      expect(ended.stderr).toContain('the service nothing');
    }));
});

describe('an installation with several mirrors', () => {
  it('skips unreachable mirrors and mirrors that provide no databases', () =>
    turn(async () => {
      const stuck = await serveMirror(root, { injectFault: (path) => path.endsWith('.files') });
      const good = await serveMirror(root);
      const dead = 'http://127.0.0.1:9/$repo/os/$arch';
      using bench = new Workbench({ 'mirror-region': { Here: [dead, stuck.address, good.address] } });
      const environment = { WRIT_RATE_SECONDS: '3' };
      const run = { cache: join(bench.folder, 'cache'), environment };
      const ended = await bench.install(undefined, [], run);
      for (const server of [stuck, good]) await server.close();
      expect(ended.status, ended.stderr).toBe(0);
      const said = ended.events.flatMap((event) =>
        event.type === 'log' && event.source === 'writ' ? [event.text] : [],
      );
      expect(said).toEqual([
        expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\S+ does not respond \(.*\); continuing without it$/),
        `cannot fetch the package databases from ${stuck.address} (it sends less than 50 kB/s over 3 s); continuing with ${good.address}`,
      ]);
    }));
});

describe('a download that follows a failed one', () => {
  it('completes partial files from a working mirror', () =>
    turn(async () => {
      using bench = new Workbench();
      const cache = join(bench.folder, 'cache');
      const broken = await serveMirror(root, { injectFault: truncated(500_000) });
      const first = await bench.install(broken.address, [], { cache });
      await broken.close();
      expect(first.status, first.stderr).toBe(3);
      const ranges: string[] = [];
      const whole = await serveMirror(root, {
        injectFault: (path, { headers }) => void (headers.range && ranges.push(`${path} ${headers.range}`)),
      });
      const again = await bench.install(whole.address, [], { cache });
      await whole.close();
      expect(again.status, again.stderr).toBe(0);
      expect(ranges).toContainEqual(expect.stringMatching(/\/linux-.* bytes=500000-$/));
    }));

  it('deletes partial files that are too long, and folders in their place', () =>
    turn(async () => {
      using bench = new Workbench();
      const cache = join(bench.folder, 'cache');
      const broken = await serveMirror(root, { injectFault: truncated(100_000) });
      expect((await bench.install(broken.address, [], { cache })).status).toBe(3);
      await broken.close();
      const signer = readFileSync(join(root, 'writ-mirror.fingerprint'), 'utf8').trim();
      const packages = join(cache, 'packages', signer);
      const [part, blocked] = readdirSync(packages).filter((name) => name.endsWith('.part'));
      truncateSync(join(packages, part!), 1024 ** 3);
      rmSync(join(packages, blocked!));
      mkdirSync(join(packages, blocked!, 'folder'), { recursive: true });
      mkdirSync(join(packages, blocked!.slice(0, -'.part'.length)));
      const whole = await serveMirror(root);
      const again = await bench.install(whole.address, [], { cache });
      await whole.close();
      expect(again.status, again.stderr).toBe(0);
    }));

  it('refuses an unusable cache folder and leaves it unchanged', () =>
    turn(async () => {
      using bench = new Workbench();
      const cache = join(bench.folder, 'cache');
      mkdirSync(cache);
      writeFileSync(join(cache, 'packages'), '');
      const server = await serveMirror(root);
      const ended = await bench.install(server.address, [], { cache });
      await server.close();
      await expectEnd(ended, bench, {
        status: 3,
        cause: /the package cache \S+ cannot be used: .*\/packages/,
        next: /WRIT_CACHE/,
      });
    }));
});
