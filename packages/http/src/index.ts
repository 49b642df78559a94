/** @module The kernel: routes as plain data, one table, one pipeline, Node and fetch servers. */
export { AddressError, type AddressProblem } from './address/address-error.ts';
export { addressOf, type AddressOptions, type AddressValues } from './address/address-of.ts';
export { fillPattern } from './address/fill-pattern.ts';
export { basic, type BasicCheck } from './policies/basic.ts';
export { bearer, type AuthOptions, type BearerCheck } from './policies/bearer.ts';
export type { Access } from './contract/scope.ts';
export {
  authorizationsFrom,
  basicAuthentication,
  bearerAuthentication,
  sessionAuthentication,
} from './policies/providers.ts';
export type { CheckResult } from './policies/guard.ts';
export { sameText } from './protocol/same-text.ts';
export { User } from './contract/user.ts';
export { handle } from './handle.ts';
export type { Unfinished } from './contract/background-tasks.ts';
export {
  EventBus,
  EventBusError,
  type RequestOptions,
  type Subscriber,
  type Subscription,
} from './contract/event-bus.ts';
export type { RestEvent } from './contract/roles.ts';
export type { RouteEvent } from './contract/scope.ts';
export { HttpError, type HttpErrorOptions, type ValueError } from './errors/http-error.ts';
export type { NotFoundHandler } from './plan/resolve-error-handlers.ts';
export { StartupError } from './report/startup-error.ts';
export { ERRORS, type ErrorCode, type ErrorKind } from './errors/table.ts';
export type { ToolkitContext } from './contract/toolkit-context.ts';
export { RoutingContext } from './contract/context.ts';
export { HttpRequest, type RequestBody, type RequestHeaders } from './contract/http-request.ts';
export { HttpResponse } from './contract/http-response.ts';
export { ResponseHeaders } from './protocol/response-headers.ts';
export type { Transport } from './contract/transport.ts';
export { FileResponseWriter, files } from './writing/files/file-writer.ts';
export type { FilesOptions, FolderOptions } from './writing/files/settings.ts';
export type { Files, Folder } from './contract/files.ts';
export { MediaType } from './protocol/media-type.ts';
export { negotiate } from './protocol/negotiate.ts';
export type { Logger } from './contract/logger.ts';
export { captureOrigin, originOf, type Declared, type Origin } from './report/origin.ts';
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
} from './binding/params.ts';
export type { Filter } from './contract/filter.ts';
export { JsonValueReader } from './binding/readers/json-value-reader.ts';
export { toProvider, toReader, type ProviderLike, type ReaderLike } from './binding/readers/reader-like.ts';
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
  type NameBinding,
  type NamedBinding,
  type ObjectBinding,
  type PositionBinding,
  type RestBinding,
  type Route,
  type RouteInit,
  type Source,
  type Values,
} from './contract/route.ts';
export type { Scope } from './contract/scope.ts';
export type { JsonMapper } from './contract/json-mapper.ts';
export type { DefaultLimits, Limits } from './contract/limits.ts';
export { Router } from './router.ts';
export { instanceOf, type Component, type TypeToken } from './contract/component.ts';
export { Registries, Registry } from './contract/registry.ts';
export type {
  AuthorizationProvider,
  ContextProvider,
  Credentials,
  ExceptionHandler,
  HttpResponseWriter,
  NotFoundWriter,
  RestAuthenticationProvider,
  ValueReader,
} from './contract/roles.ts';
export { logRejections } from './server/rejections.ts';
export type { Address, CloseReport, CutRequest, Server, ServerOptions } from './server/server.ts';
export type { Candidate, Choice, ExplainedPlan, Explanation } from './inspect/explanation.ts';
export { NOTHING_THERE, type Considered, type Match, type Matcher, type Miss } from './contract/matcher.ts';
export type { RequestPath } from './protocol/request-path.ts';
export type { TableRow } from './inspect/row.ts';
export { Toolkit, type ToolkitOptions } from './toolkit.ts';
export { BodyHandler, type BodyHandlerOptions } from './binding/uploads/body-handler.ts';
export type { BodyHandlerLike, BodyLimits, FormBody } from './contract/roles.ts';
export { FileUpload } from './contract/file-upload.ts';
export { readParts, type ReadPartsOptions } from './binding/uploads/read-parts.ts';
export type { Part } from './binding/uploads/parts.ts';
export type { Size } from './protocol/size.ts';
export { int, isoDate, uuid } from './types/codecs.ts';
export type { Query } from './protocol/query.ts';
export type { StandardSchemaV1 } from './contract/standard-schema.ts';
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
} from './contract/type.ts';
export type { Blocking } from './contract/blocking.ts';
export { REQUEST_CHANNELS, type RequestMessage } from './observe/request-events.ts';
export type { Trace } from './contract/trace.ts';
export {
  classValidator,
  type ClassValidatorInit,
  type PropertyError,
} from './binding/validation/class-validator.ts';
export { ConstraintException, ConstraintExceptionHandler } from './binding/validation/constraint.ts';
export type { Validator } from './contract/validator.ts';
export { events, type EventOptions, type EventStream, type ServerSentEvent } from './writing/events.ts';
export { GeneralResponseWriter } from './writing/general-writer.ts';
export { JsonResponseWriter } from './writing/json-writer.ts';
export { RestResponse, type RestResponseInit } from './exchange/rest-response.ts';
export { isThenable } from './internal/thenable.ts';
export { within } from './exchange/within.ts';
