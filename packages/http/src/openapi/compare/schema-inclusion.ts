type SchemaObject = Readonly<Record<string, unknown>>;

/** A schema with the document to which its references refer. */
export interface LocatedSchema {
  readonly schema: unknown;
  readonly document: SchemaObject;
}

/**
 * Whether the values are sent by clients or received by them. A client ignores properties that it does not know, and
 * the narrower schema is the old one for requests, and the new one for responses.
 */
export type Direction = 'request' | 'response';

/** A value that `inner` permits and `outer` does not. */
export interface Excess {
  /** The location in the value, such as `/items/0/title`; empty for the value itself. */
  readonly path: string;
  /** The difference, such as `the value "a" is not permitted`. */
  readonly message: string;
}

/**
 * Returns the ways in which `inner` permits values that `outer` does not permit. Keywords that cannot be compared count
 * as a difference unless they are equal.
 */
export function findExcess(inner: LocatedSchema, outer: LocatedSchema, direction: Direction): Excess[] {
  return new Inclusion(direction).compare(inner, outer, '');
}

/** Keywords that describe a value and do not restrict it. */
const ANNOTATIONS = new Set([
  'title',
  'description',
  'default',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$schema',
  '$id',
  '$defs',
  '$comment',
  'discriminator',
]);

/** Keywords that rules of their own compare. */
const COMPARED = new Set([
  '$ref',
  'type',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  'properties',
  'required',
  'items',
  'additionalProperties',
  'prefixItems',
]);

/** The depth at which a comparison of schemas that refer to each other ends. */
const DEPTH = 60;

/** Keywords whose value must be at least that of the wider schema, and their opposites. */
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;

class Inclusion {
  readonly #direction: Direction;
  /** Pairs of references that are being compared; recursive schemas refer to themselves. */
  readonly #open = new Set<string>();

  constructor(direction: Direction) {
    this.#direction = direction;
  }

