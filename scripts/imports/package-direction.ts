import type { ImportFinding } from './finding.ts';
import type { Import } from './read-imports.ts';

/** The packages in this repository that each package may import. */
export type PackageTable = Readonly<Record<string, readonly string[]>>;

/**
 * Finds imports of packages that the table does not allow, and imports of files in another package by path.
 */
export function checkPackages(imports: readonly Import[], table: PackageTable): readonly ImportFinding[] {
  return imports.flatMap((at): readonly ImportFinding[] => {
    const message = `${JSON.stringify(at.specifier)} is imported against the direction of the packages`;
    const name = packageOf(at.from);
    const allowed = table[name];
    if (allowed === undefined)
      return [{ at, message, hint: `add ${folderOf(at.from)} to scripts/imports/tables.ts` }];
    if (at.to !== undefined) {
      const other = packageOf(at.to);
      if (at.to.startsWith(`${folderOf(at.from)}/`)) return [];
      // Scripts support the tests of every package.
      if (at.from.endsWith('.test.ts') && at.to.startsWith('scripts/')) return [];
      return [{ at, message, hint: `import another package by its name, @writ/${other}` }];
    }
    const [, other = name] = /^@writ\/([^/]+)/.exec(at.specifier) ?? [];
    if (other === name || allowed.includes(other)) return [];
    return [
      { at, message, hint: `${folderOf(at.from)} may import ${allowed.join(', ') || 'no other package'}` },
    ];
  });
}

/** Returns the folder of a file's package, such as `packages/http`, or its folder in `tools`. */
function folderOf(file: string): string {
  return file.split('/', 2).join('/');
}

function packageOf(file: string): string {
  return file.split('/')[1] ?? '';
}

/** Whether a file is in `src` or `bin` of a package, including the tests there. */
export function isOfPackage(file: string): boolean {
  return /^(?:packages|tools)\/[^/]+\/(?:src|bin|editor|page)\//.test(file);
}
