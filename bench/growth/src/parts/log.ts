/** The recording and reading of 10 to 1,000,000 lines of a program's output. */
import { fileURLToPath } from 'node:url';
import { LOG_SUBJECTS } from '../log-subjects.ts';
import type { LogFigures } from '../measure-log.ts';
import { runPart } from '../part.ts';
import { runScript } from '../run-script.ts';
import { sample } from '../samples.ts';

const script = fileURLToPath(new URL('../measure-log.ts', import.meta.url));

await runPart({
  name: 'growth-log',
  extents: {
    full: { sizes: [10, 100, 1_000, 10_000, 30_000, 100_000, 1_000_000], rounds: 3 },
    quick: { sizes: [10, 100, 1_000, 10_000, 100_000], rounds: 1 },
    smoke: { sizes: [10], rounds: 1 },
  },
  measure: async (rounds) => {
    const samples = await sample(Object.keys(LOG_SUBJECTS), rounds, (subject, lines) => {
      const { cpu, time, memory } = runScript<LogFigures>(script, [subject, String(lines)]);
      return { cpu, time, memory };
    });
    return {
      method:
        `Each measurement in its own process after a warm-up, medians of at most ${rounds.rounds} interleaved rounds. The processor ` +
        'time does not include the program that prints the lines. By default, the service records 20,000 lines of an ' +
        'installation; only the row "with its limits" has this limit.',
      charts: [
        {
          picture: 'log-processor',
          title: 'Log lines',
          x: 'lines',
          y: 'processor time, ms',
          order: 1,
          series: samples.series('cpu'),
        },
        { title: 'Log lines', x: 'lines', y: 'elapsed time, ms', order: 1, series: samples.series('time') },
        {
          picture: 'log-memory',
          title: 'Memory for log lines',
          x: 'lines',
          y: 'largest resident memory, MB',
          order: 0,
          series: samples.series('memory'),
        },
      ],
    };
  },
});
