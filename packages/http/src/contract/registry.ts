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
 * Components of one kind. A lookup searches this registry, then its parent. Components are looked up when
 * plans are resolved, never during a request.
 */
export class Registry<T> {
  readonly #parent: () => Registry<T> | undefined;
  readonly #changed: () => void;
  readonly #replaces: boolean;
  #own: Component<T>[] = [];

  /** `replaces`: a component replaces the registered one that has the same types and media types. */
  constructor(parent: () => Registry<T> | undefined, changed: () => void, replaces: boolean) {
    this.#parent = parent;
    this.#changed = changed;
    this.#replaces = replaces;
  }

  /** Adds components, replacing those with the same types and media types where this registry does so. */
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

  /** The components of this registry in the order of registration, followed by those of its parents. */
  all(): readonly Component<T>[] {
    return this.levels().flat();
  }

  /** The components as one list per registry: this one, its parent, and so on. */
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

/** Returns an object that every request has. */
export type ContextObject = (context: RoutingContext) => unknown;

/** Looks up the objects that every request has, by class. */
export interface ContextObjects {
  /** Undefined if a provider or filter supplies objects of this class. */
  contextObject(type: unknown): ContextObject | undefined;
}

/**
 * Settings shared by many routes. The parent of a router's registries is its toolkit's, whose parent a front
 * end may set.
 */
export class Registries implements ContextObjects {
  parent: Registries | undefined;
  readonly readers: Registry<ValueReader>;
  readonly writers: Registry<HttpResponseWriter>;
  readonly handlers: Registry<ExceptionHandler>;
  readonly providers: Registry<ContextProvider>;
  /** Incremented by every registration here. Each parent counts its own. */
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

  /** Sets the object for context bindings of this class; no provider is called for them. */
  setContextObject(type: AbstractClass, object: ContextObject): void {
    this.#contextObjects.set(type, object);
    this.changes += 1;
  }

  /**
   * The object of this registry or a parent; undefined if a provider or filter supplies objects of this
   * class.
   */
  contextObject(type: unknown): ContextObject | undefined {
    return this.#contextObjects.get(type) ?? this.parent?.contextObject(type);
  }

  /** The reader of multipart forms, inherited from the parent if not set here. */
  get bodyHandler(): BodyHandlerLike | undefined {
    return this.#bodyHandler ?? this.parent?.bodyHandler;
  }

  set bodyHandler(handler: BodyHandlerLike | undefined) {
    this.#bodyHandler = handler;
    this.changes += 1;
  }

  /** The validator of class instances, inherited from the parent if not set here. */
  get validator(): Validator | undefined {
    return this.#validator ?? this.parent?.validator;
  }

  set validator(validator: Validator | undefined) {
    this.#validator = validator;
    this.changes += 1;
  }

  /** The access rules of routes that declare none; rules not set here are inherited from the parent. */
  get access(): AccessRules {
    return { ...this.parent?.access, ...this.#access };
  }

  set access(access: AccessRules) {
    this.#access = access;
    this.changes += 1;
  }
}
