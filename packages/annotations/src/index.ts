/** @module Annotated classes in the JAX-RS style become HTTP routes. */
export {
  AddressError,
  BodyHandler,
  classValidator,
  ConstraintException,
  ConstraintExceptionHandler,
  FileResponseWriter,
  files,
  GeneralResponseWriter,
  handle,
  JsonResponseWriter,
  JsonValueReader,
  MediaType,
  Router,
  type Validator,
} from '@writ/http';
export type { AddressOptions } from '@writ/http/kernel';
export { url, type MethodOf, type UrlValues } from './address/url.ts';
export { Authenticate, Authorize, DenyAll, PermitAll, RolesAllowed } from './decorators/access.ts';
export type { ParamDecorator } from './decorators/annotated.ts';
export type { Registered, RegisteredHandlers } from './registration/registration.ts';
export type {
  AuthenticatorSource,
  AuthorizerSource,
  ComponentClass,
  EventSource,
  HandlerSource,
  NotFoundSource,
  ProviderSource,
  ReaderSource,
  WriterSource,
} from './components/roles.ts';
export { Event, Events, type EventOptions } from './decorators/events.ts';
export type { CorsArguments } from './registration/cross-origin.ts';
export {
  BeanParam,
  BodyParam,
  Context,
  CookieParam,
  FormParam,
  HeaderParam,
  MatrixParam,
  PathParam,
  QueryParam,
  type AnnotatedBean,
  type AnnotatedContext,
  type AnnotatedParam,
  type AnnotatedQuery,
  type AnnotatedText,
  type Given,
  type UntypedBean,
  type UntypedContext,
  type UntypedQuery,
  type UntypedText,
} from './decorators/params.ts';
export { Inject } from './injection/inject.ts';
export type { InjectionProvider, InjectionSource } from './injection/injector.ts';
export { exportedRouter, type ExportedClass } from './registration/exported-router.ts';
export { isEndpoint } from './recording/is-endpoint.ts';
export { NotFoundResponseWriter } from './decorators/not-found.ts';
export { RouteDefinition } from './recording/route-definition.ts';
export { RestBuilder } from './registration/rest-builder.ts';
export { RestRouter, type EndpointSource, type RestRouterCalls } from './registration/rest-router.ts';
export {
  ApplicationPath,
  Blocking,
  CatchWith,
  Consumes,
  Header,
  NoCache,
  Path,
  Produces,
  ResponseWriter,
  RouteOrder,
  SuppressCheck,
  Use,
} from './decorators/scopes.ts';
export type { ClassAnnotation, MethodAnnotation, ScopeDecorator } from './recording/decorator-types.ts';
export { ContextReader, DefaultValue, Raw, RequestReader, Valid } from './decorators/second.ts';
export type { SecondAnnotation } from './recording/decorator-types.ts';
export {
  CONNECT,
  DELETE,
  DELETE as Delete,
  GET,
  GET as Get,
  HEAD,
  HEAD as Head,
  OPTIONS,
  OPTIONS as Options,
  PATCH,
  PATCH as Patch,
  POST,
  POST as Post,
  PUT,
  PUT as Put,
  TRACE,
  type Verb,
  type VerbDecorator,
  type VerbOptions,
} from './decorators/verbs.ts';
