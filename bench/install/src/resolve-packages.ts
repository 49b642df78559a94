import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePackages, type ResolvedPackage } from './parse-packages.ts';

/** Resolves package names and their dependencies with the package manager, before the measurements. */
export function resolvePackages(names: readonly string[], mirror: string, folder: string): ResolvedPackage[] {
  const work = join(folder, 'resolve');
  mkdirSync(join(work, 'db'), { recursive: true });
  const config = join(work, 'pacman.conf');
  const repositories = ['core', 'extra'].map(
    (name) => `[${name}]\nServer = file://${mirror}/$repo/os/$arch\n`,
  );
  writeFileSync(config, `[options]\nArchitecture = x86_64\nSigLevel = Never\n${repositories.join('')}`);
  const pacman = (...args: readonly string[]): string =>
    execFileSync(
      'pacman',
      ['--config', config, '--root', work, '--dbpath', join(work, 'db'), '--noconfirm', ...args],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
  pacman('-Sy');
  const printed = pacman('-S', '--print', '--print-format', '%n %l', '--', ...names);
  rmSync(work, { recursive: true });
  return parsePackages(printed, mirror);
}
