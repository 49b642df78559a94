/**
 * Tests that interrupted and parallel installations, and installations with a changed configuration, either continue
 * or report why they cannot.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { serveMirror, throttled } from '@writ/mirror';
import { expectEnd, expectNothingLeft, expectToResume, limitConcurrency } from './faults.ts';
import { Workbench } from './installation.ts';
import { Hold, killedAt, type Moment } from './kill-at.ts';
import { MemoryFolder } from './memory-folder.ts';
import { plannedOperations } from './resume.ts';
import { sharedMirror } from './shared-mirror.ts';

const turn = limitConcurrency(2);
const memory = new MemoryFolder('4g');
afterAll(() => memory[Symbol.dispose]());
const { mirror, cache } = sharedMirror({ warm: true });

/** The stages of a plan for an image, each with its first operation, preceded by the preflight and the download. */
const planned = await stagesOf();

async function stagesOf(): Promise<ReadonlyMap<string, string>> {
  using bench = new Workbench({}, memory.path);
  const operations = (await plannedOperations(bench)).map(({ stage, id }) => [stage, id] as const);
  return new Map([['preflight', ''], ['download', ''], ...operations.toReversed()]);
}

describe.concurrent('the signal', () => {
  /** Returns a moment in the middle of a long stage, or at the start of a short one. */
  const momentOf = (stage: string): Moment => {
    const inside: Readonly<Record<string, Moment>> = {
      preflight: { argument: 'create-keyring', when: 'before' },
      download: { argument: '-Sw', when: 100 },
      packages: { argument: 'mounted', when: { says: 'installing linux' } },
      image: { argument: 'mkfs.ext4', when: 50 },
    };
    return inside[stage] ?? { record: 'start', operation: planned.get(stage) ?? '', when: 'after' };
  };

  it.each<[NodeJS.Signals, string]>([
    ...[...planned.keys()].map((stage): [NodeJS.Signals, string] => ['SIGINT', stage]),
    ['SIGTERM', 'system'],
    ['SIGHUP', 'image'],
  ])(
    '%s during the stage %s ends the installation with status 130 and leaves it resumable',
    (signal, stage) =>
      turn(async () => {
        using bench = new Workbench({}, memory.path);
        const own = stage === 'download' ? join(bench.folder, 'cache') : cache;
        const slowed = await serveMirror(mirror.root, { injectFault: throttled(20_000_000) });
        const environment = killedAt(momentOf(stage), signal);
        const ended = await bench.install(slowed.address, [], { cache: own, environment });
        await expectEnd(ended, bench, {
          status: 130,
          cause: /writ: interrupted/,
          next: /with --resume to continue/,
        });
        // Another address would lead to another plan. The effect of a custom command is unknown.
        const asked = stage === 'commands' ? ['--resume', '--rerun-command'] : undefined;
        await expectToResume(bench, slowed.address, own, asked);
        await slowed.close();
      }),
  );
});

describe('of two parallel installations', () => {
  it('to the same target, the second is refused and the first completes', async () => {
    using bench = new Workbench({}, memory.path);
    using hold = new Hold({ record: 'start', operation: 'packages', when: 'after' });
    const going = bench.install(mirror.address, [], { cache, environment: hold.environment });
    await hold.reached(going);
    const refused = await bench.install(mirror.address, [], { cache });
    hold.release();
    const first = await going;
    expect(refused.status, refused.stderr).toBe(3);
    expect(refused.stderr).toMatch(/another installation to .*disk\.img is running/);
    expect(refused.stderr).toMatch(/wait until it ends/);
    expect(first.status, first.stderr).toBe(0);
    await expectNothingLeft(bench);
  });

  it('to different targets, both complete and share their downloads', async () => {
    using one = new Workbench({}, memory.path);
    using two = new Workbench({}, memory.path);
    const own = join(one.folder, 'cache');
    const asked: string[] = [];
    const counting = await serveMirror(mirror.root, {
      injectFault: (path) => void (/\.pkg\.tar\.\w+$/.test(path) && asked.push(path)),
    });
    const run = { cache: own };
    const ended = await Promise.all([one, two].map((bench) => bench.install(counting.address, [], run)));
    await counting.close();
    for (const { status, stderr } of ended) expect(status, stderr).toBe(0);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    for (const bench of [one, two]) await expectNothingLeft(bench);
  });
});

describe.concurrent('an unfinished installation', () => {
  it.each<[string, (bench: Workbench, other: Workbench) => readonly string[], RegExp]>([
    [
      'with another configuration',
      (bench, other) => {
        copyFileSync(other.config, bench.config);
        return [];
      },
      /has a different plan .*, because the configuration or an option has changed/,
    ],
    ['with another plan', () => ['--image-size', '9G'], /has a different plan/],
    [
      'with another target',
      (bench) => {
        // An unfinished installation belongs to one image, even if the folder of the installation is renamed.
        execFileSync('mv', [`${bench.target}.writ`, `${bench.target}.aside`]);
        execFileSync('mv', [`${bench.target}.aside`, join(bench.folder, 'other.img.writ')]);
        return ['other'];
      },
      /was for another target/,
    ],
  ])('is not resumed %s; the reason is reported, and it can be resumed later', (_how, change, cause) =>
    turn(async () => {
      using bench = new Workbench({}, memory.path);
      using other = new Workbench({ hostname: 'another' }, memory.path);
      const environment = killedAt({ record: 'start', operation: 'fstab', when: 'after' });
      const killed = await bench.install(mirror.address, [], { cache, environment });
      expect(killed.signal).toBe('SIGKILL');
      const before = readFileSync(bench.config);
      const args = change(bench, other);
      const moved = args[0] === 'other';
      const target = moved
        ? Object.assign(new Workbench({}, memory.path), { target: join(bench.folder, 'other.img') })
        : bench;
      const again = await target.install(mirror.address, ['--resume', ...(moved ? [] : args)], {
        cache,
      });
      expect(again.status, again.stderr).toBe(3);
      expect(again.stderr).toMatch(cause);
      expect(again.stderr).toMatch(/start over without --resume/);
      writeFileSync(bench.config, before);
      if (moved) execFileSync('mv', [join(bench.folder, 'other.img.writ'), `${bench.target}.writ`]);
      await expectToResume(bench, mirror.address, cache);
    }),
  );
});
