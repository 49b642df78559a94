import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * The names that a module's source exports, of values. It is read, not imported: a module may be in the midst of its
 * evaluation. Undefined when the source does not tell, such as one that exports all of another, or is no file.
 */
export function exportsOf(module: string): ReadonlySet<string> | undefined {
  const file = fileOf(module);
  if (file === undefined) return undefined;
  // The parser is native code; who runs nothing in threads does not load it.
  const { parseSync } = createRequire(import.meta.url)('oxc-parser') as typeof import('oxc-parser');
  const { errors, module: syntax } = parseSync(file, readFileSync(file, 'utf8'), { sourceType: 'module' });
  if (errors.length > 0 || !syntax.hasModuleSyntax) return undefined;
  const entries = syntax.staticExports.flatMap((statement) => statement.entries);
  const exportsAll = entries.some(({ exportName, importName }) => {
    return importName.kind === 'AllButDefault' && exportName.kind === 'None';
  });
  if (exportsAll) return undefined;
  return new Set(entries.flatMap(({ exportName, isType }) => (isType ? [] : (exportName.name ?? []))));
}

function fileOf(module: string): string | undefined {
  if (!/^file:[^?#]+\.[cm]?[jt]sx?(?:[?#]|$)/.test(module) || !URL.canParse(module)) return undefined;
  const file = fileURLToPath(module);
  return existsSync(file) ? file : undefined;
}
