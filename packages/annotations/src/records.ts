import type { Filter, Origin, Param } from '@writ/http';

/** What one annotation says. Within a list they stand in the order of the source. */
export type Note = { readonly origin: Origin } & (
  | VerbNote
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'consumes'; readonly types: readonly string[] }
  | { readonly kind: 'produces'; readonly types: readonly string[] }
  | { readonly kind: 'order'; readonly order: number }
  | { readonly kind: 'use'; readonly filters: readonly Filter[] }
  | { readonly kind: 'param'; readonly index: number; readonly param: Param<any> }
);

export interface VerbNote {
  readonly kind: 'verb';
  /** In capitals. */
  readonly method: string;
  readonly path?: string;
  readonly params: readonly Param<any>[];
}

export type NoteOf<K extends Note['kind']> = Extract<Note, { readonly kind: K }>;

/** The annotations of one method, or of something that was taken for one. */
export interface MemberRecord {
  readonly name: string | symbol;
  readonly kind: 'method' | 'static' | 'private' | 'field';
  readonly notes: Note[];
}

/** What the annotations of one class say, without what its base classes say. */
export interface ClassRecord {
  readonly notes: Note[];
  /** By `static name` or `name`. */
  readonly members: Map<string | symbol, MemberRecord>;
  /** Standard decorators only: what an instance of the class has run the initializers of. */
  readonly initialized: Set<MemberRecord>;
  /** The bindings on fields, in the order of the source. */
  readonly fields: Map<string | symbol, Param<any>>;
}

export type Class<T = any> = abstract new (...args: any[]) => T;

const classes = new WeakMap<Class, ClassRecord>();

/**
 * A standard method decorator is not told the class, only the function; so its notes wait here until somebody asks
 * for the class. (`context.metadata` would tell, but not every compiler makes it.)
 */
const waiting = new WeakMap<object, MemberRecord>();

export function recordOf(type: Class): ClassRecord {
  let record = classes.get(type);
  if (record === undefined) {
    record = { notes: [], members: new Map(), initialized: new Set(), fields: new Map() };
    classes.set(type, record);
  }
  return record;
}

export function waitingFor(method: object, make: () => MemberRecord): MemberRecord {
  let record = waiting.get(method);
  if (record === undefined) waiting.set(method, (record = make()));
  return record;
}

/** What is known of the member that this very class declares, not its base classes. */
export function memberOf(type: Class, name: string | symbol): MemberRecord | undefined {
  const known = classes.get(type)?.members.get(name);
  if (known !== undefined) return known;
  const value: unknown = Object.getOwnPropertyDescriptor(type.prototype, name)?.value;
  return typeof value === 'function' ? waiting.get(value) : undefined;
}

/** The class and its base classes, itself first. */
export function lineage(type: Class): Class[] {
  const line: Class[] = [];
  for (let at: unknown = type; isClass(at); at = Object.getPrototypeOf(at)) line.push(at);
  return line;
}

function isClass(value: unknown): value is Class {
  return typeof value === 'function' && value !== Function.prototype;
}
