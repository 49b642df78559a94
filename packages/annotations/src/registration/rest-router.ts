import {
  StartupError,
  type Filter,
  type Router,
  type RoutingContext,
  type Toolkit,
  type Validator,
} from '@writ/http';
import {
  captureOrigin,
  Registries,
  type AbstractClass,
  type BodyHandlerLike,
  type Origin,
  type Registry,
} from '@writ/http/kernel';
import { serveOpenapi, type ServeOpenapiOptions } from '@writ/http/openapi';
import { checkComponent } from '../components/component-findings.ts';
import { createComponent, injectComponent } from '../components/component.ts';
import {
  registerNotFound,
  registerComponent,
  isPendingSource,
  type DeferCheck,
  type Registered,
  type RegisteredHandlers,
} from './register-component.ts';
import {
  HANDLER,
  PROVIDER,
  READER,
  WRITER,
  type NotFoundSource,
  type ProviderSource,
  type ReaderSource,
  type Role,
  type WriterSource,
} from '../components/roles.ts';
import { clearSingletons } from '../components/singletons.ts';
import { enableCors, type CorsArguments } from './cross-origin.ts';
import { diagnose } from '../findings/diagnose.ts';
import type { Finding } from '../findings/finding.ts';
import { createInjector } from '../injection/create-injector.ts';
import type { InjectionSource, Injector } from '../injection/injector.ts';
import { registerEndpoints, type EndpointSource } from './endpoints.ts';
import { whenInjected } from './when-injected.ts';
import { pushContext, createPushFilter } from './context-objects.ts';
import { ROUTE_DEFINITION } from '../recording/route-definition.ts';
import { resolveTarget } from './resolve-target.ts';
import { checkBodyHandler, checkValidator } from './check-router-options.ts';

/**
 * The components, body handler and validator that are registered for all toolkits except those with `inherit: false`.
 */
const globalRegistries = new Registries(undefined, 'all toolkits');
let globalInjector: Injector | undefined;
const globalPushFilters: Filter[] = [];
/** Deferred checks of global components that the injector is still creating. */
const pendingChecks: { readonly injector: Injector; readonly check: () => readonly Finding[] }[] = [];
const deferCheck: DeferCheck = (check, injector) => void pendingChecks.push({ injector, check });
/** Routers that have been prepared for annotated classes. */
const preparedRouters = new WeakSet<Router>();

/**
 * The registration calls without a builder. Toolkits inherit the global registrations unless they have
 * `inherit: false`.
 */
export interface RestRouterCalls {
  /**
   * Registers annotated classes or instances on a new router for the toolkit, or on an existing router.
   * `router.build()`, `toolkit.createServer(router)` or the first request reports all findings together, with their
   * locations.
   *
   *     toolkit.createServer(RestRouter.register(toolkit, Notes)).listen(8080);
   */
  register(target: Toolkit | Router, ...endpoints: readonly EndpointSource[]): Router;
  /** Returns the registry of readers for all toolkits except those with `inherit: false`. */
  getReaders(): Registered<ReaderSource>;
  /** Returns the registry of writers for all toolkits except those with `inherit: false`. */
  getWriters(): Registered<WriterSource>;
  /**
   * Returns the registry of exception handlers for all toolkits except those with `inherit: false`. Handlers are tried
   * in the order of registration.
   */
  getExceptionHandlers(): RegisteredHandlers;
  /** Registers a provider for `@Context` objects of the type, for all toolkits except those with `inherit: false`. */
  addProvider<T>(type: AbstractClass<T>, provider: ProviderSource<T>): void;
  /** Allows pages from other origins to read the responses of a router, like `builder.enableCors`. */
  enableCors(router: Router, ...given: CorsArguments): void;
  /** Sets the reader for multipart forms, for all toolkits except those with `inherit: false`. */
  setBodyHandler(handler: BodyHandlerLike): void;
  /** Sets the validator of class instances, for all toolkits except those with `inherit: false`. */
  validateWith(validator: Validator): void;
  /**
   * Sets the injector for classes that have `@Inject` or constructor parameters and are registered later, for all
   * toolkits except those with `inherit: false`.
   */
  injectWith(injector: InjectionSource): void;
  /**
   * Provides an object for `@Context` parameters of its class or a base class; a `User` also becomes the request's
   * user.
   */
  pushContext(context: RoutingContext, object: object): void;
  /**
   * Calls a provider for every request and provides its result to `@Context` parameters, on routers created later,
   * except routers of toolkits with `inherit: false`.
   */
  provide(provider: ProviderSource): void;
  /**
   * Adds a route for the OpenAPI document (default: `GET /openapi.json`) to a router, and a reference page if
   * `reference` is set.
   */
  openapi(router: Router, options: ServeOpenapiOptions): void;
  /**
   * Registers a handler that responds to requests that match none of the router's routes. With `pattern`, a regular
   * expression, the handler applies only to paths that the expression matches in full.
   */
  notFound(router: Router, handler: NotFoundSource): void;
  notFound(router: Router, pattern: string, handler: NotFoundSource): void;
  /** Clears the global registrations and the cached instances of component classes. */
  clearCache(): void;
}

