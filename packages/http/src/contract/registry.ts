import type { Validator } from './validator.ts';
import type {
  BodyHandlerLike,
  ContextProvider,
  ExceptionHandler,
  HttpResponseWriter,
  ValueReader,
} from './roles.ts';
import type { AccessRules } from './scope.ts';
import type { Component } from './component.ts';
import type { RoutingContext } from './context.ts';
import type { AbstractClass } from './type.ts';

/**
 * Components of one kind. A lookup searches this registry, then its parent. Lookups take place while plans are
 * resolved, not for each request.
 */
export class Registry<T> {
  readonly #parent: () => Registry<T> | undefined;
  readonly #changed: () => void;
  readonly #replaces: boolean;
  readonly #scope: () => string;
  #own: Component<T>[] = [];

  /** `replaces`: whether a component replaces an earlier one with the same types and media types. */
  constructor(
    parent: () => Registry<T> | undefined,
    changed: () => void,
    replaces: boolean,
    scope: () => string = () => 'registry',
  ) {
    this.#parent = parent;
    this.#changed = changed;
    this.#replaces = replaces;
    this.#scope = scope;
  }

  /** Adds components. If this registry `replaces`, they replace earlier ones with the same types and media types. */
  register(...components: readonly Component<T>[]): this {
    for (const component of components) {
      const at = this.#replaces ? this.#own.findIndex((other) => hasSameUse(other, component)) : -1;
      if (at === -1) this.#own.push(component);
      else this.#own[at] = component;
    }
    this.#changed();
    return this;
  }

  /** Removes the components of this registry, but not of its parents. */
  clear(): void {
    this.#own = [];
    this.#changed();
  }

  /** Returns the components of this registry in registration order, followed by its parents' components. */
  all(): readonly Component<T>[] {
    return this.levels().flat();
  }

  /** Whether this registry and its parents contain no components. */
  get isEmpty(): boolean {
    return this.#own.length === 0 && (this.#parent()?.isEmpty ?? true);
  }

  /** Returns one list of components per registry: this one, its parent, and so on. */
  levels(): readonly (readonly Component<T>[])[] {
    return [this.#own, ...(this.#parent()?.levels() ?? [])];
  }

  /** Returns the scope of each list in {@link levels}, such as `router` or `toolkit`. */
  scopes(): readonly string[] {
    return [this.#scope(), ...(this.#parent()?.scopes() ?? [])];
  }
}

function hasSameUse<T>(one: Component<T>, other: Component<T>): boolean {
  return isSameList(one.types, other.types) && isSameList(one.mediaTypes, other.mediaTypes);
}

function isSameList(one: readonly unknown[] | undefined, other: readonly unknown[] | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

/** Returns an object that belongs to one request, for context bindings that need no provider. */
export type ContextObject = (context: RoutingContext) => unknown;

/** Looks up, by class, the functions that return the objects for context bindings that need no provider. */
export interface ContextObjects {
  /** Returns the function for a class, or undefined if a provider or filter must supply the object. */
  contextObject(type: unknown): ContextObject | undefined;
}

/**
 * Settings shared by many routes. A router's registries inherit from its toolkit's, for which a front end may set a
 * parent.
 */
export class Registries implements ContextObjects {
  parent: Registries | undefined;
  /** The name in printed tables: `router`, `router /admin`, `toolkit` or `all toolkits`. */
  scope: string;
  readonly readers: Registry<ValueReader>;
  readonly writers: Registry<HttpResponseWriter>;
  readonly handlers: Registry<ExceptionHandler>;
  readonly providers: Registry<ContextProvider>;
  /** The number of changes to these registries. Changes to their parents are not counted. */
  changes = 0;
  readonly #contextObjects = new Map<unknown, ContextObject>();
  #bodyHandler: BodyHandlerLike | undefined;
  #validator: Validator | undefined;
  #access: AccessRules = {};

  constructor(parent?: Registries, scope: string = parent === undefined ? 'toolkit' : 'router') {
    this.parent = parent;
    this.scope = scope;
    const name = (): string => this.scope;
    const changed = (): void => void (this.changes += 1);
    this.readers = new Registry(() => this.parent?.readers, changed, true, name);
    this.writers = new Registry(() => this.parent?.writers, changed, true, name);
    this.handlers = new Registry(() => this.parent?.handlers, changed, false, name);
    this.providers = new Registry(() => this.parent?.providers, changed, true, name);
  }

  /**
   * Sets the function that returns the object for context bindings of this class, such as one that a filter has stored:
   *
   *     router.registries.setContextObject(Locale, ({ data }) => data.get(Locale));
   *
   * The function must be synchronous. It runs for each binding, and its result is passed unchecked, even if undefined.
   * Providers are not called for the class.
   */
  setContextObject(type: AbstractClass, object: ContextObject): void {
    this.#contextObjects.set(type, object);
    this.changes += 1;
  }

  /**
   * Returns the function that these registries or their parents set for a class, or undefined if a provider or filter
   * must supply the object.
   */
  contextObject(type: unknown): ContextObject | undefined {
    return this.#contextObjects.get(type) ?? this.parent?.contextObject(type);
  }

  /** The reader for multipart forms. If it is not set, it is inherited from the parent. */
  get bodyHandler(): BodyHandlerLike | undefined {
    return this.#bodyHandler ?? this.parent?.bodyHandler;
  }

  set bodyHandler(handler: BodyHandlerLike | undefined) {
    this.#bodyHandler = handler;
    this.changes += 1;
  }

  /** The validator for class instances. If it is not set, it is inherited from the parent. */
  get validator(): Validator | undefined {
    return this.#validator ?? this.parent?.validator;
  }

  set validator(validator: Validator | undefined) {
    this.#validator = validator;
    this.changes += 1;
  }

  /** The access rules for routes that declare none. Rules that are not set are inherited from the parent. */
  get access(): AccessRules {
    return { ...this.parent?.access, ...this.#access };
  }

  set access(access: AccessRules) {
    this.#access = access;
    this.changes += 1;
  }
}
