import { compareLimits, compareValues, permits } from './keyword-rules.ts';
import { countDifferences, PairResults, type Excess } from './pair-results.ts';
import { isObject, unfollowedOf, type JsonObject, type References } from './references.ts';
import { isUnrestricted, listOf, propertiesOf, SchemaSource } from './schema-source.ts';

/**
 * Whether clients send the values or receive them. Clients ignore unknown properties in responses. The narrower schema
 * is the old one for requests and the new one for responses.
 */
export type Direction = 'request' | 'response';

/** Maximum nesting depth of comparisons, so that the call stack does not overflow. */
const MAX_LEVELS = 400;

/** Maximum number of pairs that are compared. Combinations of variants may result in many more. */
const MAX_PAIRS = 1_000_000;

const ANY: JsonObject = {};

/**
 * Finds values that schemas of one document permit and schemas of another do not. Keywords that cannot be compared
 * count as a difference unless they are equal, and so do parts beyond the limits.
 */
export class SchemaInclusion {
  readonly #inner: SchemaSource;
  readonly #outer: SchemaSource;
  readonly #direction: Direction;
  readonly #results = new PairResults();
  #pairCount = 0;
  /** Depth of the compared value: the number of properties and items on the path to it. */
  #level = 0;

  constructor(inner: References, outer: References, direction: Direction) {
    this.#inner = new SchemaSource(inner);
    this.#outer = new SchemaSource(outer);
    this.#direction = direction;
  }

  /** Describes the values that `inner` permits and `outer` does not. */
  find(inner: unknown, outer: unknown): readonly Excess[] {
    const [narrow, wide] = [this.#inner.resolve(inner), this.#outer.resolve(outer)];
    if (wide === true || narrow === false || isUnrestricted(wide)) return [];
    if (wide === false) return [{ path: '', message: 'no value is permitted' }];
    const [a, b] = [narrow === true ? ANY : (narrow as JsonObject), wide as JsonObject];
    return this.#results.resultOf(`${this.#inner.idOf(a)} ${this.#outer.idOf(b)}`, this.#level, () => {
      if (this.#results.openCount > MAX_LEVELS)
        return [
          { path: '', message: `is not compared: it is inside more than ${MAX_LEVELS} nested schemas` },
        ];
      this.#pairCount += 1;
      if (this.#pairCount > MAX_PAIRS)
        return [
          { path: '', message: `is not compared: the schemas have more than ${MAX_PAIRS} combinations` },
        ];
      return this.#compare(a, b);
    });
  }

  #compare(a: JsonObject, b: JsonObject): readonly Excess[] {
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const variants = listOf(a[keyword]);
      if (variants !== undefined) {
        const rest = this.#inner.omit(a, keyword);
        return variants.flatMap((variant) => this.find(this.#inner.merge(rest, variant), b));
      }
    }
    const types = listOf(a['type']);
    const wideVariants = listOf(b['oneOf']) ?? listOf(b['anyOf']);
    if (types !== undefined && types.length > 1 && wideVariants !== undefined)
      return types.flatMap((type) => this.find(this.#inner.withType(a, type), b));
    const parts = listOf(a['allOf']);
    if (parts !== undefined) {
      const merged = parts.reduce<unknown>(
        (all, part) => (isObject(all) ? this.#inner.merge(all, part) : all),
        this.#inner.omit(a, 'allOf'),
      );
      return this.find(merged, b);
    }
    const wideParts = listOf(b['allOf']);
    if (wideParts !== undefined)
      return [this.#outer.omit(b, 'allOf'), ...wideParts].flatMap((part) => this.find(a, part));
    if (wideVariants !== undefined) {
      const rest = this.#outer.omit(b, 'oneOf', 'anyOf');
      const tried = wideVariants.map((variant) => this.find(a, this.#outer.merge(rest, variant)));
      return tried.toSorted((one, other) => countDifferences(one) - countDifferences(other))[0] ?? [];
    }
    return this.#compareKeywords(a, b);
  }

  /** Compares schemas without variants. */
  #compareKeywords(a: JsonObject, b: JsonObject): readonly Excess[] {
    const [own, wide] = [unfollowedOf(a), unfollowedOf(b)];
    const unknown = wide.filter((ref) => !own.includes(ref));
    if (unknown.length > 0) return unknown.map(cannotCompare);
    const found = [
      ...compareValues(a, b),
      ...compareLimits(a, b),
      ...this.#compareObjects(a, b),
      ...this.#compareItems(a, b),
    ];
    const further = own.filter((ref) => !wide.includes(ref));
    if (further.length > 0 && countDifferences(found) > 0) return further.map(cannotCompare);
    return [...found, ...own.map((ref) => notFollowed(ref))];
  }

  #compareObjects(a: JsonObject, b: JsonObject): readonly Excess[] {
    if (!permits(a, 'object') || !permits(b, 'object')) return [];
    const [own, wide] = [propertiesOf(a), propertiesOf(b)];
    const isRequest = this.#direction === 'request';
    const required = listOf(a['required']) ?? [];
    const wideRequired = listOf(b['required']) ?? [];
    const found: Excess[] = [];
    const wideMore = b['additionalProperties'];
    for (const name of wideRequired) {
      if (!required.includes(name)) found.push({ path: `/${String(name)}`, message: 'may be missing' });
    }
    for (const [name, schema] of Object.entries(own)) {
      if (Object.hasOwn(wide, name)) found.push(...this.#findBelow(`/${name}`, schema, wide[name]));
      else if (isObject(wideMore)) found.push(...this.#findBelow(`/${name}`, schema, wideMore));
      else if (isRequest)
        found.push({
          path: `/${name}`,
          message: wideMore === false ? 'is not permitted' : 'is no longer read',
        });
    }
    // Clients may use an optional property that responses contained.
    for (const name of isRequest ? [] : Object.keys(wide)) {
      if (!Object.hasOwn(own, name) && !wideRequired.includes(name))
        found.push({ path: `/${name}`, message: 'is removed' });
    }
    const more = a['additionalProperties'] ?? ANY;
    if (more === false) return found;
    if (wideMore === false) {
      if (isRequest) found.push({ path: '', message: 'may have further properties' });
    } else if (isObject(wideMore)) found.push(...this.#findBelow('/*', more, wideMore));
    return found;
  }

  #compareItems(a: JsonObject, b: JsonObject): readonly Excess[] {
    if (!permits(a, 'array') || !permits(b, 'array')) return [];
    const [own, wide] = [listOf(a['prefixItems']) ?? [], listOf(b['prefixItems']) ?? []];
    const [items, wideItems] = [a['items'] ?? ANY, b['items'] ?? ANY];
    const longer = own.length > wide.length ? own : wide;
    return [
      ...longer.flatMap((_item, index) =>
        this.#findBelow(`/${index}`, own[index] ?? items, wide[index] ?? wideItems),
      ),
      ...this.#findBelow('/*', items, wideItems),
    ];
  }

  /** Compares the schemas of a property or item. */
  #findBelow(path: string, inner: unknown, outer: unknown): readonly Excess[] {
    this.#level += 1;
    const found = this.find(inner, outer);
    this.#level -= 1;
    return found.map((each) => ({ ...each, path: `${path}${each.path}` }));
  }
}

function cannotCompare(ref: string): Excess {
  return { path: '', message: `cannot be compared: the reference ${JSON.stringify(ref)} is not followed` };
}

function notFollowed(ref: string): Excess {
  return { path: '', message: `the reference ${JSON.stringify(ref)} is not followed`, isNote: true };
}
