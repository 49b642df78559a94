import type { RoutingContext } from '@writ/http';
import type { Component, Origin, TypeToken } from '@writ/http/kernel';
import { all, nearest } from '../reading/method.ts';
import { lineage, recordOf, type Class, type Note } from '../recording/records.ts';
import { knownFields } from '../recording/fields.ts';
import type { Injector } from '../injection/injector.ts';
import { contextFields } from './context-fields.ts';
import { mediaTypesIn, sentHeaders } from './header-text.ts';
import type { Role } from './roles.ts';
import { singletonOf } from './singletons.ts';

/** What a registration says besides, in place of what the class says. */
export interface Use {
  readonly types?: readonly TypeToken[];
  readonly mediaTypes?: readonly string[];
}

/** What a component was made from; `type` is its class, when it has one. */
export interface Made {
  readonly role: Role<any>;
  readonly source: unknown;
  readonly type: Class | undefined;
  /** Who makes it in place of `new`. */
  readonly injector?: Injector;
}

const made = new WeakMap<Component<any>, Made>();

export function madeFrom(component: Component<any>): Made | undefined {
  return made.get(component);
}

/** The same for whatever it is asked to do. */
export function withoutTypes<C extends Component<any>>(component: C): C {
  const { types: _types, ...rest } = Object.getOwnPropertyDescriptors(component);
  const copy = Object.defineProperties({}, rest) as C;
  const known = made.get(component);
  if (known !== undefined) made.set(copy, known);
  return copy;
}

/**
 * A reader, writer, handler or provider as the kernel takes it, from a class, an instance, a function, or what is
 * a component already. Nothing is made or judged before the first look at `instance` or `create`: classes may stand
 * in modules that are not done, and what is wrong with them is told with all other findings.
 */
export function componentOf<T>(role: Role<T>, source: unknown, origin: Origin, use: Use = {}): Component<T> {
  if (isComponent<T>(source, role)) return source;
  const type = classOf(source, role);
  const { types = declaredTypes(source, type, use), mediaTypes = type && mediaTypesOf(role, type) } = use;
  const headers = type === undefined ? [] : sentHeaders(headersOf(type));
  const object = objectOf(source, role, type);
  let perRequest: boolean | undefined;
  const isMadeAnew = (): boolean => (perRequest ??= isPerRequest(source, type, object));
  const component: Component<T> = {
    name: nameOf(source, type) ?? namedByUse(role, types, mediaTypes),
    ...(types === undefined ? {} : { types }),
    ...(mediaTypes === undefined ? {} : { mediaTypes }),
    ...(headers.length === 0 ? {} : { headers }),
    origin,
    get instance() {
      return isMadeAnew() ? undefined : (object() as T);
    },
    get create() {
      return isMadeAnew()
        ? (context: RoutingContext) => create<T>(type!, Reflect.construct(type!, []), context)
        : undefined;
    },
  } as Component<T>;
  made.set(component, { role, source, type });
  return component;
}

/** The same made by the injector, when it is of a class that an injector is asked for. */
export function injectedBy<C extends Component<any>>(component: C, injector: Injector): C {
  const known = made.get(component);
  const type = known?.type;
  if (type === undefined || type !== known?.source || !injector.asks(type)) return component;
  const { instance: _instance, create: _create, ...rest } = Object.getOwnPropertyDescriptors(component);
  const one = (): object => injector.get(type);
  let perRequest: boolean | undefined;
  const isMadeAnew = (): boolean => (perRequest ??= isPerRequest(type, type, one));
  const anew = (context: RoutingContext): unknown => create(type, injector.fresh(type), context);
  const copy = Object.defineProperties(
    {},
    {
      ...rest,
      instance: { get: () => (isMadeAnew() ? undefined : one()), enumerable: true },
      create: { get: () => (isMadeAnew() ? anew : undefined), enumerable: true },
    },
  ) as C;
  made.set(copy, { ...known, injector });
  return copy;
}

