/** Parameters that accept all remaining segments and all names. */
export const ALL = 'kwargs: Record<string, unknown>, ...args: string[]';
export const ARGS = '...args: string[]';

/**
 * Source of a class whose handlers return their name and arguments: `echoController('foo:Bar', 'GET(id: string)')` is
 * `export class Bar extends Controller { GET(id: string) { return … } }`. The name may be followed by a base class
 * other than `Controller`, and by static members.
 */
export function echoController(place: string, ...signatures: readonly string[]): string {
  const [, name = '', base = 'Controller', statics = ''] =
    /:(\w+)(?: extends (\w+))?(?: (.*))?$/.exec(place) ?? [];
  const handlerPath = place.split(' ', 1)[0];
  const methods = signatures.map((signature) => {
    const [, verb = '', list = ''] = /^(\w+)\((.*)\)$/.exec(signature) ?? [];
    return `${signature} { return { handler: '${handlerPath}.${verb}', params: { ${namesIn(list).join(', ')} } }; }`;
  });
  return `export class ${name} extends ${base} { ${[statics, ...methods].join('\n')} }`;
}

/** The parameter names, or the keys of a destructured parameter. */
function namesIn(list: string): readonly string[] {
  const parts = list.split(/,\s*(?=(?:\.\.\.)?\w+\??\s*[:=]|\{)/).filter(Boolean);
  return parts.flatMap((part) => {
    const keys = /^\{([^}]*)\}/.exec(part)?.[1];
    if (keys !== undefined) return keys.split(',').map((key) => key.trim());
    return /\w+/.exec(part)?.[0] ?? [];
  });
}

/** Source of a class whose handlers return expressions: `resultController('Foo', { GET: "'foo'" })`. */
export function resultController(
  head: string,
  handlers: Readonly<Record<string, string>>,
  members = '',
): string {
  const [name = '', base = 'Controller'] = head.split(' extends ');
  const methods = Object.entries(handlers).map(([verb, body]) => {
    const signature = verb.includes('(') ? verb : `${verb}()`;
    return `${signature} { ${body.includes('return ') || body.includes('throw ') ? body : `return ${body};`} }`;
  });
  return `export class ${name} extends ${base} { ${[members, ...methods].join('\n')} }`;
}

/** Source of a module with these classes and their imports. */
export function moduleSource(...classes: readonly string[]): string {
  const text = classes.join('\n');
  const used = (names: readonly string[]): string =>
    names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).join(', ');
  const imported = used([
    'Controller',
    'AccessDenied',
    'Forbidden',
    'Redirect',
    'Stop',
    'html',
    'text',
    'redirect',
  ]);
  const kernel = used(['HttpError', 'basic', 'bearer']);
  const tools = used(['negotiate']);
  return [
    imported && `import { ${imported} } from '@writ/controllers';`,
    kernel && `import { ${kernel} } from '@writ/http';`,
    tools && `import { ${tools} } from '@writ/http/kernel';`,
    /\bz\./.test(text) && "import { z } from 'zod';",
    text,
  ]
    .filter(Boolean)
    .join('\n');
}
