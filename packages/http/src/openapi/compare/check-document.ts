import { isDecodable, isObject, References, type JsonObject } from './references.ts';

/**
 * Thrown if a document cannot be compared because one of its parts is malformed. The message contains the JSON pointer
 * to that part.
 */
export class MalformedOpenapi extends Error {
  override readonly name = 'MalformedOpenapi';
}

/** Maximum nesting depth of objects and lists in a document. */
const LEVELS = 200;

type Form = 'one' | 'list' | 'map' | 'one or list';
type Kind =
  | 'document'
  | 'path item'
  | 'operation'
  | 'parameter'
  | 'body'
  | 'response'
  | 'media type'
  | 'header'
  | 'schema'
  | 'requirement'
  | 'value'
  | 'string';

/**
 * The members that are compared, with their forms. Names that begin with `x-` are extensions, except in `properties`.
 */
const MEMBERS: Partial<Record<Kind, Readonly<Record<string, readonly [Form, Kind]>>>> = {
  document: { paths: ['map', 'path item'], security: ['list', 'requirement'] },
  'path item': {
    parameters: ['list', 'parameter'],
    ...Object.fromEntries(
      ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'].map(
        (method) => [method, ['one', 'operation']] as const,
      ),
    ),
  },
  operation: {
    parameters: ['list', 'parameter'],
    requestBody: ['one', 'body'],
    responses: ['map', 'response'],
    security: ['list', 'requirement'],
  },
  parameter: { schema: ['one', 'schema'] },
  body: { content: ['map', 'media type'] },
  response: { content: ['map', 'media type'], headers: ['map', 'header'] },
  'media type': { schema: ['one', 'schema'] },
  schema: {
    type: ['one or list', 'string'],
    enum: ['list', 'value'],
    required: ['list', 'string'],
    properties: ['map', 'schema'],
    additionalProperties: ['one', 'schema'],
    items: ['one', 'schema'],
    prefixItems: ['list', 'schema'],
    allOf: ['list', 'schema'],
    anyOf: ['list', 'schema'],
    oneOf: ['list', 'schema'],
  },
};

interface Part {
  readonly value: unknown;
  readonly kind: Kind;
  /** JSON pointer to the part. */
  readonly place: string;
}

/** @throws {MalformedOpenapi} if a part that is compared is malformed or the document is nested too deeply */
export function assertComparable(document: JsonObject, name: string): void {
  const fail = (place: string, problem: string): never => {
    throw new MalformedOpenapi(`${name}: ${place === '' ? 'the document' : place} ${problem}`);
  };
  assertLevels(document, fail);
  const references = new References(document);
  const seen = new Map<Kind, Set<unknown>>();
  const parts: Part[] = [{ value: document, kind: 'document', place: '' }];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { value, kind, place } = part;
    if (kind === 'value' || (kind === 'schema' && typeof value === 'boolean')) continue;
    if (kind === 'string') {
      if (typeof value !== 'string') fail(place, `must be a string, not ${nameOf(value)}`);
      continue;
    }
    if (!isObject(value)) {
      fail(place, `must be an object${kind === 'schema' ? ' or a boolean' : ''}, not ${nameOf(value)}`);
      continue;
    }
    const ofKind = seen.get(kind) ?? new Set();
    seen.set(kind, ofKind);
    if (ofKind.has(value)) continue;
    ofKind.add(value);
    const ref = kind === 'document' || kind === 'requirement' ? undefined : value['$ref'];
    if (ref !== undefined) {
      if (typeof ref !== 'string') fail(`${place}/$ref`, `must be a string, not ${nameOf(ref)}`);
      else if (!isDecodable(ref)) fail(`${place}/$ref`, 'contains a malformed percent escape');
      else {
        const target = references.find(ref);
        if (target !== undefined) parts.push({ value: target, kind, place: ref.slice(1) });
      }
    }
    for (const [member, [form, of]] of Object.entries(MEMBERS[kind] ?? {})) {
      if (value[member] !== undefined)
        parts.push(...partsOf(value[member], form, of, `${place}/${member}`, fail));
    }
  }
}

function partsOf(
  value: unknown,
  form: Form,
  kind: Kind,
  place: string,
  fail: (place: string, problem: string) => never,
): readonly Part[] {
  if (form === 'one' || (form === 'one or list' && !Array.isArray(value))) return [{ value, kind, place }];
  if (form === 'map') {
    if (!isObject(value)) return fail(place, `must be an object, not ${nameOf(value)}`);
    return Object.entries(value)
      .filter(([name]) => kind === 'schema' || !name.startsWith('x-'))
      .map(([name, each]) => ({ value: each, kind, place: `${place}/${encodeName(name)}` }));
  }
  if (!Array.isArray(value)) return fail(place, `must be a list, not ${nameOf(value)}`);
  return value.map((each: unknown, index) => ({ value: each, kind, place: `${place}/${index}` }));
}

/** Nesting is limited because schemas are compared recursively. */
function assertLevels(document: JsonObject, fail: (place: string, problem: string) => never): void {
  const values: { value: object; level: number; path: readonly string[] }[] = [
    { value: document, level: 1, path: [] },
  ];
  for (let next = values.pop(); next !== undefined; next = values.pop()) {
    const { value, level, path } = next;
    if (level > LEVELS)
      fail(`/${path.map(encodeName).join('/')}`, `contains more than ${LEVELS - SHOWN} further levels`);
    for (const [name, each] of Object.entries(value)) {
      if (typeof each === 'object' && each !== null)
        values.push({
          value: each as object,
          level: level + 1,
          path: level > SHOWN ? path : [...path, name],
        });
    }
  }
}

/** Maximum number of names in the pointer to a value that is nested too deeply. */
const SHOWN = 8;

function encodeName(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
