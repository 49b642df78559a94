import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { cpus, loadavg, release, totalmem, type as systemName } from 'node:os';

/** The machine and the software with which figures were measured. */
export interface Conditions {
  readonly node: string;
  readonly kernel: string;
  readonly processor: string;
  readonly memory: string;
  /** Versions of the npm packages that are compared. */
  readonly packages: Readonly<Record<string, string>>;
  /** Load averages over 1, 5 and 15 minutes at the end of the measurement. */
  readonly load: string;
  readonly date: string;
}

/**
 * Returns the current conditions.
 *
 * @param packages names of the npm packages that are compared
 * @param base URL of a module of the benchmark that depends on them
 */
export function readConditions(packages: readonly string[], base: string): Conditions {
  const processors = cpus();
  return {
    node: process.versions.node,
    kernel: `${systemName()} ${release()}`,
    processor: `${processors.length} × ${processors[0]?.model ?? 'unknown processor'}`,
    memory: `${(totalmem() / 2 ** 30).toFixed(0)} GiB of memory`,
    packages: Object.fromEntries(packages.map((name) => [name, packageVersion(name, base)])),
    load: loadavg()
      .map((load) => load.toFixed(1))
      .join(', '),
    date: new Date().toISOString().slice(0, 10),
  };
}

function packageVersion(name: string, base: string): string {
  const file = findPackageJSON(name, base);
  if (file === undefined) throw new Error(`${name} is not installed`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
