/**
 * Adds binaries for other platforms to the lock files of the workspace and of site/, or to the specified files. npm silently omits
 * binaries that the configured registry does not offer. On a machine whose registry offers them, `npm ci`
 * then rejects the lock file or omits the binaries. Run this script after every dependency change: `npm run
 * lock`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = resolve(fileURLToPath(import.meta.url), '../..');
const files = process.argv.slice(2);
for (const file of files.length > 0 ? files : ['package-lock.json', 'site/package-lock.json'])
  completeLock(file);

function completeLock(file: string): void {
  const lock = JSON.parse(readFileSync(resolve(root, file), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const before = Object.keys(lock.packages).length;
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
    const folder = path.slice(0, path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (path === '' || `${folder}${name}` in lock.packages) continue;
      lock.packages[`${folder}${name}`] = {
        version,
        ...parsePlatform(name),
        ...(dev ? { dev } : {}),
        optional: true,
      };
    }
  }
  const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(resolve(root, file), `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${sorted.length - before} entries added to ${file}`);
}

/**
 * Derives the platform from the name: `@oxlint/binding-linux-arm-musleabihf` runs on Linux on ARM with musl,
 * `@deno/win32-x64` on Windows.
 */
function parsePlatform(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const [os = '', cpu = '', abi = ''] = name.replace(/^.*(?:binding-|\/(?:rollup-)?)/, '').split('-');
  const libc = os !== 'linux' || abi === '' ? {} : { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] };
  return os === 'wasm32' ? { cpu: ['wasm32'] } : { os: [os], cpu: [cpu], ...libc };
}
