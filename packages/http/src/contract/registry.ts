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
 * Components by their purpose. A look-up searches this registry, then its parent. Components are registered and looked
 * up when plans are resolved, never for a request.
 */
export class Registry<T> {
  readonly #parent: () => Registry<T> | undefined;
  readonly #changed: () => void;
  readonly #replaces: boolean;
  #own: Component<T>[] = [];

  /** `replaces`: a component replaces one of this registry that has the same types and media types. */
  constructor(parent: () => Registry<T> | undefined, changed: () => void, replaces: boolean) {
    this.#parent = parent;
    this.#changed = changed;
    this.#replaces = replaces;
  }

  /** Adds components, or replaces those with the same purpose. Returns the registry. */
  register(...components: readonly Component<T>[]): this {
    for (const component of components) {
      const at = this.#replaces ? this.#own.findIndex((other) => hasSameUse(other, component)) : -1;
      if (at === -1) this.#own.push(component);
      else this.#own[at] = component;
    }
    this.#changed();
    return this;
  }

  /** Removes the components of this registry; those of its parents remain. */
  clear(): void {
    this.#own = [];
    this.#changed();
  }

  /** Its own, in the order of registration; then those of its parents. */
  all(): readonly Component<T>[] {
    return this.levels().flat();
  }

  /** The components of each registry as a list: its own, its parent's, and so on. */
  levels(): readonly (readonly Component<T>[])[] {
    return [this.#own, ...(this.#parent()?.levels() ?? [])];
  }
}

function hasSameUse<T>(one: Component<T>, other: Component<T>): boolean {
  return isSameList(one.types, other.types) && isSameList(one.mediaTypes, other.mediaTypes);
}

function isSameList(one: readonly unknown[] | undefined, other: readonly unknown[] | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

/** Reads an object from the request that every request has. */
export type ContextObject = (context: RoutingContext) => unknown;

/** The objects that every request has, by their classes. */
export interface ContextObjects {
  /** Undefined if such an object comes from a provider or a filter. */
  contextObject(type: unknown): ContextObject | undefined;
}

/**
 * Settings for many routes. The parent of a router's registries are its toolkit's, whose parent a front end may set.
 */
export class Registries implements ContextObjects {
  parent: Registries | undefined;
  readonly readers: Registry<ValueReader>;
  readonly writers: Registry<HttpResponseWriter>;
  readonly handlers: Registry<ExceptionHandler>;
  readonly providers: Registry<ContextProvider>;
  /** Grows with every registration here; of its parents each has its own. */
  changes = 0;
  readonly #contextObjects = new Map<unknown, ContextObject>();
  #bodyHandler: BodyHandlerLike | undefined;
  #validator: Validator | undefined;
  #access: AccessRules = {};

  constructor(parent?: Registries) {
    this.parent = parent;
    const changed = (): void => void (this.changes += 1);
    this.readers = new Registry(() => this.parent?.readers, changed, true);
    this.writers = new Registry(() => this.parent?.writers, changed, true);
    this.handlers = new Registry(() => this.parent?.handlers, changed, false);
    this.providers = new Registry(() => this.parent?.providers, changed, true);
  }

  /** Gives context bindings of that class an object that every request has; no provider is called for them. */
  setContextObject(type: AbstractClass, object: ContextObject): void {
    this.#contextObjects.set(type, object);
    this.changes += 1;
  }

  /** Its own, or its parent's; undefined if such an object comes from a provider or a filter. */
  contextObject(type: unknown): ContextObject | undefined {
    return this.#contextObjects.get(type) ?? this.parent?.contextObject(type);
  }

  /** The reader of multipart forms: its own, or its parent's. */
  get bodyHandler(): BodyHandlerLike | undefined {
    return this.#bodyHandler ?? this.parent?.bodyHandler;
  }

  set bodyHandler(handler: BodyHandlerLike | undefined) {
    this.#bodyHandler = handler;
    this.changes += 1;
  }

  /** The validator of objects of classes: its own, or its parent's. */
  get validator(): Validator | undefined {
    return this.#validator ?? this.parent?.validator;
  }

  set validator(validator: Validator | undefined) {
    this.#validator = validator;
    this.changes += 1;
  }

  /** The access rules of routes without rules of their own: its own, or its parent's. */
  get access(): AccessRules {
    return { ...this.parent?.access, ...this.#access };
  }

  set access(access: AccessRules) {
    this.#access = access;
    this.changes += 1;
  }
}
