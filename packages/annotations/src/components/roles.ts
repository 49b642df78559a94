import type {
  AuthorizationProvider,
  ContextProvider,
  ExceptionHandler,
  HttpResponseWriter,
  NotFoundWriter,
  RestAuthenticationProvider,
  ValueReader,
} from '@writ/http';
import type { Component, RestEvent } from '@writ/http/kernel';

/** A component class; an injector creates the instances if the constructor has parameters. */
export type ComponentClass<T> = new (...args: never[]) => T;

/**
 * The result of `handle(...)` and similar functions. Classes and functions also have a name; `apply`, which only they
 * have, excludes them.
 */
type ReadyComponent<T> = Component<T> & { readonly apply?: undefined };

/** A reader: a class, an object, or only the `read` function. */
export type ReaderSource<T = any> =
  | ComponentClass<ValueReader<T>>
  | ReadyComponent<ValueReader<T>>
  | ValueReader<T>
  | ValueReader<T, string>['read'];

/** A writer: a class, an object, or only the `write` function. */
export type WriterSource<T = any> =
  | ComponentClass<HttpResponseWriter<T>>
  | ReadyComponent<HttpResponseWriter<T>>
  | HttpResponseWriter<T>
  | HttpResponseWriter<T>['write'];

/** An exception handler: a class, an object, or only the `write` function. */
export type HandlerSource<E = any> =
  | ComponentClass<ExceptionHandler<E>>
  | ReadyComponent<ExceptionHandler<E>>
  | ExceptionHandler<E>
  | ExceptionHandler<E>['write'];

/** A not-found handler: a class, an object, or only the `write` function. */
export type NotFoundSource =
  | ComponentClass<NotFoundWriter>
  | ReadyComponent<NotFoundWriter>
  | NotFoundWriter
  | NotFoundWriter['write'];

/** A context provider: a class, an object, or only the `provide` function. */
export type ProviderSource<T = any> =
  | ComponentClass<ContextProvider<T>>
  | ReadyComponent<ContextProvider<T>>
  | ContextProvider<T>
  | ContextProvider<T>['provide'];

/** An authentication provider: a class or an object. */
export type AuthenticatorSource =
  | ComponentClass<RestAuthenticationProvider>
  | ReadyComponent<RestAuthenticationProvider>
  | RestAuthenticationProvider;

/** An authorization provider: a class or an object. */
export type AuthorizerSource =
  | ComponentClass<AuthorizationProvider>
  | ReadyComponent<AuthorizationProvider>
  | AuthorizationProvider;

/** An event listener of a route: a class, an object, or only the `execute` function. */
export type EventSource<T = any> =
  | ComponentClass<RestEvent<T>>
  | ReadyComponent<RestEvent<T>>
  | RestEvent<T>
  | RestEvent<T>['execute'];

/** The role of a component: its method and the annotation that declares its media types. */
export interface ComponentRole {
  readonly name: string;
  readonly method: string;
  /** The method's declaration, for findings. */
  readonly signature: string;
  readonly media?: 'consumes' | 'produces' | undefined;
  /** True if the interface has several methods, so that a function cannot implement it. */
  readonly hasManyMethods?: boolean;
}

/** The role of components that implement `T`. */
export interface Role<T> extends ComponentRole {
  readonly method: Extract<keyof T, string>;
}

export const READER: Role<ValueReader> = {
  name: 'reader',
  method: 'read',
  signature: 'read(value, type)',
  media: 'consumes',
};

export const WRITER: Role<HttpResponseWriter> = {
  name: 'writer',
  method: 'write',
  signature: 'write(result, request, response)',
  media: 'produces',
};

export const HANDLER: Role<ExceptionHandler> = {
  name: 'exception handler',
  method: 'write',
  signature: 'write(exception, request, response)',
  media: 'produces',
};

export const NOT_FOUND: Role<NotFoundWriter> = {
  name: 'not-found handler',
  method: 'write',
  signature: 'write(request, response)',
  media: 'produces',
};

export const PROVIDER: Role<ContextProvider> = {
  name: 'context provider',
  method: 'provide',
  signature: 'provide(request)',
};

export const AUTHENTICATOR: Role<RestAuthenticationProvider> = {
  name: 'authentication provider',
  method: 'authenticate',
  signature: 'authenticate(credentials)',
  hasManyMethods: true,
};

export const AUTHORIZER: Role<AuthorizationProvider> = {
  name: 'authorization provider',
  method: 'getAuthorizations',
  signature: 'getAuthorizations(user)',
  hasManyMethods: true,
};

export const EVENT: Role<RestEvent> = {
  name: 'event listener',
  method: 'execute',
  signature: 'execute(entity, context)',
};
