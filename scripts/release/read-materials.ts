import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeBillOfMaterials, type BillOfMaterials, type LockedPackages } from './bill-of-materials.ts';
import type { Tarball } from './render-notes.ts';

/** Time limit for npm in milliseconds. It may have to download the descriptions of all dependencies. */
const NPM_MS = 10 * 60_000;

interface Manifest {
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The commit that is released. */
export interface ReleasedCommit {
  readonly version: string;
  /** The time of the commit, in ISO 8601. */
  readonly date: string;
}

/** Returns the tarballs in a folder with their sizes and checksums. */
export function readTarball(root: string, file: string): Tarball {
  const bytes = readFileSync(join(root, file));
  return { file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Returns the bill of materials of the tarballs: the packages, their dependencies in the versions that npm selects, and
 * the code of other packages that they contain.
 */
export function readBillOfMaterials(
  root: string,
  tarballs: readonly Tarball[],
  commit: ReleasedCommit,
): BillOfMaterials {
  const folder = mkdtempSync(join(tmpdir(), 'writ-materials-'));
  const npm = (...argv: readonly string[]): string =>
    execFileSync('npm', argv, {
      cwd: folder,
      encoding: 'utf8',
      timeout: NPM_MS,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  try {
    const manifest = { name: 'writ', version: commit.version, private: true };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const files = tarballs.map(({ file }) => join(root, file));
    npm(
      'install',
      '--package-lock-only',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--loglevel=error',
      ...files,
    );
    const written = npm('sbom', '--package-lock-only', '--sbom-format', 'cyclonedx');
    const { packages } = readJson(join(root, 'package-lock.json')) as { readonly packages: LockedPackages };
    return completeBillOfMaterials(JSON.parse(written) as BillOfMaterials, {
      ...commit,
      tarballs,
      lock: packages,
      bundled: bundledPackages(root),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The packages whose code is copied into a published package: llhttp from undici, and the libraries of the page. */
function bundledPackages(root: string): Readonly<Record<string, readonly string[]>> {
  const { devDependencies = {} } = readJson(join(root, 'packages/web/package.json')) as Manifest;
  const libraries = Object.keys(devDependencies).filter(
    (name) => name !== 'rolldown' && !name.startsWith('@writ/'),
  );
  return { '@writ/http': ['undici'], '@writ/web': [...libraries, 'openapi-fetch'] };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
