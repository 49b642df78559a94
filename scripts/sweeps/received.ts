import { channel } from 'node:diagnostics_channel';

/** Diagnostics channel on which the sweeps' handlers publish their arguments. */
export const RECEIVED = 'writ.sweep.received';

export function received(...values: unknown[]): string {
  channel(RECEIVED).publish(values);
  return 'done';
}

/** The value that requests try to store in prototypes. */
export const PLANTED = 'planted';

/** Lists the places where request data appears outside the own keys of an argument. */
export function faultsIn(value: unknown, path = 'value'): string[] {
  if (typeof value === 'function') return [`${path} is a function`];
  if (typeof value !== 'object' || value === null) return [];
  const own = Reflect.ownKeys(value).filter((key) => typeof key === 'string');
  const inherited = PLANTED in value && !Object.hasOwn(value, PLANTED);
  const prototyped = Object.getOwnPropertyDescriptor(value, '__proto__')?.value as unknown;
  return [
    ...(isOfClass(value) ? [] : [`${path} has a prototype that does not belong to a class`]),
    ...(inherited ? [`${path} inherits the planted value`] : []),
    // If the object were copied key by key, this value would become its prototype.
    ...(typeof prototyped === 'object' && prototyped !== null
      ? [`${path} has an object under __proto__`]
      : []),
    ...own.flatMap((key) => faultsIn(Reflect.get(value, key), `${path}.${key}`)),
  ];
}

function isOfClass(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (typeof prototype !== 'object' || prototype === null) return prototype === null;
  // Prototypes of records that have no inherited members.
  const isEmpty = Object.getPrototypeOf(prototype) === null && Reflect.ownKeys(prototype).length === 0;
  return (
    isEmpty || (Object.hasOwn(prototype, 'constructor') && prototype.constructor.prototype === prototype)
  );
}

const BUILT_IN: readonly object[] = [
  Object,
  Array,
  Function,
  String,
  Number,
  Boolean,
  Map,
  Set,
  Promise,
  RegExp,
  Date,
  Error,
  Headers,
  URL,
  URLSearchParams,
].flatMap((type) => [type, type.prototype as object]);

/** The keys of built-in objects, which do not change unless a request has polluted them. */
export function builtInKeys(): string {
  return BUILT_IN.map((object) => Reflect.ownKeys(object).map(String).join()).join('\n');
}
