/** @module The API for applications: routes as plain data, routers, policies, and servers for Node and fetch. */
export { AddressError } from './address/address-error.ts';
export { addressOf } from './address/address-of.ts';
export { fillPattern } from './address/fill-pattern.ts';
export { basic } from './policies/basic.ts';
export { type AuthOptions, bearer } from './policies/bearer.ts';
export { basicAuthentication, bearerAuthentication, sessionAuthentication } from './policies/providers.ts';
export { sameText } from './protocol/same-text.ts';
export { User } from './contract/user.ts';
export { handle } from './handle.ts';
export { EventBus } from './contract/event-bus.ts';
export { HttpError, type HttpErrorOptions } from './errors/http-error.ts';
export { StartupError } from './report/startup-error.ts';
export { ERRORS } from './errors/table.ts';
export { RoutingContext } from './contract/context.ts';
export { HttpRequest } from './contract/http-request.ts';
export { HttpResponse } from './contract/http-response.ts';
export { ResponseHeaders } from './protocol/response-headers.ts';
export { FileResponseWriter, files } from './writing/files/file-writer.ts';
export { MediaType } from './protocol/media-type.ts';
export type { Logger } from './contract/logger.ts';
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
} from './binding/params.ts';
export type { Filter } from './contract/filter.ts';
export { JsonValueReader } from './binding/readers/json-value-reader.ts';
export { cache, type CacheOptions } from './policies/cache.ts';
export { cors, type CorsOptions } from './policies/cors.ts';
export { csrf, type CsrfOptions } from './policies/csrf.ts';
export { limits } from './policies/limits.ts';
export { rateLimit, type RateLimitOptions, type RateStore } from './policies/rate-limit.ts';
export { memoryStore } from './policies/rate-limit-store.ts';
export { version } from './policies/version.ts';
export { route, type Route } from './contract/route.ts';
export type { Limits } from './contract/limits.ts';
export { Router } from './router.ts';
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
export type {
  CloseReport,
  NodeServerOptions,
  Server,
  ServerOptions,
  TransportName,
} from './server/server-types.ts';
export type { ServerAddress } from './server/server-address.ts';
export { Toolkit, type ToolkitOptions } from './toolkit.ts';
export { BodyHandler, type BodyHandlerOptions } from './binding/uploads/body-handler.ts';
export { FileUpload } from './contract/file-upload.ts';
export { readParts } from './binding/uploads/read-parts.ts';
export { int, isoDate, uuid } from './types/codecs.ts';
export type { StandardSchemaV1 } from './contract/standard-schema.ts';
export {
  anything,
  array,
  codec,
  type Codec,
  type InferValue,
  nullable,
  object,
  oneOf,
  optional,
  type Type,
} from './contract/type.ts';
export { REQUEST_CHANNELS, type RequestMessage } from './observe/request-events.ts';
export { classValidator } from './binding/validation/class-validator.ts';
export { ConstraintException, ConstraintExceptionHandler } from './binding/validation/constraint.ts';
export type { Validator } from './contract/validator.ts';
export { events, type EventStream, type ServerSentEvent } from './writing/server-sent-events.ts';
export { GeneralResponseWriter } from './writing/general-writer.ts';
export { JsonResponseWriter } from './writing/json-writer.ts';
export { evaluatePreconditions } from './exchange/preconditions.ts';
export { RestResponse } from './exchange/rest-response.ts';
