/** @module The API for front ends and tools. It may change between minor versions. */
export type { AddressProblem } from './address/address-error.ts';
export { addressOfOwned, type AddressOptions, type AddressValues } from './address/address-of.ts';
export { type AddressPart, addressParts } from './address/address-parts.ts';
export { mountPrefixOf } from './address/mount-prefix.ts';
export { mountPathOf } from './exchange/mount-path.ts';
export { recordOwner } from './address/route-owners.ts';
export type { BasicCheck } from './policies/basic.ts';
export type { BearerCheck } from './policies/bearer.ts';
export type { AccessRules, RouteEvent, Scope } from './contract/scope.ts';
export { clientKey } from './protocol/ip-address.ts';
export { filterProblem } from './policies/filter-metadata.ts';
export { authorizationsFrom } from './policies/providers.ts';
export type { CheckResult } from './policies/authorization-guard.ts';
export type { PendingTask } from './contract/background-tasks.ts';
export {
  EventBusError,
  type RequestOptions,
  type Subscriber,
  type Subscription,
} from './contract/event-bus.ts';
export type { BodyHandlerLike, BodyLimits, FormBody, RestEvent } from './contract/roles.ts';
export type { ValueError } from './errors/http-error.ts';
export type { NotFoundHandler } from './plan/resolve-error-handlers.ts';
export type { ErrorCode, ErrorKind } from './errors/table.ts';
export type { ToolkitContext } from './contract/toolkit-context.ts';
export type { RequestBody, RequestHeaders } from './contract/http-request.ts';
export type { Transport } from './contract/transport.ts';
export type { FilesOptions, FolderOptions } from './writing/files/settings.ts';
export type { Files, Folder } from './contract/files.ts';
export { negotiate } from './protocol/negotiate.ts';
export { captureOrigin, type DeclaredMember, type Origin, originOf } from './report/origin.ts';
export type {
  BeanInit,
  ContextParam,
  Param,
  QueryTextParam,
  TextParam,
  WholeBeanParam,
  WholeBodyParam,
} from './binding/params.ts';
export { type ProviderLike, type ReaderLike, toProvider, toReader } from './binding/readers/reader-like.ts';
export type { CorsFilter } from './policies/cors.ts';
export type { CsrfFilter } from './policies/csrf.ts';
export type { LimitsFilter } from './policies/limits.ts';
export type { TrustedProxies } from './contract/trusted-proxies.ts';
export type { TrustProxyOptions } from './policies/trust-proxy.ts';
export type { RateCount } from './policies/rate-limit.ts';
export {
  type BeanBinding,
  type Bindable,
  type Binding,
  type BindingOf,
  type BodyBinding,
  type ContextBinding,
  type InferValues,
  type NameBinding,
  type NamedBinding,
  type ObjectBinding,
  type ParamSource,
  type PositionBinding,
  type RestBinding,
  type RouteInit,
  toBinding,
} from './contract/route.ts';
export { listEnumValues } from './contract/enum-members.ts';
export { isKind, isWrapper } from './contract/is-kind.ts';
export { discriminatorOf } from './types/discriminator.ts';
export { inputSchema, validatingSchemaOf } from './types/input-schema.ts';
export { METHODS_OF_ANY } from './contract/methods.ts';
export { presentOf, requiredOf } from './contract/required-type.ts';
export type { DeclaredResult } from './contract/declared-result.ts';
export type { HandlerDocumentation } from './contract/documentation.ts';
export { documentationMembers } from './contract/documentation-members.ts';
export type { RouteHeader, RouteResponse } from './contract/route-response.ts';
export type { JsonSchema } from './contract/json-schema.ts';
export type { JsonMapper } from './contract/json-mapper.ts';
export type { DefaultLimits } from './contract/limits.ts';
export { type Component, instanceOf, type TypeToken } from './contract/component.ts';
export { Registries, Registry } from './contract/registry.ts';
export type { HookOptions, LifecycleHooks } from './lifecycle-hooks.ts';
export type { AbortedRequest } from './server/server-types.ts';
export type { UpgradeRequest } from './contract/upgrade-request.ts';
export type { UpgradeHandler } from './server/upgrade/upgrade-handler.ts';
export type { Candidate, ExplainedPart, ExplainedPlan, Explanation } from './inspect/explanation.ts';
export {
  type ConsideredRoute,
  type Match,
  type Matcher,
  type NoMatch,
  NO_MATCH,
} from './contract/matcher.ts';
export type { RequestPath } from './protocol/request-path.ts';
export type { TableRow } from './inspect/row.ts';
export type { ReadPartsOptions } from './binding/uploads/read-parts.ts';
export type { FormPart } from './binding/uploads/parts.ts';
export type { ResponseSink } from './contract/response-sink.ts';
export type { ByteSize } from './protocol/byte-size.ts';
export type { Query } from './protocol/query.ts';
export type {
  AbstractClass,
  Anything,
  ArrayOf,
  EnumObject,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  TupleOf,
  UnionOf,
} from './contract/type.ts';
export type { Blocking } from './contract/blocking.ts';
export { setClassesOfMethod, type ClassesOfMethod } from './workers/class-finder.ts';
export { callInThread, hasThreads, type ThreadCall } from './workers/call-in-thread.ts';
export { classesOfRoute, type ClassedRoute } from './plan/route-classes.ts';
export { privateMemberOf } from './workers/transfer/private-member.ts';
export type { Trace } from './contract/trace.ts';
export { compileResultCheck, type DeclaringRoute } from './pipeline/declared-results/declared-results.ts';
export type { ClassValidatorInit, PropertyError } from './binding/validation/class-validator.ts';
export type { RedirectStatus, RestResponseInit } from './exchange/rest-response.ts';
export type { ResourceState } from './exchange/preconditions.ts';
export type { EventOptions } from './writing/server-sent-events.ts';
export { VALUE_ERRORS, type ValueErrorCode } from './errors/value-errors.ts';
export { isThenable, mapMaybe, toPromise } from './internal/thenable.ts';
export { withProviderTimeout } from './exchange/provider-timeout.ts';
