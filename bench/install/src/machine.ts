import { execFileSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem } from 'node:os';

/** Describes the conditions of a measurement: machine, versions and load. */
export function describeMachine(): string {
  const [processor] = cpus();
  const versions = ['pacman-package-manager', 'mkosi', 'arch-install-scripts'].map(
    (name) => `${name} ${packageVersion(name)}`,
  );
  return [
    `${cpus().length} × ${processor?.model ?? 'unknown processor'}`,
    `${(totalmem() / 2 ** 30).toFixed(0)} GiB of memory`,
    `Linux ${release()}`,
    `Node ${process.versions.node}`,
    ...versions,
    `load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
    new Date().toISOString().slice(0, 10),
  ].join(', ');
}

function packageVersion(name: string): string {
  try {
    const format = '--showformat=${Version}';
    return execFileSync('dpkg-query', ['--show', format, name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return 'not installed';
  }
}
