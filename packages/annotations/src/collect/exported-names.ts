import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadParser } from '@writ/source/compiler';

/**
 * Returns the names of a module's exported values, read from the source because the module may still be evaluating;
 * undefined if they cannot be read from it, for example because of `export *`, or if the module is not a file.
 */
export function readExportedNames(module: string): ReadonlySet<string> | undefined {
  const file = sourceFileOf(module);
  if (file === undefined) return undefined;
  const parse = loadParser();
  if (parse === undefined) return undefined;
  const { errors, module: syntax } = parse(file, readFileSync(file, 'utf8'), { sourceType: 'module' });
  if (errors.length > 0 || !syntax.hasModuleSyntax) return undefined;
  const entries = syntax.staticExports.flatMap((statement) => statement.entries);
  const exportsAll = entries.some(({ exportName, importName }) => {
    return importName.kind === 'AllButDefault' && exportName.kind === 'None';
  });
  if (exportsAll) return undefined;
  return new Set(entries.flatMap(({ exportName, isType }) => (isType ? [] : (exportName.name ?? []))));
}

function sourceFileOf(module: string): string | undefined {
  if (!/^file:[^?#]+\.[cm]?[jt]sx?(?:[?#]|$)/.test(module) || !URL.canParse(module)) return undefined;
  const file = fileURLToPath(module);
  return existsSync(file) ? file : undefined;
}
