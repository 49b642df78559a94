import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import type { BillOfMaterials } from '../../../scripts/release/bill-of-materials.ts';
import { readBillOfMaterials, readTarball } from '../../../scripts/release/read-materials.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');

/** Declares tests of the bill of materials for the packed packages that are installed in `project`. */
export function describeMaterials(project: string, listTarballs: () => readonly string[]): void {
  let materials: BillOfMaterials;
  beforeAll(() => {
    const tarballs = listTarballs().map((file) => readTarball(root, join('dist', basename(file))));
    materials = readBillOfMaterials(root, tarballs, { version: '0.1.0', date: '2026-11-22T10:00:00Z' });
  }, 900_000);

  it('contains the checksum of every tarball', () => {
    const hashes = JSON.stringify(materials.components.map((each) => each['hashes']));
    for (const file of listTarballs()) {
      const digest = createHash('sha512').update(readFileSync(file)).digest('hex');
      expect(hashes, file).toContain(digest);
    }
  });

  it('contains every package that an installation consists of, and the code that packages contain', () => {
    const lock = JSON.parse(readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly version: string; readonly optional?: boolean }>>;
    };
    const listed = new Set(materials.components.map(({ name, version }) => `${name}@${version}`));
    const installed = Object.entries(lock.packages)
      // Binaries for one platform are optional dependencies of the packages that are listed.
      .filter(([, { optional }]) => optional !== true)
      .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`);
    expect(installed.length).toBeGreaterThan(40);
    expect(installed.filter((each) => !listed.has(each))).toEqual([]);
    const names = materials.components.map(({ name }) => name);
    for (const bundled of ['undici', 'preact', '@lezer/common', '@xterm/xterm'])
      expect(names).toContain(bundled);
  });

  it('contains no path of this machine', () => {
    expect(JSON.stringify(materials)).not.toMatch(/file:|\/dist\//);
  });
}
