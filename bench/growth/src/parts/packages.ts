/** The plan and the installation of 50 to 1,000 packages. The installations need root. */
import { buildMirror, missingTools, serveMirror } from '@writ/mirror';
import { roundsInTime } from '../../../shared/rounds.ts';
import type { Series } from '../../../shared/chart.ts';
import { measureInstallation, measurePlan } from '../measure-installation.ts';
import { runPart, type PartResult, type Rounds } from '../part.ts';
import { Samples } from '../samples.ts';

const METHOD =
  'Small packages in addition to the small set of bench/install (about 10 packages), from the mirror `many`, with an ' +
  'empty package cache. The processor time of `writ` is separate from that of the programs it starts: pacman, gpgv, mkfs.';

await runPart({
  name: 'growth-packages',
  extents: {
    full: { sizes: [50, 100, 200, 500, 1_000], rounds: 3 },
    quick: { sizes: [50, 100, 200, 300, 500], rounds: 1 },
    smoke: { sizes: [2], rounds: 1 },
  },
  measure: async (rounds, extent) => {
    const samples = new Samples();
    const omitted = extent === 'smoke' ? 'the smoke test installs nothing' : missingForInstallation();
    for (const _round of roundsInTime(rounds.rounds, 4)) {
      for (const size of rounds.sizes) samples.add('plan', size, { cpu: await measurePlan(size) });
    }
    if (omitted === undefined) await addInstallations(samples, rounds);
    return describe(samples, rounds.rounds, omitted);
  },
});

/** Returns the reason why this machine cannot install; undefined if it can. */
function missingForInstallation(): string | undefined {
  if (process.getuid?.() !== 0) return 'installations need root';
  const missing = missingTools();
  return missing.length === 0 ? undefined : `Debian packages are missing: ${missing.join(' ')}`;
}

async function addInstallations(samples: Samples, { sizes, rounds }: Rounds): Promise<void> {
  const mirror = await buildMirror({ set: 'many', log: (line) => console.log(line) });
  const server = await serveMirror(mirror.root);
  try {
    for (const _round of roundsInTime(rounds)) {
      for (const size of sizes) {
        const { own, programs, time, memory, steps } = await measureInstallation(size, server.address);
        samples.add('writ', size, { cpu: own, memory, time });
        samples.add('programs', size, { cpu: programs });
        for (const [id, seconds] of Object.entries(steps)) samples.add(`step ${id}`, size, { step: seconds });
      }
    }
  } finally {
    await server.close();
  }
}

function describe(samples: Samples, rounds: number, omitted: string | undefined): PartResult {
  const chart = (picture: string, title: string, y: string, series: readonly Series[]) => ({
    picture,
    title,
    x: 'packages',
    y,
    order: 1 as const,
    series,
  });
  const charts = [
    chart('packages-processor', 'Plan and installation', 'seconds of processor time', samples.series('cpu')),
  ];
  if (omitted === undefined) {
    charts.push(
      chart(
        'packages-memory',
        'Memory of an installation',
        'largest resident memory of the process writ, MB',
        samples.series('memory'),
      ),
      chart('packages-time', 'Installation', 'elapsed seconds', [
        ...samples.series('time'),
        ...longestSteps(samples.series('step')),
      ]),
    );
  }
  const without = omitted === undefined ? '' : ` No installations: ${omitted}.`;
  return { method: `${METHOD} Medians of ${rounds} rounds.${without}`, charts };
}

/** The three steps that take longest with the most packages. */
function longestSteps(steps: readonly Series[]): Series[] {
  const last = ({ points }: Series): number => points.at(-1)?.y ?? 0;
  return steps.toSorted((a, b) => last(b) - last(a)).slice(0, 3);
}
