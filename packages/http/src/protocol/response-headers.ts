const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/**
 * Matches the characters of a `Location` that are percent-encoded: spaces and characters outside ASCII. Control
 * characters are not matched, because they cause an error in every header.
 */
const NOT_IN_A_URI = /[ \u0080-\u{10ffff}]+/gu;

/**
 * Percent-encodes the characters of a `Location` that {@link NOT_IN_A_URI} matches. Retains existing escapes, and the
 * values of all other headers.
 */
function encodeValue(key: string, value: string): string {
  return key === 'location' ? value.toWellFormed().replaceAll(NOT_IN_A_URI, encodeURIComponent) : value;
}

/**
 * The headers of a response. Names are case-insensitive. Methods that add values throw `TypeError` if a name or value
 * is invalid.
 */
export class ResponseHeaders {
  /** Values by name. A list belongs only to this response, so that values can be added in place. */
  readonly #values = new Map<string, string | string[]>();
  #declared: DeclaredHeaders | undefined = undefined;
  /** The names in Vary. Undefined if Vary has been changed by other means since they were parsed. */
  #varied: Set<string> | undefined = undefined;
  /** The names that were passed to {@link vary}. They remain in Vary even if the header is set later. */
  #required: Set<string> | undefined = undefined;

  /** Returns the value of a header. If it has several values, they are joined with `, `. */
  get(name: string): string | undefined {
    const value = this.#find(name.toLowerCase());
    return typeof value === 'object' ? value.join(', ') : value;
  }

  /** Whether the header is set. The name is case-insensitive. */
  has(name: string): boolean {
    return this.#find(name.toLowerCase()) !== undefined;
  }

  /** Sets the header and replaces its earlier values. Throws `TypeError` if the name or value is invalid. */
  set(name: string, value: string): void {
    const key = assertName(name);
    this.#values.set(key, assertValue(name, encodeValue(key, value)));
    this.#changed(key);
    if (key === 'vary') this.#requireVary();
  }

  /** Adds a value. Several values are sent as separate headers. */
  append(name: string, value: string): void {
    const key = assertName(name);
    this.#add(key, assertValue(name, encodeValue(key, value)));
    this.#changed(key);
  }

  /** Removes the header and all its values. */
  delete(name: string): void {
    const key = name.toLowerCase();
    this.#values.delete(key);
    this.#changed(key);
    if (this.#declared?.has(key)) {
      this.#declared = new Map([...this.#declared].filter(([other]) => other !== key));
    }
  }

  /** Removes all headers. */
  clear(): void {
    this.#values.clear();
    this.#declared = undefined;
    this.#varied = undefined;
    this.#required = undefined;
  }

  /** Declares that the response depends on this request header. */
  vary(name: string): void {
    (this.#required ??= new Set()).add(name);
    const names = (this.#varied ??= namesIn(this.get('vary')));
    if (names.has('*') || names.has(name.toLowerCase())) return;
    this.#add('vary', assertValue('vary', name));
    for (const each of namesIn(name)) names.add(each);
  }

  /**
   * Adds the headers that a route declares. They replace headers that filters of wider scopes have already set, and are
   * replaced by headers that are set later.
   */
  declare(declared: DeclaredHeaders): void {
    for (const name of declared.keys()) this.#values.delete(name);
    this.#declared = declared;
    this.#varied = undefined;
    if (declared.has('vary')) this.#requireVary();
  }

  /** Adds the headers that a writer declares. They replace only headers that its route declares. */
  refine(declared: DeclaredHeaders): void {
    this.#declared = this.#declared === undefined ? declared : new Map([...this.#declared, ...declared]);
    this.#varied = undefined;
    const vary = declared.get('vary');
    if (vary !== undefined && this.#values.has('vary')) for (const name of [vary].flat()) this.vary(name);
  }

  /** Returns the headers as a flat list of names and values, which is the format of transports. */
  flat(): string[] {
    const flat: string[] = [];
    for (const [name, value] of this.#values) appendFlat(flat, name, value);
    if (this.#declared === undefined) return flat;
    for (const [name, value] of this.#declared) {
      if (!this.#values.has(name)) appendFlat(flat, name, value);
    }
    return flat;
  }

  #add(key: string, value: string): void {
    const own = this.#values.get(key);
    if (typeof own === 'object') {
      own.push(value);
      return;
    }
    const others = own ?? this.#declared?.get(key);
    this.#values.set(key, others === undefined ? value : [others, value].flat());
  }

  #changed(key: string): void {
    if (key === 'vary') this.#varied = undefined;
  }

  #requireVary(): void {
    for (const name of this.#required ?? []) this.vary(name);
  }

  #find(key: string): string | readonly string[] | undefined {
    return this.#values.get(key) ?? this.#declared?.get(key);
  }
}

/** Validated headers that are known at start-up. Names are in lower case. */
export type DeclaredHeaders = ReadonlyMap<string, string | readonly string[]>;

/**
 * Merges lists of names and values, beginning with that of the widest scope. The headers of a later list replace
 * earlier headers with the same name. Returns undefined if there are no headers. Throws `TypeError` if a name or value
 * is invalid.
 */
export function declaredHeaders(
  ...lists: readonly (readonly (readonly [name: string, value: string])[] | undefined)[]
): DeclaredHeaders | undefined {
  const all = new Map<string, string | readonly string[]>();
  for (const list of lists) {
    const grouped = Map.groupBy(list ?? [], ([name]) => assertName(name));
    for (const [name, pairs] of grouped) {
      const values = pairs.map(([, value]) => assertValue(name, value));
      all.set(name, values.length === 1 ? values[0]! : values);
    }
  }
  return all.size === 0 ? undefined : all;
}

function namesIn(list: string | undefined): Set<string> {
  if (list === undefined) return new Set();
  return new Set(
    list
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  );
}

function appendFlat(flat: string[], name: string, value: string | readonly string[]): void {
  if (typeof value === 'string') flat.push(name, value);
  else for (const each of value) flat.push(name, each);
}

/** Whether the name is a valid header name. */
export function isHeaderName(name: string): boolean {
  return NAME.test(name);
}

function assertName(name: string): string {
  if (!isHeaderName(name)) throw new TypeError(`invalid header name ${JSON.stringify(name)}`);
  return name.toLowerCase();
}

/** Throws `TypeError` if the value is invalid. The message omits the value, because it may be a secret. */
function assertValue(name: string, value: string): string {
  if (!VALUE.test(value))
    throw new TypeError(`the value of the header ${name} contains an invalid character`);
  return value;
}