  compare(inner: LocatedSchema, outer: LocatedSchema, path: string): Excess[] {
    if (path.split('/').length > DEPTH) return [];
    const pair = `${refOf(inner)} ${refOf(outer)}`;
    const isRecursive = refOf(inner) !== '' || refOf(outer) !== '';
    if (isRecursive && this.#open.has(pair)) return [];
    if (isRecursive) this.#open.add(pair);
    const found = this.#compareResolved(resolveSchema(inner), resolveSchema(outer), path);
    if (isRecursive) this.#open.delete(pair);
    return found;
  }

  #compareResolved(inner: LocatedSchema, outer: LocatedSchema, path: string): Excess[] {
    const [narrow, wide] = [inner.schema, outer.schema];
    if (wide === true || narrow === false || isUnrestricted(wide)) return [];
    if (wide === false) return [{ path, message: 'no value is permitted' }];
    if (narrow === true) return this.#compareResolved({ ...inner, schema: {} }, outer, path);
    const [a, b] = [narrow as SchemaObject, wide as SchemaObject];
    const within = (schema: unknown, located: LocatedSchema): LocatedSchema => ({ ...located, schema });

    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const variants = listOf(a[keyword]);
      if (variants !== undefined) {
        const rest = omit(a, keyword);
        return variants.flatMap((variant) =>
          this.compare(within(merge(rest, variant, inner), inner), outer, path),
        );
      }
    }
    const types = listOf(a['type']);
    const wideVariants = listOf(b['oneOf']) ?? listOf(b['anyOf']);
    if (types !== undefined && types.length > 1 && wideVariants !== undefined)
      return types.flatMap((type) => this.compare(within({ ...a, type }, inner), outer, path));
    const parts = listOf(a['allOf']);
    if (parts !== undefined) {
      const merged = parts.reduce<SchemaObject>((all, part) => merge(all, part, inner), omit(a, 'allOf'));
      return this.compare(within(merged, inner), outer, path);
    }
    const wideParts = listOf(b['allOf']);
    if (wideParts !== undefined)
      return [omit(b, 'allOf'), ...wideParts].flatMap((part) =>
        this.compare(inner, within(part, outer), path),
      );
    if (wideVariants !== undefined) {
      const rest = omit(omit(b, 'oneOf'), 'anyOf');
      const tried = wideVariants.map((variant) =>
        this.compare(inner, within(merge(rest, variant, outer), outer), path),
      );
      return tried.toSorted((one, other) => one.length - other.length)[0] ?? [];
    }
    return [
      ...compareValues(a, b, path),
      ...compareLimits(a, b, path),
      ...this.#compareObjects(inner, outer, path),
      ...this.#compareItems(inner, outer, path),
    ];
  }

  #compareObjects(inner: LocatedSchema, outer: LocatedSchema, path: string): Excess[] {
    const [a, b] = [inner.schema as SchemaObject, outer.schema as SchemaObject];
    if (!permits(a, 'object') || !permits(b, 'object')) return [];
    const [own, wide] = [propertiesOf(a), propertiesOf(b)];
    const isRequest = this.#direction === 'request';
    const required = listOf(a['required']) ?? [];
    const found: Excess[] = [];
    const wideRequired = listOf(b['required']) ?? [];
    for (const name of wideRequired) {
      if (!required.includes(name))
        found.push({ path: `${path}/${String(name)}`, message: 'may be missing' });
    }
    for (const [name, schema] of Object.entries(own)) {
      const at = `${path}/${name}`;
      const more = b['additionalProperties'];
      if (Object.hasOwn(wide, name))
        found.push(...this.compare({ ...inner, schema }, { ...outer, schema: wide[name] }, at));
      else if (isObject(more))
        found.push(...this.compare({ ...inner, schema }, { ...outer, schema: more }, at));
      else if (isRequest)
        found.push({ path: at, message: more === false ? 'is not permitted' : 'is no longer read' });
    }
    // A client may depend on a property that responses contained at times.
    for (const name of isRequest ? [] : Object.keys(wide)) {
      if (!Object.hasOwn(own, name) && !wideRequired.includes(name))
        found.push({ path: `${path}/${name}`, message: 'is removed' });
    }
    const [more, wideMore] = [a['additionalProperties'] ?? {}, b['additionalProperties'] ?? {}];
    const isOpen = wideMore === false && this.#direction === 'response';
    if (!isOpen) {
      if (wideMore === false && more !== false) found.push({ path, message: 'may have further properties' });
      else if (isObject(wideMore) && more !== false)
        found.push(...this.compare({ ...inner, schema: more }, { ...outer, schema: wideMore }, `${path}/*`));
    }
    return found;
  }

  #compareItems(inner: LocatedSchema, outer: LocatedSchema, path: string): Excess[] {
    const [a, b] = [inner.schema as SchemaObject, outer.schema as SchemaObject];
    if (!permits(a, 'array') || !permits(b, 'array')) return [];
    const [own, wide] = [listOf(a['prefixItems']) ?? [], listOf(b['prefixItems']) ?? []];
    const count = Math.max(own.length, wide.length);
    const pairs = Array.from({ length: count }, (_each, index) => index);
    const itemOf = (schema: SchemaObject, prefix: readonly unknown[], index: number): unknown =>
      prefix[index] ?? schema['items'] ?? {};
    return [
      ...pairs.flatMap((index) =>
        this.compare(
          { ...inner, schema: itemOf(a, own, index) },
          { ...outer, schema: itemOf(b, wide, index) },
          `${path}/${index}`,
        ),
      ),
      ...this.compare(
        { ...inner, schema: a['items'] ?? {} },
        { ...outer, schema: b['items'] ?? {} },
        `${path}/*`,
      ),
    ];
  }
}

/** Compares types and listed values. */
function compareValues(a: SchemaObject, b: SchemaObject, path: string): Excess[] {
  const [own, wide] = [valuesOf(a), valuesOf(b)];
  if (wide !== undefined) {
    if (own === undefined)
      return [{ path, message: `is not limited to ${wide.map((each) => JSON.stringify(each)).join(', ')}` }];
    return own
      .filter((value) => !wide.some((each) => isSame(each, value)))
      .map((value) => ({ path, message: `the value ${JSON.stringify(value)} is not permitted` }));
  }
  const types = listOf(b['type']) as readonly string[] | undefined;
  if (types === undefined) return [];
  const ownTypes = own?.map(typeOf) ?? (listOf(a['type']) as readonly string[] | undefined);
  if (ownTypes === undefined) return [{ path, message: `may have another type than ${types.join(' or ')}` }];
  return [...new Set(ownTypes)]
    .filter((type) => !types.includes(type) && !(type === 'integer' && types.includes('number')))
    .map((type) => ({ path, message: `the type ${type} is not permitted: only ${types.join(' or ')}` }));
}

