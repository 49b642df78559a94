import { defined } from '@writ/diagnostics/internal';
import type { RoutingContext } from '@writ/http';
import type { Component, Origin, TypeToken } from '@writ/http/kernel';
import { annotationsOfKind, nearestAnnotation } from '../reading/method.ts';
import { lineage, classRecordOf, type AnnotationRecord } from '../recording/records.ts';
import {
  classOf,
  construct,
  hasMethod,
  isClass,
  isObject,
  propertyOf,
  type Class,
} from '../recording/reflection.ts';
import { knownFields } from '../recording/fields.ts';
import type { Injector } from '../injection/injector.ts';
import { contextFieldsOf } from './context-fields.ts';
import { parseMediaTypes, responseHeaders } from './headers.ts';
import type { ComponentRole, Role } from './roles.ts';
import { lazySingleton } from './singletons.ts';

/** The types or media types of a registration, which override the class's own. */
export interface ComponentUse {
  readonly types?: readonly TypeToken[];
  readonly mediaTypes?: readonly string[];
}

/**
 * The value from which a component was created; `type` is the value itself if it is a class, or the class of an
 * instance.
 */
export interface ComponentSource {
  readonly role: ComponentRole;
  readonly source: unknown;
  readonly type: Class | undefined;
  /** The injector that creates the instance; without it, the class is instantiated with `new`. */
  readonly injector?: Injector;
}

const sources = new WeakMap<Component<unknown>, ComponentSource>();

export function componentSourceOf(component: Component<unknown>): ComponentSource | undefined {
  return sources.get(component);
}

/** Returns a copy of the component without declared types. */
export function withoutTypes<T>(component: Component<T>): Component<T> {
  const { types: _types, ...rest } = Object.getOwnPropertyDescriptors(component);
  const copy = Object.defineProperties<Component<T>>({ name: component.name }, rest);
  const known = sources.get(component);
  if (known !== undefined) sources.set(copy, known);
  return copy;
}

/**
 * Creates a kernel component from a class, an instance, a function, or a component. The class is instantiated when
 * `instance` or `create` is first read, because its module may still be evaluating.
 */
export function createComponent<T>(
  role: Role<T>,
  source: unknown,
  origin: Origin,
  use: ComponentUse = {},
): Component<T> {
  if (isComponent<T>(source, role)) return source;
  const type = componentClassOf(source, role);
  const { types = resolveTypes(source, type, use), mediaTypes = type && declaredMediaTypes(role, type) } =
    use;
  const headers = type === undefined ? [] : responseHeaders(declaredHeaders(type));
  const component: Component<T> = {
    name: sourceName(source, type) ?? describeUse(role, types, mediaTypes),
    ...defined({ types, mediaTypes }),
    ...(headers.length === 0 ? {} : { headers }),
    origin,
  };
  defineInstanceMembers(component, source, type, {
    shared: sharedInstanceGetter(source, role, type),
    create: construct,
  });
  sources.set(component, { role, source, type });
  return component;
}

/**
 * Returns a component whose instances the injector creates; the component itself if it was not created from an
 * injectable class.
 */
export function injectComponent<T>(component: Component<T>, injector: Injector): Component<T> {
  const known = sources.get(component);
  const type = known?.type;
  if (type === undefined || type !== known?.source || !injector.isInjectable(type)) return component;
  const { instance: _instance, create: _create, ...rest } = Object.getOwnPropertyDescriptors(component);
  const copy = Object.defineProperties<Component<T>>({ name: component.name }, rest);
  defineInstanceMembers(copy, type, type, {
    shared: () => injector.get(type),
    create: () => injector.create(type),
  });
  sources.set(copy, { ...known, injector });
  return copy;
}

/** Supplies the instances of a component: a shared instance, or a new instance for each request. */
interface InstanceSupplier {
  readonly shared: () => unknown;
  readonly create: (type: Class) => object;
}

/** Defines `instance` and `create`; which of them is set is decided when either is first read. */
function defineInstanceMembers(
  component: Component<unknown>,
  source: unknown,
  type: Class | undefined,
  { shared: one, create: fresh }: InstanceSupplier,
): void {
  let perRequest: boolean | undefined;
  const createsPerRequest = (): boolean => (perRequest ??= isPerRequest(source, type, one));
  const create = type && ((context: RoutingContext): object => fillContextFields(type, fresh(type), context));
  Object.defineProperties(component, {
    instance: { get: () => (createsPerRequest() ? undefined : one()), enumerable: true, configurable: true },
    create: { get: () => (createsPerRequest() ? create : undefined), enumerable: true, configurable: true },
  });
}

