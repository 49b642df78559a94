const TESTS = {
  'true or false': (value: unknown): boolean => typeof value === 'boolean',
  'a number': (value: unknown): boolean => typeof value === 'number' && !Number.isNaN(value),
  'a string': (value: unknown): boolean => typeof value === 'string',
  'a function': (value: unknown): boolean => typeof value === 'function',
  'a list of strings': (value: unknown): boolean =>
    Array.isArray(value) && value.every((each) => typeof each === 'string'),
} as const;

export type OptionType = keyof typeof TESTS;

/** Throws `TypeError` if the value of an option has the wrong type. */
export function assertTypes<T extends object>(
  owner: string,
  options: T,
  types: { readonly [K in keyof T]?: OptionType },
): void {
  for (const [name, type] of Object.entries(types) as [keyof T & string, OptionType][]) {
    const value = options[name];
    if (value !== undefined) assertType(`${owner}: ${name}`, value, type);
  }
}

/** Throws `TypeError` if an object lacks one of the methods. Undefined is allowed. */
export function assertMethods(what: string, value: unknown, methods: readonly string[]): void {
  if (value === undefined) return;
  const object = Object(value) as Readonly<Record<string, unknown>>;
  const missing = methods.find((name) => typeof object[name] !== 'function');
  if (missing === undefined) return;
  throw new TypeError(`${what} has no method ${missing}: pass an object with ${methods.join(', ')}`);
}

export function assertType(what: string, value: unknown, type: OptionType): void {
  if (!TESTS[type](value)) throw new TypeError(`${what} must be ${type}, not ${describeValue(value)}`);
}

/**
 * Describes a value for a message. For an object, list or function, states only the kind, because the value may contain
 * secrets.
 */
function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list of other values';
  return typeof value === 'object' || typeof value === 'function'
    ? `a ${typeof value}`
    : (JSON.stringify(value) ?? 'undefined');
}
