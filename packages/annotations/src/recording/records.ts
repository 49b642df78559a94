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

/** What one annotation says. Within a list they stand in the order of the source. */
export type AnnotationRecord = { readonly origin: Origin } & (
  | VerbRecord
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

/** Where an argument or field comes from. */
export interface ParamRecord {
  readonly kind: 'param';
  readonly index: number;
  readonly param: Param<unknown>;
}

/** The members of a binding that second annotations set. */
export interface BindingPart {
  readonly default?: string;
  readonly raw?: true;
  readonly reader?: Component<ValueReader>;
  readonly provider?: Component<ContextProvider>;
  readonly valid?: StandardSchemaV1 | true;
}

/** What a second annotation says of an argument or field. */
export interface ModifierRecord {
  readonly kind: 'modifier';
  readonly index: number;
  /** As it is written, such as `DefaultValue`. */
  readonly name: string;
  /** The sources of values that it may stand on. */
  readonly sources: readonly Binding['source'][];
  /** What to write instead on another one. */
  readonly hint: string;
  readonly part: BindingPart;
}

export interface VerbRecord {
  readonly kind: 'verb';
  /** In capitals. */
  readonly method: string;
  readonly path?: string;
  readonly params: readonly Param<unknown>[];
}

export type AnnotationRecordOf<K extends AnnotationRecord['kind']> = Extract<
  AnnotationRecord,
  { readonly kind: K }
>;

/** The annotations of one method, or of something that was taken for one. */
export interface MemberRecord {
  readonly name: string | symbol;
  readonly kind: 'method' | 'static' | 'private' | 'field';
  readonly annotations: AnnotationRecord[];
  /** The parameters before the first default, as declared; other decorators may replace the method by one without. */
  readonly required?: number;
  /** Its last parameter takes all that is left; what the compiler says of its type is of no use. */
  readonly rest?: boolean;
}

/** What the annotations of one class say, without what its base classes say. */
export interface ClassRecord {
  readonly annotations: AnnotationRecord[];
  /** By `static name` or `name`. */
  readonly members: Map<string | symbol, MemberRecord>;
  /** Standard decorators only: what an instance of the class has run the initializers of. */
  readonly initialized: Set<MemberRecord>;
  /** What stands on fields that take a value of the request; fields and annotations in the order of the source. */
  readonly fields: Map<string | symbol, FieldRecord[]>;
}

export type FieldRecord = { readonly origin: Origin } & (ParamRecord | ModifierRecord);

const classes = new WeakMap<Class, ClassRecord>();

/**
 * A standard method decorator is not told the class, only the function; so its annotations wait here until somebody asks
 * for the class. (`context.metadata` would tell, but not every compiler makes it.)
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

export function pendingRecordOf(method: object, make: () => MemberRecord): MemberRecord {
  let record = pendingRecords.get(method);
  if (record === undefined) pendingRecords.set(method, (record = make()));
  return record;
}

/** What is known of the member that this very class declares, not its base classes. */
export function memberRecordOf(type: Class, name: string | symbol): MemberRecord | undefined {
  const known = classes.get(type)?.members.get(name);
  if (known !== undefined) return known;
  const value: unknown = Object.getOwnPropertyDescriptor(type.prototype, name)?.value;
  return typeof value === 'function' ? pendingRecords.get(value) : undefined;
}

/** The class and its base classes, itself first. */
export function lineage(type: Class): Class[] {
  const line: Class[] = [];
  for (let at: unknown = type; isClass(at); at = Object.getPrototypeOf(at)) line.push(at);
  return line;
}
