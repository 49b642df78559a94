/** The check and the plan of configurations with 10 to 100,000 lines. */
import { fileURLToPath } from 'node:url';
import { CONFIGURATIONS, createConfiguration } from '../configurations.ts';
import type { ConfigurationFigures } from '../measure-configuration.ts';
import { runPart } from '../part.ts';
import { runScript } from '../run-script.ts';
import { sample } from '../samples.ts';

const script = fileURLToPath(new URL('../measure-configuration.ts', import.meta.url));

await runPart({
  name: 'growth-configuration',
  extents: {
    full: { sizes: [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000], rounds: 5 },
    quick: { sizes: [10, 100, 1_000, 10_000, 30_000, 100_000], rounds: 1 },
    smoke: { sizes: [10], rounds: 1, subjects: 2 },
  },
  measure: async (rounds) => {
    const samples = await sample(Object.keys(CONFIGURATIONS), rounds, (kind, lines) => {
      if (createConfiguration(kind, lines) === undefined) return {};
      const { check, plan } = runScript<ConfigurationFigures>(script, [kind, String(lines)]);
      return { check, plan };
    });
    return {
      method:
        `Each measurement in its own process after a warm-up, medians of at most ${rounds.rounds} interleaved rounds. Most lines ` +
        'of a configuration have the same content. Writ refuses files of more than 1 MiB, which limits the number of users.',
      charts: [
        {
          picture: 'configuration-check',
          title: 'Check of a configuration',
          x: 'lines',
          y: 'processor time, ms',
          order: 1,
          series: samples.series('check'),
        },
        {
          picture: 'configuration-plan',
          title: 'Check and plan of a configuration',
          x: 'lines',
          y: 'processor time, ms',
          order: 1,
          series: samples.series('plan'),
        },
      ],
    };
  },
});
