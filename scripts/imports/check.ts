import { SourceText, type Diagnostic } from '@writ/diagnostics';
import { checkFloors, type FloorTable } from './floors.ts';
import { checkPackages, isOfPackage, type PackageTable } from './package-direction.ts';
import { readImports, type Import } from './read-imports.ts';
import { checkFileRings, checkFolderRings } from './rings.ts';
import { checkUnitTests } from './unit-tests.ts';

export interface ImportTables {
  readonly packages: PackageTable;
  readonly floors: FloorTable;
}

/** Test code may import from any floor of its package, and may form rings. */
const TEST = /\.test\.ts$|\/testing\.ts$|\/fixtures\//;

/**
 * Finds the imports that violate a rule. `sources` contains source texts by path from the root, such as
 * `packages/http/src/index.ts`.
 */
export function checkImports(
  sources: ReadonlyMap<string, SourceText>,
  tables: ImportTables,
): readonly Diagnostic[] {
  const all = Array.from(sources, ([file, { text }]) => readImports(file, text)).flat();
  const ofPackages = all.filter(({ from }) => isOfPackage(from));
  const code = ofPackages.filter(({ from }) => !TEST.test(from));
  const findings = [
    ...checkPackages(ofPackages, tables.packages),
    ...checkFloors(code, tables.floors),
    ...checkFolderRings(code),
    ...checkFileRings(code),
    ...checkUnitTests(all),
  ];
  const locateImport = ({ from, start, end }: Import): Pick<Diagnostic, 'file' | 'range'> => ({
    file: from,
    range: sources.get(from)!.rangeAt(start, end),
  });
  return findings.map(({ at, message, hint, others = [] }) => ({
    code: 'import-direction',
    severity: 'error',
    message,
    hint,
    ...locateImport(at),
    related: others.map((other) => ({
      ...locateImport(other),
      message: `${other.from} imports ${other.specifier}`,
    })),
  }));
}
