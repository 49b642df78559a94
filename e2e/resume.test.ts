/**
 * An installation that is killed, wherever, and resumed makes the very image that it makes undisturbed.
 *
 * One installation is killed at every boundary in turn, by SIGKILL, and resumed to the next one. What each kill
 * leaves is copied, and the copy resumed to the end: in a mount namespace where it has the original's name.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planInstallation, type Operation } from '@writ/installer';
import { buildMirror, serveMirror, type MirrorServer } from '@writ/mirror';
import { readImage, type ImageContent } from './compare-image.ts';
import { accepts, differences } from './compare.ts';
import { canaries, Workbench, type Ended } from './installation.ts';
import type { Moment } from './kill-at.ts';

const run = promisify(execFile);
const hook = fileURLToPath(new URL('kill-at.ts', import.meta.url));
const seed = '5eed5eed';
const again = ['--resume', '--rerun-command'];

/** Every kind of step that needs no other mirror. Its commands may be run twice: that is asked for below. */
const changes = {
  'keyboard-language': 'de',
  'sys-language': 'de_DE',
  ntp: true,
  packages: ['openssh', 'tree'],
  network_config: {
    type: 'manual',
    nics: [{ iface: 'ens3', ip: '10.0.2.15/24', gateway: '10.0.2.2', dns: ['10.0.2.3'] }],
  },
  '!users': [{ username: 'ada', '!password': canaries.user, sudo: true }, { username: 'bob' }],
  'custom-commands': ["echo 'installed by Writ' > /etc/motd", 'mkdir -p /srv/data && chown ada: /srv/data'],
};

const scratch = mkdtempSync(join(tmpdir(), 'writ-e2e-resume-'));
const cache = join(scratch, 'cache');
const bench = new Workbench(changes);
const operations = await plannedOperations();
const boundaries = operations.flatMap((operation, index) => {
  const { id, undo } = operation;
  // Half of it is done again, and where half is worth nothing all of it.
  const half = undo.kind === 'again-from' ? undo.from : id;
  const asks = undo.kind === 'ask';
  return [
    { record: 'start', operation: id, when: 'after', next: half, asks },
    { record: 'done', operation: id, when: 'before', next: half, asks },
    { record: 'done', operation: id, when: 'after', next: operations[index + 1]?.id, asks: false },
  ] as const;
});
type Boundary = (typeof boundaries)[number];

let mirror: MirrorServer;
let undisturbed: ImageContent;
const resumptions = new Map<Boundary, Promise<Resumed>>();

beforeAll(async () => {
  const { root } = await buildMirror({ set: 'tiny', log: (line) => console.log(line) });
  mirror = await serveMirror(root);
  const made = await install([]);
  expect(made.status, made.stderr).toBe(0);
  undisturbed = readImage(bench.target, join(scratch, 'undisturbed'));
  rmSync(bench.target);
  await killEverywhere();
});

afterAll(async () => {
  await Promise.allSettled(resumptions.values());
  await mirror?.close();
  bench[Symbol.dispose]();
  rmSync(scratch, { recursive: true, force: true });
});

interface Resumed {
  readonly differences: readonly string[];
  /** The first operation that was run; of what comes before it nothing was. */
  readonly first: string | undefined;
  /** What is in the folder afterwards. */
  readonly left: readonly string[];
  readonly passwords: boolean;
  /** How a resumption ended that nobody had told to run a custom command again. */
  readonly unasked?: Ended;
}

async function plannedOperations(): Promise<readonly Operation[]> {
  const config = { file: bench.config, text: readFileSync(bench.config) };
  const { plan } = await planInstallation({ config, targets: [bench.target], seed });
  return (plan?.operations ?? []).filter(({ stage }) => stage !== 'download');
}

function install(args: readonly string[], moment?: Moment, through: readonly string[] = []): Promise<Ended> {
  const environment =
    moment === undefined ? {} : { NODE_OPTIONS: `--import ${hook}`, WRIT_E2E_KILL: JSON.stringify(moment) };
  return bench.install(mirror.address, ['--seed', seed, ...args], {
    cache,
    environment,
    through,
    watch: false,
  });
}

async function killEverywhere(): Promise<void> {
  for (const [index, boundary] of boundaries.entries()) {
    const killed = await install(index === 0 ? [] : again, boundary);
    expect(killed.signal, `${nameOf(boundary)}: ${killed.stderr}`).toBe('SIGKILL');
    const copy = join(scratch, `state-${index}`);
    await run('cp', ['-a', '--', bench.folder, copy]);
    const resumption = resumeCopy(copy, boundary);
    resumption.catch(() => undefined);
    resumptions.set(boundary, resumption);
    // Two at a time beside the one that goes on.
    await Promise.allSettled([...resumptions.values()].slice(-2, -1));
  }
}

async function resumeCopy(copy: string, { asks }: Boundary): Promise<Resumed> {
  const bind = 'mount --bind "$1" "$2"; shift 2; exec "$@"';
  const through = ['unshare', '--mount', '--', 'sh', '-euc', bind, 'sh', copy, bench.folder];
  const unasked = asks ? await install(['--resume'], undefined, through) : undefined;
  const ended = await install(again, undefined, through);
  if (ended.status !== 0) throw new Error(ended.stderr);
  const read = `${copy}-read`;
  const image = readImage(join(copy, 'disk.img'), read);
  const resumed = {
    differences: differences(undisturbed, image),
    first: ended.events
      .flatMap((event) => (event.type === 'start' ? [event.id] : []))
      .find((id) => operations.some((operation) => operation.id === id)),
    left: readdirSync(copy),
    passwords: accepts(image, 'ada', canaries.user) && accepts(image, 'root', canaries.root),
    ...(unasked === undefined ? {} : { unasked }),
  };
  await run('rm', ['-rf', '--', copy, read]);
  return resumed;
}

function nameOf({ record, operation, when }: Boundary): string {
  return `${when} the ${record === 'start' ? 'start' : 'end'} of ${operation} is written down`;
}

describe('killed and resumed, an installation makes the same image:', () => {
  it.each(boundaries.map((boundary) => [nameOf(boundary), boundary] as const))(
    '%s',
    async (_name, boundary) => {
      const resumed = await resumptions.get(boundary);
      expect(resumed?.differences).toEqual([]);
      expect(resumed?.first).toBe(boundary.next);
      expect(resumed?.left.toSorted()).toEqual(['disk.img', 'machine.json']);
      expect(resumed?.passwords).toBe(true);
      expect(resumed?.unasked?.status).toBe(boundary.asks ? 4 : undefined);
      if (boundary.asks) expect(resumed?.unasked?.stderr).toContain('--rerun-command');
    },
  );
});
