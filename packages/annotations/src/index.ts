/** @module Annotated classes in the JAX-RS style become HTTP routes. */
export {
  BodyParam,
  Context,
  HeaderParam,
  PathParam,
  QueryParam,
  type AnnotatedParam,
  type AnnotatedQuery,
  type AnnotatedText,
  type Given,
  type ParamDecorator,
  type UntypedQuery,
  type UntypedText,
} from './params.ts';
export { RestBuilder } from './rest-builder.ts';
export { RestRouter, type EndpointSource, type RestRouterCalls } from './rest-router.ts';
export {
  Consumes,
  Path,
  Produces,
  RouteOrder,
  Use,
  type MethodAnnotation,
  type ScopeDecorator,
} from './scopes.ts';
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
} from './verbs.ts';
