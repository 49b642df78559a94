/** @module The kernel: routes as plain data, one table, one pipeline, Node and fetch servers. */
export { AddressError, type AddressProblem } from './address/address-error.ts';
export { addressOf, type AddressOptions, type AddressValues } from './address/address-of.ts';
export { fillPattern } from './address/fill-pattern.ts';
export { basic, type BasicCheck } from './auth/basic.ts';
export { bearer, type AuthOptions, type BearerCheck } from './auth/bearer.ts';
export type { Access } from './auth/access.ts';
export {
  authorizationsFrom,
  basicAuthentication,
  bearerAuthentication,
  sessionAuthentication,
} from './auth/providers.ts';
export type { CheckResult } from './auth/guard.ts';
export { sameText } from './auth/same-text.ts';
export { User } from './auth/user.ts';
export { handle } from './errors/handle.ts';
export type { Unfinished } from './events/background.ts';
export {
  EventBus,
  EventBusError,
  type RequestOptions,
  type Subscriber,
  type Subscription,
} from './events/event-bus.ts';
export type { RestEvent, RouteEvent } from './events/rest-event.ts';
export { HttpError, type HttpErrorOptions, type ValueError } from './errors/http-error.ts';
export type { NotFoundHandler } from './errors/remedies-of.ts';
export { StartupError } from './errors/startup-error.ts';
export { ERRORS, type ErrorCode, type ErrorKind } from './errors/table.ts';
export { RoutingContext } from './exchange/context.ts';
export { HttpRequest, type RequestBody, type RequestHeaders } from './exchange/request.ts';
export { HttpResponse } from './exchange/response.ts';
export { ResponseHeaders } from './exchange/response-headers.ts';
export type { Transport } from './exchange/transport.ts';
export { FileResponseWriter, files } from './files/file-writer.ts';
export type { Files, FilesOptions, Folder, FolderOptions } from './files/settings.ts';
export { MediaType } from './media/media-type.ts';
export { negotiate } from './media/negotiate.ts';
export type { Logger } from './logger.ts';
export { captureOrigin, originOf, type Declared, type Origin } from './origin.ts';
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
  type BeanInit,
  type ContextParam,
  type Param,
  type QueryTextParam,
  type TextParam,
  type WholeBeanParam,
  type WholeBodyParam,
} from './params.ts';
export type { Filter } from './pipeline/filter.ts';
export { openapi, type OpenapiOptions } from './openapi/openapi.ts';
export { serveOpenapi, type ServeOpenapiOptions } from './openapi/serve.ts';
export type { OpenapiDocument } from './openapi/document.ts';
export { JsonValueReader } from './readers/json-value-reader.ts';
export { toProvider, toReader, type ProviderLike, type ReaderLike } from './readers/reader-like.ts';
export { cache, type CacheOptions } from './policies/cache.ts';
export { cors, type CorsFilter, type CorsOptions } from './policies/cors.ts';
export { csrf, type CsrfFilter, type CsrfOptions } from './policies/csrf.ts';
export { limits, type LimitsFilter } from './policies/limits.ts';
export { rateLimit, type RateCount, type RateLimitOptions, type RateStore } from './policies/rate-limit.ts';
export { memoryStore } from './policies/rate-limit-store.ts';
export { version } from './policies/version.ts';
export {
  route,
  toBinding,
  type BeanBinding,
  type Bindable,
  type Binding,
  type BodyBinding,
  type Carries,
  type ContextBinding,
  type Limits,
  type NameBinding,
  type NamedBinding,
  type ObjectBinding,
  type PositionBinding,
  type RestBinding,
  type Route,
  type RouteInit,
  type Scope,
  type Source,
  type Values,
} from './route.ts';
export { Router } from './router.ts';
export { instanceOf, type Component, type TypeToken } from './scope/component.ts';
export { Registries, Registry } from './scope/registry.ts';
export type {
  AuthorizationProvider,
  ContextProvider,
  Credentials,
  ExceptionHandler,
  HttpResponseWriter,
  NotFoundWriter,
  RestAuthenticationProvider,
  ValueReader,
} from './scope/roles.ts';
export type { Address, CloseReport, CutRequest, Server, ServerOptions } from './server/server.ts';
export type { Candidate, Choice, ExplainedPlan, Explanation } from './table/explanation.ts';
export { NOTHING_THERE, type Considered, type Match, type Matcher, type Miss } from './table/matcher.ts';
export type { RequestPath } from './table/request-path.ts';
export type { TableRow } from './table/row.ts';
export { Toolkit, type DefaultLimits, type JsonMapper, type ToolkitOptions } from './toolkit.ts';
export {
  BodyHandler,
  type BodyHandlerLike,
  type BodyHandlerOptions,
  type BodyLimits,
  type FormBody,
} from './uploads/body-handler.ts';
export { FileUpload } from './uploads/file-upload.ts';
export { readParts, type ReadPartsOptions } from './uploads/read-parts.ts';
export type { Part } from './uploads/parts.ts';
export type { Size } from './uploads/size.ts';
export { int, isoDate, uuid } from './values/codecs.ts';
export type { Query } from './values/query.ts';
export type { StandardSchemaV1 } from './values/standard-schema.ts';
export {
  anything,
  array,
  codec,
  nullable,
  object,
  oneOf,
  optional,
  type AbstractClass,
  type Anything,
  type ArrayOf,
  type Codec,
  type EnumObject,
  type Nullable,
  type ObjectOf,
  type OneOf,
  type Optional,
  type TupleOf,
  type Type,
  type Value,
} from './values/type.ts';
export type { Blocking } from './workers/blocking.ts';
export { REQUEST_CHANNELS, type RequestMessage } from './tracing/request-events.ts';
export type { Trace } from './tracing/trace.ts';
export { classValidator, type ClassValidatorInit, type PropertyError } from './validation/class-validator.ts';
export { ConstraintException, ConstraintExceptionHandler } from './validation/constraint.ts';
export type { Validator } from './validation/validator.ts';
export { events, type EventOptions, type EventStream, type ServerSentEvent } from './writers/events.ts';
export { GeneralResponseWriter } from './writers/general-writer.ts';
export { JsonResponseWriter } from './writers/json-writer.ts';
export { RestResponse, type RestResponseInit } from './writers/rest-response.ts';
export { isThenable } from './thenable.ts';
export { within } from './within.ts';
