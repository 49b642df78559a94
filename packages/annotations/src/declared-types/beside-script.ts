import { memberOf, recordOf } from '../recording/records.ts';
import { memberNames, type Class } from '../recording/reflection.ts';
import type { RecordedClass } from './recorded.ts';

/**
 * What the declaration file beside a compiled class declares. It is read by code that no bundle holds: a bundle has no
 * declarations, and its classes bring their types themselves.
 */
export function recordBesideScript(type: Class): RecordedClass | undefined {
  for (const script of scriptsOf(type)) {
    const record = isDeclared(script) ? load()?.recordFromDeclarations(script, type.name) : undefined;
    if (record !== undefined) return record;
  }
  return undefined;
}

/** The declaration file beside the class's script, as it is called in its folder. */
export function declarationFileBeside(type: Class): string | undefined {
  const script = [...scriptsOf(type)].find(isDeclared);
  return script && declarationsOf(script).replace(/^.*[\\/]/, '');
}

/** The files that call annotations of the class. One that calls them in its own functions is another than the class's. */
function scriptsOf(type: Class): ReadonlySet<string> {
  const { notes, fields } = recordOf(type);
  const members = memberNames(type).flatMap((name) => memberOf(type, name)?.notes ?? []);
  const origins = new Set([...notes, ...members, ...[...fields.values()].flat()].map(({ origin }) => origin));
  return new Set([...origins].flatMap(({ script }) => script ?? []));
}

function declarationsOf(script: string): string {
  return script.replace(/\.([cm]?)js$/, '.d.$1ts');
}

/** Before anything is loaded for it. */
function isDeclared(script: string): boolean {
  const declarations = declarationsOf(script);
  if (declarations === script) return false;
  try {
    return process.getBuiltinModule('node:fs').existsSync(declarations);
  } catch {
    // A runtime without files.
    return false;
  }
}

/** The entry of this package that reads declaration files. */
interface Declarations {
  recordFromDeclarations(file: string, className: string): RecordedClass | undefined;
}

function load(): Declarations | undefined {
  try {
    // Bundlers follow an imported `createRequire`. A bundle in CommonJS form has no `import.meta.url`.
    const { createRequire } = process.getBuiltinModule('node:module');
    const { url = `${process.cwd()}/` }: { readonly url?: string } = import.meta;
    return createRequire(url)('@writ/annotations/declarations');
  } catch {
    return undefined;
  }
}