/** Compares limits, and every keyword for which there is no rule. */
function compareLimits(a: SchemaObject, b: SchemaObject, path: string): Excess[] {
  if (valuesOf(a) !== undefined) return [];
  const found: Excess[] = [];
  const isNumber = (value: unknown): value is number => typeof value === 'number';
  for (const [keywords, sign] of [
    [LOWER, 1],
    [UPPER, -1],
  ] as const) {
    for (const keyword of keywords) {
      const [own, wide] = [a[keyword], b[keyword]];
      if (isNumber(wide) && !(isNumber(own) && own * sign >= wide * sign))
        found.push({
          path,
          message: `${keyword} is ${own === undefined ? 'missing' : String(own)} instead of ${wide}`,
        });
    }
  }
  const known = new Set<string>([...ANNOTATIONS, ...COMPARED, ...LOWER, ...UPPER]);
  for (const [keyword, wide] of Object.entries(b)) {
    if (known.has(keyword) || keyword.startsWith('x-') || isSame(a[keyword], wide)) continue;
    const own = a[keyword] === undefined ? 'missing' : JSON.stringify(a[keyword]);
    found.push({ path, message: `${keyword} is ${own} instead of ${JSON.stringify(wide)}` });
  }
  return found;
}

function valuesOf(schema: SchemaObject): readonly unknown[] | undefined {
  return Object.hasOwn(schema, 'const')
    ? [schema['const']]
    : (schema['enum'] as readonly unknown[] | undefined);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function permits(schema: SchemaObject, type: string): boolean {
  return (listOf(schema['type']) ?? [type]).includes(type) && valuesOf(schema) === undefined;
}

function propertiesOf(schema: SchemaObject): SchemaObject {
  return (schema['properties'] ?? {}) as SchemaObject;
}

/** Both schemas together. Properties and required names are united; for other keywords, the second schema applies. */
function merge(first: SchemaObject, second: unknown, { document }: LocatedSchema): SchemaObject {
  // A variant remains a reference if possible, so that recursive schemas are recognized.
  if (isUnrestricted(first)) return second as SchemaObject;
  const { schema } = resolveSchema({ schema: second, document });
  if (!isObject(schema)) return first;
  const united = { ...first, ...schema };
  const required = [...(listOf(first['required']) ?? []), ...(listOf(schema['required']) ?? [])];
  const properties = { ...propertiesOf(first), ...propertiesOf(schema) };
  return {
    ...united,
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

function omit(schema: SchemaObject, keyword: string): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword));
}

function listOf(value: unknown): readonly unknown[] | undefined {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? (value as readonly unknown[]) : [value];
}

function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a schema has no keyword that restricts values. */
function isUnrestricted(schema: unknown): boolean {
  return isObject(schema) && Object.keys(schema).every((keyword) => ANNOTATIONS.has(keyword));
}

/** Whether two JSON values are equal. The order of an object's members matters, as it does in a generated document. */
function isSame(first: unknown, second: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

function refOf({ schema }: LocatedSchema): string {
  return isObject(schema) && typeof schema['$ref'] === 'string' ? schema['$ref'] : '';
}

/** Follows references within the document. A reference that leads nowhere is any value. */
export function resolveSchema(located: LocatedSchema): LocatedSchema {
  let { schema } = located;
  for (let depth = 0; depth < 50; depth += 1) {
    const ref = refOf({ ...located, schema });
    if (!ref.startsWith('#/')) break;
    const { $ref: _ref, ...beside } = schema as SchemaObject;
    const target = ref
      .slice('#/'.length)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((value, part) => (isObject(value) ? value[part] : undefined), located.document);
    schema =
      Object.keys(beside).length === 0 || !isObject(target) ? (target ?? {}) : { ...target, ...beside };
  }
  return { ...located, schema };
}
