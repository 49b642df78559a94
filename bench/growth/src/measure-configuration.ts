/** Measures the check and the plan of a configuration in this process: `measure-configuration.ts KIND LINES`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkConfiguration, planInstallation } from '@writ/installer';
import { createConfiguration } from './configurations.ts';

/**
 * Approximate total number of lines to check before the measurement, and again during it; longer configurations are
 * checked once.
 */
const LEAST_LINES = 600;
const WARM_UP_LINES = 20;

export interface ConfigurationFigures {
  /** Milliseconds of processor time for the check. */
  readonly check: number;
  /** Milliseconds of processor time for the check and the plan; absent if there is no plan. */
  readonly plan?: number;
}

const [kind = '', lines = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'writ-growth-'));
try {
  const repetitions = Math.max(1, Math.floor(LEAST_LINES / Number(lines)));
  await measure(createConfiguration(kind, WARM_UP_LINES)!, LEAST_LINES / WARM_UP_LINES);
  console.log(JSON.stringify(await measure(createConfiguration(kind, Number(lines))!, repetitions)));
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(text: string, repetitions: number): Promise<ConfigurationFigures> {
  const config = { file: 'config.json', text };
  const target = join(folder, 'disk.img');
  const first = await planInstallation({ config, targets: [target] });
  const check = await averageTime(repetitions, () => checkConfiguration({ config }));
  if (first.plan === undefined) return { check };
  const plan = await averageTime(repetitions, () => planInstallation({ config, targets: [target] }));
  return { check, plan };
}

async function averageTime(repetitions: number, work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  for (let repetition = 0; repetition < repetitions; repetition += 1) await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / repetitions;
}
