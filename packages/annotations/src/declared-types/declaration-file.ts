import { memberRecordOf, classRecordOf } from '../recording/records.ts';
import { memberNames, type Class } from '../recording/reflection.ts';
import type { RecordedClass } from './recorded-class.ts';

/**
 * What the declaration file beside a compiled class declares. It is read by code that no bundle holds: a bundle has no
 * declarations, and its classes bring their types themselves.
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

/** The declaration file beside the class's script, as it is called in its folder. */
export function findDeclarationFile(type: Class): string | undefined {
  const script = [...annotatingScripts(type)].find(hasDeclarationFile);
  return script && declarationPathOf(script).replace(/^.*[\\/]/, '');
}

/** The files that call annotations of the class. One that calls them in its own functions is another than the class's. */
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

/** Before anything is loaded for it. */
function hasDeclarationFile(script: string): boolean {
  const declarations = declarationPathOf(script);
  if (declarations === script) return false;
  try {
    return process.getBuiltinModule('node:fs').existsSync(declarations);
  } catch {
    // A runtime without files.
    return false;
  }
}

/** The entry of this package that reads declaration files. */
interface DeclarationReader {
  recordFromDeclarations(file: string, className: string): RecordedClass | undefined;
}

function loadDeclarationReader(): DeclarationReader | undefined {
  try {
    // Bundlers follow an imported `createRequire`. A bundle in CommonJS form has no `import.meta.url`.
    const { createRequire } = process.getBuiltinModule('node:module');
    const { url = `${process.cwd()}/` }: { readonly url?: string } = import.meta;
    return createRequire(url)('@writ/annotations/declarations');
  } catch {
    return undefined;
  }
}
