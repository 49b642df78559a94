import * as kernel from '@writ/http';
import { validatingSchemaOf } from '@writ/http/kernel';
import { importSpecifier } from '@writ/source';
import type { Reference } from './references.ts';
import { CONSTANT_NAME } from './shared-values.ts';

/** Local names of values that are not plain data, and the imports that provide them. */
export interface Imports {
  /**
   * Returns an expression for a value, such as its local name or `Notes.auth`; undefined if no module exports the
   * value.
   */
  nameOf(value: unknown): string | undefined;
  /** Returns the import statements for a module that is written to `output`. */
  statements(output: string): readonly string[];
}

export function createImports(references: ReadonlyMap<unknown, Reference>): Imports {
  /** Local names by module and exported name. */
  const locals = new Map<string, Map<string, string>>();
  const taken = new Set<string>(RESERVED_NAMES);

  const local = (module: string, exportName: string): string => {
    let names = locals.get(module);
    if (names === undefined) locals.set(module, (names = new Map<string, string>()));
    const known = names.get(exportName);
    if (known !== undefined) return known;
    const stem = isVariable(exportName) ? exportName : 'value';
    let name = stem;
    for (let count = 2; taken.has(name); count += 1) name = `${stem}${count}`;
    taken.add(name);
    names.set(exportName, name);
    return name;
  };

  const nameOf = (value: unknown): string | undefined => {
    if ((typeof value !== 'function' && typeof value !== 'object') || value === null) return undefined;
    const schema = validatingSchemaOf(value);
    if (schema !== undefined) {
      const name = nameOf(schema);
      return name && `${local('@writ/controllers/table', 'inputSchema')}(${name})`;
    }
    const known = GLOBALS.get(value);
    if (known !== undefined) return known;
    const ofKernel = CODECS.get(value);
    if (ofKernel !== undefined) return local('@writ/http', ofKernel);
    const reference = references.get(value);
    if (reference === undefined) return undefined;
    const [exportName, ...members] = reference.path;
    return local(reference.file, exportName) + members.map(writeMemberAccess).join('');
  };

  return {
    nameOf,
    statements: (output) =>
      [...locals].map(([module, names]) => {
        const list = [...names].map(([name, as]) =>
          name === as ? name : `${writeImportName(name)} as ${as}`,
        );
        return `import { ${list.join(', ')} } from ${JSON.stringify(specifierFor(module, output))};`;
      }),
  };
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Whether a name can be the name of an import; an export may be named `class`. */
function isVariable(name: string): boolean {
  return IDENTIFIER.test(name) && !RESERVED_WORDS.has(name) && !CONSTANT_NAME.test(name);
}

/** Reserved words, which cannot be variable names in a module. */
const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
);

/** Globals that every runtime provides. */
const GLOBALS: ReadonlyMap<unknown, string> = new Map<unknown, string>(
  ['String', 'Number', 'Boolean', 'BigInt', 'Object', 'Array', 'Date', 'URL', 'Uint8Array', 'File', 'Blob']
    .concat('ReadableStream')
    .map((name) => [Reflect.get(globalThis, name), name]),
);

/** Codecs such as `int`; plain types are written inline, which is shorter. */
const CODECS: ReadonlyMap<unknown, string> = new Map<unknown, string>(
  Object.entries(kernel).flatMap(([name, value]) =>
    typeof value === 'object' && 'kind' in value && value.kind === 'codec' ? [[value, name]] : [],
  ),
);

const RESERVED_NAMES = [
  ...GLOBALS.values(),
  'at',
  'controllers',
  'ControllersTable',
  'Infinity',
  'NaN',
  'toWebSocketRoute',
  'undefined',
];

/** Returns the specifier of a module; packages are imported by name. */
function specifierFor(module: string, output: string): string {
  return module.startsWith('@') ? module : importSpecifier(module, output);
}

function writeImportName(name: string): string {
  return IDENTIFIER.test(name) ? name : JSON.stringify(name);
}

function writeMemberAccess(name: string): string {
  return IDENTIFIER.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
