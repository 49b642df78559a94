import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Packs the packages of this checkout and installs them as users do. Returns the path of the command. */
export function installBuiltCommand(folder: string): string {
  console.log('packing and installing the command writ');
  const project = join(folder, 'writ');
  mkdirSync(project);
  execFileSync(process.execPath, ['scripts/pack.ts'], { cwd: root, stdio: 'pipe', timeout: 5 * 60_000 });
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const tarballs = globSync('dist/*.tgz', { cwd: root }).map((file) => join(root, file));
  execFileSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', ...tarballs],
    { cwd: project, stdio: 'pipe', timeout: 5 * 60_000 },
  );
  return join(project, 'node_modules/@writ/cli/bin/writ.js');
}