/** Registers annotated classes on a toolkit or a router, and components for all toolkits. */
export const RestRouter: RestRouterCalls = {
  register(target, ...endpoints) {
    const origin = captureOrigin(RestRouter.register);
    const router = prepareRouter(target, 'RestRouter.register(new Toolkit(), …)', origin);
    const injector = injectorOf(router);
    whenInjected(router, injector, endpoints, () => registerEndpoints(router, endpoints, origin, injector));
    return router;
  },
  getReaders: () => createRegistryCalls(READER, globalRegistries.readers),
  getWriters: () => createRegistryCalls(WRITER, globalRegistries.writers),
  getExceptionHandlers: () => createRegistryCalls(HANDLER, globalRegistries.handlers),
  addProvider(type, provider) {
    const origin = captureOrigin(RestRouter.addProvider);
    registerComponent(
      globalRegistries.providers,
      PROVIDER,
      [type, provider],
      origin,
      throwOnFindings,
      globalInjector,
      deferCheck,
    );
  },
  notFound(router: Router, ...given: readonly unknown[]) {
    const origin = captureOrigin(RestRouter.notFound);
    const injector = injectorOf(router);
    whenInjected(router, injector, [given.at(-1)], () => {
      const findings = registerNotFound(router, given, origin, injector);
      if (findings.length > 0) router.report(...diagnose(findings));
    });
  },
  enableCors(router, ...given) {
    const findings = enableCors(router, given, captureOrigin(RestRouter.enableCors));
    if (findings.length > 0) router.report(...diagnose(findings));
  },
  setBodyHandler(handler) {
    throwOnFindings(checkBodyHandler(handler, captureOrigin(RestRouter.setBodyHandler)));
    globalRegistries.bodyHandler = handler;
  },
  validateWith(validator) {
    throwOnFindings(checkValidator(validator, captureOrigin(RestRouter.validateWith)));
    globalRegistries.validator = validator;
  },
  pushContext,
  provide(provider) {
    const named = createComponent(PROVIDER, provider, captureOrigin(RestRouter.provide));
    const component = globalInjector === undefined ? named : injectComponent(named, globalInjector);
    const check = (): Finding[] => checkComponent(component);
    if (globalInjector !== undefined && isPendingSource(globalInjector, provider))
      deferCheck(check, globalInjector);
    else throwOnFindings(check());
    globalPushFilters.push(createPushFilter(component));
  },
  openapi: (router, options) => void serveOpenapi(router, options),
  injectWith(source) {
    const origin = captureOrigin(RestRouter.injectWith);
    const { injector, findings } = createInjector(source, origin);
    throwOnFindings(findings);
    globalInjector = injector;
  },
  clearCache() {
    globalInjector = undefined;
    globalPushFilters.length = 0;
    pendingChecks.length = 0;
    globalRegistries.bodyHandler = undefined;
    globalRegistries.validator = undefined;
    for (const registry of [
      globalRegistries.readers,
      globalRegistries.writers,
      globalRegistries.handlers,
      globalRegistries.providers,
    ])
      registry.clear();
    clearSingletons();
  },
};

/** Returns a router that inherits the global registrations unless its toolkit has `inherit: false`. */
export function prepareRouter(target: Toolkit | Router, call: string, origin: Origin): Router {
  const router = resolveTarget(target, call, origin);
  const { inherit, registries } = router.toolkit;
  if (inherit) registries.parent ??= globalRegistries;
  if (preparedRouters.has(router)) return router;
  preparedRouters.add(router);
  router.registries.providers.register(ROUTE_DEFINITION);
  if (inherit) {
    for (const filter of globalPushFilters) router.use(filter);
    if (pendingChecks.length > 0) router.prepare(() => runPendingChecks(router, [...pendingChecks]));
  }
  return router;
}

/** Rejects with a `StartupError` if the injector could not create a global component. */
async function runPendingChecks(router: Router, waiting: typeof pendingChecks): Promise<void> {
  const injectors = new Set(waiting.map(({ injector }) => injector));
  const { provider } = router.toolkit.limits;
  await Promise.all([...injectors].map((injector) => injector.settle(provider)));
  throwOnFindings(waiting.flatMap(({ check }) => check()));
}

/**
 * Returns the injector of a router whose builder has none: the global injector, unless the toolkit has
 * `inherit: false`.
 */
export function injectorOf({ toolkit }: Router): Injector | undefined {
  return toolkit.inherit ? globalInjector : undefined;
}

/** The registration calls for any role; the roles declare the parameter types. */
interface RegistryCalls {
  register(...given: readonly unknown[]): RegistryCalls;
}

/** Returns the registration calls of a global registry. */
function createRegistryCalls<T>(role: Role<T>, registry: Registry<T>): RegistryCalls {
  const calls: RegistryCalls = {
    register(...given) {
      const origin = captureOrigin(calls.register);
      const each = role.name === HANDLER.name ? given.map((one) => [one]) : [given];
      for (const one of each)
        registerComponent(registry, role, one, origin, throwOnFindings, globalInjector, deferCheck);
      return calls;
    },
  };
  return calls;
}

/** Global registrations have no router whose start-up could report findings, so they throw. */
function throwOnFindings(findings: readonly Finding[]): void {
  if (findings.length > 0) throw new StartupError(diagnose(findings));
}
