/** Prototypes that structured cloning preserves. */
const CLONED_PROTOTYPES: ReadonlySet<object> = new Set(
  [
    Object,
    Array,
    Map,
    Set,
    Date,
    RegExp,
    Boolean,
    Number,
    String,
    BigInt,
    ArrayBuffer,
    SharedArrayBuffer,
    DataView,
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    Error,
    EvalError,
    RangeError,
    ReferenceError,
    SyntaxError,
    TypeError,
    URIError,
  ].map(({ prototype }) => prototype as object),
);

/** Classes whose instances lose their own properties in structured cloning. */
const STRIPPED_TYPES = [
  Map,
  Set,
  Date,
  RegExp,
  Boolean,
  Number,
  String,
  BigInt,
  Error,
  ArrayBuffer,
  DataView,
];

/** An own property that structured cloning omits. */
export type DroppedProperty = readonly [name: string, value: unknown, isEnumerable: boolean];

/**
 * Finds the class instances and errors in `root`, including `root` itself. Structured cloning changes these objects.
 */
export function findInstances(root: unknown): readonly object[] {
  const found: object[] = [];
  const seen = new Set<unknown>();
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    // Structured cloning preserves a DOMException.
    if (value instanceof DOMException) continue;
    if (value instanceof Error || classesOf(value).length > 0) found.push(value);
    for (const [, child] of childrenOf(value)) {
      if (typeof child === 'object' && child !== null) pending.push(child);
    }
  }
  return found;
}

/**
 * Returns the classes of an instance, except those that structured cloning preserves. The most derived class is first.
 */
export function classesOf(value: object): readonly Function[] {
  let at = prototypeOf(value);
  if (at === null || CLONED_PROTOTYPES.has(at)) return NONE;
  const classes: Function[] = [];
  for (; at !== null && !CLONED_PROTOTYPES.has(at); at = prototypeOf(at)) {
    const type: unknown = Object.getOwnPropertyDescriptor(at, 'constructor')?.value;
    if (typeof type === 'function' && type.prototype === at) classes.push(type);
  }
  return classes;
}

const NONE: readonly Function[] = [];

function prototypeOf(value: object): object | null {
  return Object.getPrototypeOf(value) as object | null;
}

type Child = readonly [name: string, part: unknown, ...unknown[]];

/** Returns the values in an object that are transferred with it, each with its name in a JSON pointer. */
export function childrenOf(value: object): readonly Child[] {
  if (ArrayBuffer.isView(value)) return [];
  if (value instanceof Map) {
    const entries = [...(value as Map<unknown, unknown>)];
    return [
      ...entries.flatMap(([key, each], at) => [toChild(at, key), toChild(at, each)]),
      ...droppedProperties(value),
    ];
  }
  if (value instanceof Set)
    return [...Array.from(value, (each, at) => toChild(at, each)), ...droppedProperties(value)];
  if (value instanceof Error) return [['cause', value.cause], ...droppedProperties(value)];
  return Object.entries(value);
}

function toChild(at: number, value: unknown): Child {
  return [String(at), value];
}

/** Returns the own properties of an object that structured cloning omits. */
export function droppedProperties(value: object): readonly DroppedProperty[] {
  if (!STRIPPED_TYPES.some((type) => value instanceof type)) return [];
  const names = Object.keys(value);
  if (value instanceof Error) names.push(...HIDDEN_PROPERTIES.filter((name) => isHidden(value, name)));
  const crossing = value instanceof Error ? names.filter((name) => !CLONED_PROPERTIES.has(name)) : names;
  return crossing.map((name) => [
    name,
    Reflect.get(value, name),
    Object.prototype.propertyIsEnumerable.call(value, name),
  ]);
}

/** Own properties of errors that are usually not enumerable. */
const HIDDEN_PROPERTIES: readonly string[] = ['name', 'errors'];
/** Properties of an error that structured cloning preserves. */
const CLONED_PROPERTIES: ReadonlySet<string> = new Set(['message', 'stack', 'cause']);

function isHidden(value: object, name: string): boolean {
  return Object.hasOwn(value, name) && !Object.prototype.propertyIsEnumerable.call(value, name);
}