/**
 * Returns the source itself if it is a class, or the class of an instance; undefined for a function and for a plain
 * object.
 */
function componentClassOf(source: unknown, { method }: ComponentRole): Class | undefined {
  const type = classOf(source);
  if (type === undefined || type === Object) return undefined;
  if (type !== source) return type;
  // A plain function may also have a prototype.
  const isWritten = Function.prototype.toString.call(type).startsWith('class');
  return isWritten || hasMethod(type.prototype, method) ? type : undefined;
}

function sharedInstanceGetter(
  source: unknown,
  { method }: ComponentRole,
  type: Class | undefined,
): () => unknown {
  if (typeof source !== 'function') return () => source;
  if (type !== undefined) return lazySingleton(type);
  const object = { [method]: source };
  return () => object;
}

function isPerRequest(source: unknown, type: Class | undefined, object: () => unknown): boolean {
  if (type === undefined || type !== source) return false;
  if (hasAnnotation(type, 'noCache')) return true;
  if (knownFields(type).length === 0) {
    try {
      // The first instance reveals its fields; without `@Context` fields it serves all requests.
      object();
    } catch {
      // The error is reported when the instance is needed.
    }
  }
  return contextFieldsOf(type).length > 0;
}

/** Sets the `@Context` fields for a request. */
function fillContextFields(type: Class, object: object, context: RoutingContext): object {
  for (const [name, fill] of contextFieldsOf(type)) Object.assign(object, { [name]: fill(context) });
  return object;
}

function isComponent<T>(source: unknown, { method }: Role<T>): source is Component<T> {
  return isObject(source) && !hasMethod(source, method) && ('instance' in source || 'create' in source);
}

/**
 * Returns the declared types of the class. To prevent comparisons, omits them for a class with `@SuppressCheck()` that
 * is registered for a media type.
 */
function resolveTypes(
  source: unknown,
  type: Class | undefined,
  { mediaTypes }: ComponentUse,
): readonly TypeToken[] | undefined {
  const isUncompared = mediaTypes !== undefined && type !== undefined && hasAnnotation(type, 'suppressCheck');
  return isUncompared ? undefined : staticTypesOf(source);
}

/**
 * Returns the classes in `type` of an instance, or in `static type` of a class or of the class of an instance;
 * undefined if there is no declared type.
 */
export function staticTypesOf(source: unknown): readonly TypeToken[] | undefined {
  const holders = isObject(source) ? [source, source.constructor] : [source];
  for (const holder of holders) {
    const type = propertyOf(holder, 'type');
    if (Array.isArray(type)) return type.filter(isClass);
    if (isClass(type)) return [type];
  }
  return undefined;
}

/**
 * Returns the media types from the nearest `@Consumes` or `@Produces`, depending on the role, and from `@Header` on the
 * class and its base classes; undefined if there are none.
 */
function declaredMediaTypes({ media }: ComponentRole, type: Class): readonly string[] | undefined {
  if (media === undefined) return undefined;
  const own = nearestAnnotation(annotationLevelsOf(type), media)?.types ?? [];
  const header = parseMediaTypes(declaredHeaders(type), media === 'consumes' ? 'accept' : 'content-type');
  const found = [...new Set([...own, ...header])];
  return found.length === 0 ? undefined : found;
}

export function declaredHeaders(type: Class): readonly string[] {
  return annotationLevelsOf(type)
    .toReversed()
    .flatMap((annotations) => annotationsOfKind(annotations, 'headers').flatMap(({ lines }) => lines));
}

export function hasAnnotation(type: Class, kind: 'noCache' | 'suppressCheck'): boolean {
  return nearestAnnotation(annotationLevelsOf(type), kind) !== undefined;
}

function annotationLevelsOf(type: Class): (readonly AnnotationRecord[])[] {
  return lineage(type).map((at) => classRecordOf(at).annotations);
}

/** Returns the generated name of an unnamed component, for findings and the printed table: `reader of Note`. */
function describeUse(
  { name }: ComponentRole,
  types: readonly TypeToken[] = [],
  mediaTypes: readonly string[] = [],
): string {
  const uses = [...types.map((type) => type.name), ...mediaTypes];
  return uses.length === 0 ? name : `${name} of ${uses.join(', ')}`;
}

function sourceName(source: unknown, type: Class | undefined): string | undefined {
  const name = type?.name ?? (typeof source === 'function' ? source.name : '');
  return name === '' ? undefined : name;
}
