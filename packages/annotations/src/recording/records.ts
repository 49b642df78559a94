import type {
  AuthorizationProvider,
  ContextProvider,
  ExceptionHandler,
  Filter,
  HttpResponseWriter,
  RestAuthenticationProvider,
  StandardSchemaV1,
  ValueReader,
} from '@writ/http';
import type { AccessRules, Binding, Component, Origin, Param, RouteEvent } from '@writ/http/kernel';
import { isClass, type Class } from './reflection.ts';

/** The values that one annotation stores. Lists of records are in source order. */
export type AnnotationRecord = { readonly origin: Origin } & (
  | VerbRecord
  | HookRecord
  | { readonly kind: 'webSocket'; readonly path?: string; readonly options: object }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'consumes'; readonly types: readonly string[] }
  | { readonly kind: 'produces'; readonly types: readonly string[] }
  | { readonly kind: 'order'; readonly order: number }
  | { readonly kind: 'use'; readonly filters: readonly Filter[] }
  | { readonly kind: 'application'; readonly path: string }
  | { readonly kind: 'headers'; readonly lines: readonly string[] }
  | { readonly kind: 'reader'; readonly reader: Component<ValueReader> }
  | { readonly kind: 'writer'; readonly writer: Component<HttpResponseWriter> }
  | { readonly kind: 'catch'; readonly handlers: readonly Component<ExceptionHandler>[] }
  | { readonly kind: 'provider'; readonly provider: Component<ContextProvider> }
  | { readonly kind: 'authenticate'; readonly provider: Component<RestAuthenticationProvider> }
  | { readonly kind: 'authorize'; readonly provider: Component<AuthorizationProvider> }
  | { readonly kind: 'rule'; readonly rule: NonNullable<AccessRules['rule']> }
  | { readonly kind: 'events'; readonly events: readonly RouteEvent[] }
  | { readonly kind: 'valid'; readonly valid: StandardSchemaV1 | true }
  | { readonly kind: 'blocking'; readonly module: string }
  | { readonly kind: 'noCache' }
  | { readonly kind: 'suppressCheck' }
  | ParamRecord
  | ModifierRecord
);

/** The source of a parameter or field. */
export interface ParamRecord {
  readonly kind: 'param';
  /** The index of the parameter, from 0; -1 for a field. */
  readonly index: number;
  readonly param: Param<unknown>;
}

/** The members of a binding that modifiers set. */
export interface BindingPart {
  readonly default?: string;
  readonly raw?: true;
  readonly reader?: Component<ValueReader>;
  readonly provider?: Component<ContextProvider>;
  readonly valid?: StandardSchemaV1 | true;
}

/** A modifier of a parameter or field. */
export interface ModifierRecord {
  readonly kind: 'modifier';
  /** The index of the parameter, from 0; -1 for a field. */
  readonly index: number;
  /** The name of the annotation, such as `DefaultValue`. */
  readonly name: string;
  /** The sources that the modifier applies to. */
  readonly sources: readonly Binding['source'][];
  /** The hint for a source that the modifier does not apply to. */
  readonly hint: string;
  readonly part: BindingPart;
}

export interface VerbRecord {
  readonly kind: 'verb';
  /** The HTTP method in upper case. */
  readonly method: string;
  readonly path?: string;
  readonly params: readonly Param<unknown>[];
}

/** Makes a method a hook of a WebSocket class. */
export interface HookRecord {
  readonly kind: 'hook';
  readonly hook: 'open' | 'message' | 'close' | 'error';
  readonly params: readonly Param<unknown>[];
}

export type AnnotationRecordOf<K extends AnnotationRecord['kind']> = Extract<
  AnnotationRecord,
  { readonly kind: K }
>;

/** The annotations of one method, or of a member on which they are invalid. */
export interface MemberRecord {
  readonly name: string | symbol;
  readonly kind: 'method' | 'static' | 'private' | 'field';
  readonly annotations: AnnotationRecord[];
  /** The number of parameters before the first default, as declared; other decorators may replace the method. */
  readonly required?: number;
  /** True if the last parameter is a rest parameter, whose metadata type is not usable. */
  readonly rest?: boolean;
}

/** The annotations of one class, excluding its base classes. */
export interface ClassRecord {
  readonly annotations: AnnotationRecord[];
  /** Members by `static name` or `name`. */
  readonly members: Map<string | symbol, MemberRecord>;
  /** The members whose initializers have run for an instance of the class; used only with standard decorators. */
  readonly initialized: Set<MemberRecord>;
  /** The annotations of bound fields; fields and annotations are in source order. */
  readonly fields: Map<string | symbol, FieldRecord[]>;
}

export type FieldRecord = { readonly origin: Origin } & (ParamRecord | ModifierRecord);

const classes = new WeakMap<Class, ClassRecord>();

/**
 * The records of members with standard decorators. A method decorator receives the function but not the class, so
 * `memberRecordOf` finds the record by the function. (`context.metadata` would work, but not every compiler emits it.)
 */
const pendingRecords = new WeakMap<object, MemberRecord>();

export function classRecordOf(type: Class): ClassRecord {
  let record = classes.get(type);
  if (record === undefined) {
    record = { annotations: [], members: new Map(), initialized: new Set(), fields: new Map() };
    classes.set(type, record);
  }
  return record;
}

/**
 * Returns the record of a method or field with standard decorators, by its function or its decorator context; creates
 * it if it does not exist.
 */
export function pendingRecordOf(method: object, make: () => MemberRecord): MemberRecord {
  let record = pendingRecords.get(method);
  if (record === undefined) pendingRecords.set(method, (record = make()));
  return record;
}

/** Returns the record of a member that the class itself declares; undefined if it has no annotations. */
export function memberRecordOf(type: Class, name: string | symbol): MemberRecord | undefined {
  const known = classes.get(type)?.members.get(name);
  if (known !== undefined) return known;
  const value: unknown = Object.getOwnPropertyDescriptor(type.prototype, name)?.value;
  return typeof value === 'function' ? pendingRecords.get(value) : undefined;
}

/** Returns the class and its base classes, the class first. */
export function lineage(type: Class): Class[] {
  const line: Class[] = [];
  for (let at: unknown = type; isClass(at); at = Object.getPrototypeOf(at)) line.push(at);
  return line;
}
