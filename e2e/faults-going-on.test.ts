/** Whoever interrupts an installation, starts a second one or changes what it was begun with: it goes on, or says why not. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serveMirror, slow } from '@writ/mirror';
import { expectEnd, expectNothingLeft, expectToGoOn, turns, whenStarted } from './faults.ts';
import { Workbench, type Run } from './installation.ts';
import { plannedOperations } from './resume.ts';
import { sharedMirror } from './shared-mirror.ts';

const turn = turns(2);
const { mirror, cache } = sharedMirror({ warm: true });

/** The stages of the plan, and what comes before them; those of disks are another test's. */
const planned = await stagesOf();

async function stagesOf(): Promise<string[]> {
  using bench = new Workbench();
  const operations = await plannedOperations(bench);
  return ['preflight', 'download', ...new Set(operations.map(({ stage }) => stage))];
}

describe.concurrent('a signal', () => {
  /** What it is at then: in the midst of it where that takes its time. */
  const moments: Readonly<Record<string, number>> = {
    preflight: 100,
    download: 100,
    packages: 600,
    image: 50,
  };

  it.each<[NodeJS.Signals, string]>([
    ...planned.map((stage): [NodeJS.Signals, string] => ['SIGINT', stage]),
    ['SIGTERM', 'system'],
    ['SIGHUP', 'image'],
  ])('%s at the stage %s ends with 130 and leaves what can be gone on with', (signal, stage) =>
    turn(async () => {
      using bench = new Workbench();
      const own = stage === 'download' ? join(bench.folder, 'cache') : cache;
      const slowed = await serveMirror(mirror.root, { tamper: slow(20_000_000) });
      let sent = false;
      const onEvent: Run['onEvent'] = (event, kill) => {
        if (sent || event.type !== 'start' || event.stage !== stage) return;
        sent = true;
        setTimeout(() => kill(signal), moments[stage] ?? 0);
      };
      const ended = await bench.install(slowed.address, [], { cache: own, onEvent, watch: false });
      await expectEnd(ended, bench, { status: 130, cause: /writ: interrupted/, next: /--resume goes on/ });
      // Another address would be another plan.
      // What a custom command has done, nobody knows.
      const asked = stage === 'commands' ? ['--resume', '--rerun-command'] : undefined;
      await expectToGoOn(bench, slowed.address, own, asked);
      await slowed.close();
    }),
  );
});

describe('two installations at once', () => {
  it('to one target: the second is refused, the first comes to its end', async () => {
    using bench = new Workbench();
    let second: ReturnType<Workbench['install']> | undefined;
    const first = await bench.install(mirror.address, [], {
      cache,
      watch: false,
      onEvent: whenStarted(
        'preflight',
        () => (second = bench.install(mirror.address, [], { cache, watch: false })),
        300,
      ),
    });
    const refused = await second;
    expect(refused?.status, refused?.stderr).toBe(3);
    expect(refused?.stderr).toMatch(/another installation to .*disk\.img is going on/);
    expect(refused?.stderr).toMatch(/wait for it/);
    expect(first.status, first.stderr).toBe(0);
    await expectNothingLeft(bench);
  });

  it('to two targets: both come to their end, and share what they download', async () => {
    using one = new Workbench();
    using two = new Workbench();
    const own = join(one.folder, 'cache');
    const asked: string[] = [];
    const counting = await serveMirror(mirror.root, {
      tamper: (path) => void (/\.pkg\.tar\.\w+$/.test(path) && asked.push(path)),
    });
    const run = { cache: own, watch: false };
    const ended = await Promise.all([one, two].map((bench) => bench.install(counting.address, [], run)));
    await counting.close();
    for (const { status, stderr } of ended) expect(status, stderr).toBe(0);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    for (const bench of [one, two]) await expectNothingLeft(bench);
  });
});

describe.concurrent('an unfinished installation is not continued', () => {
  it.each<[string, (bench: Workbench, other: Workbench) => readonly string[], RegExp]>([
    [
      'with another configuration',
      (bench, other) => {
        copyFileSync(other.config, bench.config);
        return [];
      },
      /follows another plan .*: the configuration or an option was changed/,
    ],
    ['with another plan', () => ['--image-size', '9G'], /follows another plan/],
    [
      'onto another target',
      (bench) => {
        // What was begun beside one image does not belong to another, whatever its name is now.
        execFileSync('mv', [`${bench.target}.writ`, `${bench.target}.aside`]);
        execFileSync('mv', [`${bench.target}.aside`, join(bench.folder, 'other.img.writ')]);
        return ['other'];
      },
      /was for another target/,
    ],
  ])('%s, and says so; with the same one it is', (_how, change, cause) =>
    turn(async () => {
      using bench = new Workbench();
      using other = new Workbench({ hostname: 'another' });
      const onEvent = whenStarted('fstab', (kill) => kill('SIGKILL'));
      const killed = await bench.install(mirror.address, [], { cache, onEvent, watch: false });
      expect(killed.signal).toBe('SIGKILL');
      const before = readFileSync(bench.config);
      const args = change(bench, other);
      const moved = args[0] === 'other';
      const target = moved
        ? Object.assign(new Workbench(), { target: join(bench.folder, 'other.img') })
        : bench;
      const again = await target.install(mirror.address, ['--resume', ...(moved ? [] : args)], {
        cache,
        watch: false,
      });
      expect(again.status, again.stderr).toBe(3);
      expect(again.stderr).toMatch(cause);
      expect(again.stderr).toMatch(/begin anew without --resume/);
      writeFileSync(bench.config, before);
      if (moved) execFileSync('mv', [join(bench.folder, 'other.img.writ'), `${bench.target}.writ`]);
      await expectToGoOn(bench, mirror.address, cache);
    }),
  );
});
