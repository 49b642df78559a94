import { memberRecordOf, classRecordOf } from '../recording/records.ts';
import { memberNames, type Class } from '../recording/reflection.ts';
import type { RecordedClass } from './recorded-class.ts';

/**
 * Returns the declared types in the declaration file next to the script of a compiled class; undefined if there are
 * none. The code that reads the file is not included in bundles, because a bundle has no declaration files and its
 * classes carry their own type records.
 */
export function readDeclarationFile(type: Class): RecordedClass | undefined {
  for (const script of annotatingScripts(type)) {
    const record = hasDeclarationFile(script)
      ? loadDeclarationReader()?.recordFromDeclarations(script, type.name)
      : undefined;
    if (record !== undefined) return record;
  }
  return undefined;
}

/**
 * Returns the file name of the first declaration file next to a script that annotates the class; undefined if there is
 * none.
 */
export function findDeclarationFile(type: Class): string | undefined {
  const script = [...annotatingScripts(type)].find(hasDeclarationFile);
  return script && declarationPathOf(script).replace(/^.*[\\/]/, '');
}

/**
 * Returns the scripts that call the class's annotations. There may be several, because a script may define functions
 * that call annotations.
 */
function annotatingScripts(type: Class): ReadonlySet<string> {
  const { annotations, fields } = classRecordOf(type);
  const members = memberNames(type).flatMap((name) => memberRecordOf(type, name)?.annotations ?? []);
  const origins = new Set(
    [...annotations, ...members, ...[...fields.values()].flat()].map(({ origin }) => origin),
  );
  return new Set([...origins].flatMap(({ script }) => script ?? []));
}

function declarationPathOf(script: string): string {
  return script.replace(/\.([cm]?)js$/, '.d.$1ts');
}

/** Whether a declaration file exists; checked before its reader is loaded. */
function hasDeclarationFile(script: string): boolean {
  const declarations = declarationPathOf(script);
  if (declarations === script) return false;
  try {
    return process.getBuiltinModule('node:fs').existsSync(declarations);
  } catch {
    // The runtime has no file system.
    return false;
  }
}

/** The package entry point that reads declaration files. */
interface DeclarationReader {
  recordFromDeclarations(file: string, className: string): RecordedClass | undefined;
}

function loadDeclarationReader(): DeclarationReader | undefined {
  try {
    // `createRequire` is not imported, because bundlers would follow it. A CommonJS bundle has no `import.meta.url`.
    const { createRequire } = process.getBuiltinModule('node:module');
    const { url = `${process.cwd()}/` }: { readonly url?: string } = import.meta;
    return createRequire(url)('@writ/annotations/declarations');
  } catch {
    return undefined;
  }
}