/** The class of a source that is one, or an instance of one. */
function classOf(source: unknown, { method }: Role<any>): Class | undefined {
  if (typeof source === 'object' && source !== null) {
    const { constructor } = source;
    return typeof constructor === 'function' && constructor !== Object ? (constructor as Class) : undefined;
  }
  if (typeof source !== 'function') return undefined;
  const isClass =
    Function.prototype.toString.call(source).startsWith('class') ||
    typeof (source.prototype as Record<string, unknown> | undefined)?.[method] === 'function';
  return isClass ? (source as unknown as Class) : undefined;
}

function objectOf(source: unknown, { method }: Role<any>, type: Class | undefined): () => unknown {
  if (typeof source !== 'function') return () => source;
  if (type !== undefined) return singletonOf(type);
  const object = { [method]: source };
  return () => object;
}

function isPerRequest(source: unknown, type: Class | undefined, object: () => unknown): boolean {
  if (type === undefined || type !== source) return false;
  if (says(type, 'noCache')) return true;
  if (knownFields(type).length === 0) {
    try {
      // Its first instance, which serves all requests if it turns out to have no such field.
      object();
    } catch {
      // Whoever needs it will be told.
    }
  }
  return contextFields(type).length > 0;
}

function create<T>(type: Class, bare: unknown, context: RoutingContext): T {
  const object = bare as Record<string | symbol, unknown>;
  for (const [name, fill] of contextFields(type)) object[name] = fill(context);
  return object as T;
}

function isComponent<T>(source: unknown, { method }: Role<T>): source is Component<T> {
  return (
    typeof source === 'object' &&
    source !== null &&
    typeof (source as Record<string, unknown>)[method] !== 'function' &&
    ('instance' in source || 'create' in source)
  );
}

/** The class's own, but not of one with `@SuppressCheck()` that is registered for a media type: nothing is to be compared. */
function declaredTypes(
  source: unknown,
  type: Class | undefined,
  { mediaTypes }: Use,
): readonly TypeToken[] | undefined {
  const isUncompared = mediaTypes !== undefined && type !== undefined && says(type, 'suppressCheck');
  return isUncompared ? undefined : typesOf(source);
}

/** `static type`, or `type` of an instance that has no class. */
export function typesOf(source: unknown): readonly TypeToken[] | undefined {
  const isObject = typeof source === 'object' && source !== null;
  const holders = isObject ? [source, source.constructor] : [source];
  for (const holder of holders) {
    const type = (holder as { type?: unknown } | undefined | null)?.type;
    if (Array.isArray(type)) return type as TypeToken[];
    if (typeof type === 'function') return [type as TypeToken];
  }
  return undefined;
}

/** What `@Consumes`, `@Produces` and `@Header` on the class or its nearest base class say that it is for. */
function mediaTypesOf({ media }: Role<any>, type: Class): readonly string[] | undefined {
  if (media === undefined) return undefined;
  const own = nearest(levelsOf(type), media)?.types ?? [];
  const header = mediaTypesIn(headersOf(type), media === 'consumes' ? 'accept' : 'content-type');
  const found = [...new Set([...own, ...header])];
  return found.length === 0 ? undefined : found;
}

export function headersOf(type: Class): readonly string[] {
  return levelsOf(type)
    .toReversed()
    .flatMap((notes) => all(notes, 'headers').flatMap(({ texts }) => texts));
}

export function says(type: Class, kind: 'noCache' | 'suppressCheck'): boolean {
  return nearest(levelsOf(type), kind) !== undefined;
}

function levelsOf(type: Class): (readonly Note[])[] {
  return lineage(type).map((at) => recordOf(at).notes);
}

/** What has no name of its own, as the findings and the printed table call it: `reader of Note`. */
function namedByUse(
  { name }: Role<any>,
  types: readonly TypeToken[] = [],
  mediaTypes: readonly string[] = [],
): string {
  const uses = [...types.map((type) => type.name), ...mediaTypes];
  return uses.length === 0 ? name : `${name} of ${uses.join(', ')}`;
}

function nameOf(source: unknown, type: Class | undefined): string | undefined {
  const name = type?.name ?? (typeof source === 'function' ? source.name : '');
  return name === '' ? undefined : name;
}
