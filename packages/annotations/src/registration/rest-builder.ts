import type { Filter, Router, Toolkit, Validator } from '@writ/http';
import {
  captureOrigin,
  type AbstractClass,
  type AccessRules,
  type BodyHandlerLike,
  type Component,
  type HookOptions,
  type LifecycleHooks,
  type Origin,
  type Registry,
  type TypeToken,
} from '@writ/http/kernel';
import { serveOpenapi, type ServeOpenapiOptions } from '@writ/http/openapi';
import { checkComponent } from '../components/component-findings.ts';
import { createComponent, injectComponent } from '../components/component.ts';
import { registerNotFound, registerComponent } from './register-component.ts';
import {
  AUTHENTICATOR,
  AUTHORIZER,
  HANDLER,
  PROVIDER,
  READER,
  WRITER,
  type AuthenticatorSource,
  type AuthorizerSource,
  type HandlerSource,
  type NotFoundSource,
  type ProviderSource,
  type ReaderSource,
  type Role,
  type WriterSource,
} from '../components/roles.ts';
import { enableCors, type CorsArguments } from './cross-origin.ts';
import { diagnose } from '../findings/diagnose.ts';
import type { Finding } from '../findings/finding.ts';
import { createPushFilter } from './context-objects.ts';
import { createInjector } from '../injection/create-injector.ts';
import type { InjectionSource, Injector } from '../injection/injector.ts';
import { whenInjected } from './when-injected.ts';
import { checkBodyHandler, checkValidator } from './check-router-options.ts';
import { registerEndpoints, type EndpointSource } from './endpoints.ts';
import { injectorOf, prepareRouter } from './rest-router.ts';

type Step = (injector: Injector | undefined) => unknown;

/** Builds a router step by step: `new RestBuilder(toolkit).register(Notes).use(log).build()`. */
export class RestBuilder {
  readonly #router: Router;
  readonly #origin: Origin = captureOrigin(RestBuilder as never);
  #isEmpty = true;
  #injector: Injector | undefined;
  /** The deferred registrations, which run when the injector is known. */
  readonly #steps: Step[] = [];
  readonly #endpoints: EndpointSource[] = [];
  readonly #components: unknown[] = [];
  #accessRules: AccessRules = {};

  constructor(target: Toolkit | Router) {
    this.#router = prepareRouter(target, 'new RestBuilder(new Toolkit())', this.#origin);
  }

  /** Registers annotated classes, which are instantiated without arguments or by the injector, or instances of them. */
  register(...endpoints: readonly EndpointSource[]): this {
    this.#isEmpty &&= endpoints.length === 0;
    const origin = captureOrigin(this.register);
    this.#endpoints.push(...endpoints);
    return this.#addStep((injector) => registerEndpoints(this.#router, endpoints, origin, injector));
  }

  /**
   * Registers a reader for a type, for a media type, or for the types and media types that its class declares with
   * `static type` and `@Consumes`.
   */
  reader(type: TypeToken | AbstractClass, reader: ReaderSource): this;
  reader(mediaType: string, reader: ReaderSource): this;
  reader(reader: ReaderSource): this;
  reader(...given: readonly unknown[]): this {
    return this.#addComponent(this.#router.registries.readers, READER, given, captureOrigin(this.reader));
  }

  /**
   * Registers a writer for a type, for a media type, or for the types and media types that its class declares with
   * `static type` and `@Produces`.
   */
  writer(type: TypeToken | AbstractClass, writer: WriterSource): this;
  writer(mediaType: string, writer: WriterSource): this;
  writer(writer: WriterSource): this;
  writer(...given: readonly unknown[]): this {
    return this.#addComponent(this.#router.registries.writers, WRITER, given, captureOrigin(this.writer));
  }

  /**
   * Registers exception handlers for all routes, each for its `static type`, or for all errors if it has none. They are
   * tried in the order of registration.
   */
  errorHandler(...handlers: readonly HandlerSource[]): this {
    const origin = captureOrigin(this.errorHandler);
    for (const handler of handlers) {
      this.#addComponent(this.#router.registries.handlers, HANDLER, [handler], origin);
    }
    return this;
  }

  /** Registers a provider for `@Context` objects of the type. */
  addProvider<T>(type: AbstractClass<T>, provider: ProviderSource<T>): this {
    const origin = captureOrigin(this.addProvider);
    return this.#addComponent(this.#router.registries.providers, PROVIDER, [type, provider], origin);
  }

  /**
   * Registers a handler that responds to requests that match no route. With `pattern`, a regular expression, the
   * handler applies only to paths that the expression matches in full.
   */
  notFound(handler: NotFoundSource): this;
  notFound(pattern: string, handler: NotFoundSource): this;
  notFound(...given: readonly unknown[]): this {
    const origin = captureOrigin(this.notFound);
    this.#components.push(given.at(-1));
    return this.#addStep((injector) => {
      this.#report(registerNotFound(this.#router, given, origin, injector));
    });
  }

  /** Sets the authentication provider for all routes that do not set their own. */
  authenticateWith(provider: AuthenticatorSource): this {
    const origin = captureOrigin(this.authenticateWith);
    this.#components.push(provider);
    const component = createComponent(AUTHENTICATOR, provider, origin);
    return this.#addStep((injector) =>
      this.#setAccess('authenticate', injectIfAny(component, injector), origin),
    );
  }

  /** Sets the authorization provider for all routes that do not set their own. */
  authorizeWith(provider: AuthorizerSource): this {
    const origin = captureOrigin(this.authorizeWith);
    this.#components.push(provider);
    const component = createComponent(AUTHORIZER, provider, origin);
    return this.#addStep((injector) =>
      this.#setAccess('authorize', injectIfAny(component, injector), origin),
    );
  }

  /**
   * Allows pages from other origins to read the responses. `originPattern` is `'*'` or a regular expression that
   * matches the whole origin. An empty `allowedHeaders` allows the requested headers; without `methods`, the methods of
   * the path are allowed. A negative maximum age is not sent. Without arguments, all origins and a fixed list of common
   * headers are allowed.
   */
  enableCors(...given: CorsArguments): this {
    return this.#report(enableCors(this.#router, given, captureOrigin(this.enableCors)));
  }

  /** Sets the reader for multipart forms: `new BodyHandler({...})`, or your own object. */
  bodyHandler(handler: BodyHandlerLike): this {
    const findings = checkBodyHandler(handler, captureOrigin(this.bodyHandler));
    if (findings.length === 0) this.#router.registries.bodyHandler = handler;
    return this.#report(findings);
  }

  /**
   * Sets the injector: a class or an object with `getInstance(type)`. It creates the instances of all classes that have
   * `@Inject` or constructor parameters. If `getInstance` returns promises, `listen` and the first request wait for
   * them.
   */
  injectWith(source: InjectionSource): this {
    const { injector, findings } = createInjector(source, captureOrigin(this.injectWith));
    this.#injector = injector;
    return this.#report(findings);
  }

  /** Sets the validator of class instances: `classValidator({ validate })`, or your own object. */
  validateWith(validator: Validator): this {
    const findings = checkValidator(validator, captureOrigin(this.validateWith));
    if (findings.length === 0) this.#router.registries.validator = validator;
    return this.#report(findings);
  }

  /**
   * Calls a provider for every request and provides its result to `@Context` parameters; a `User` becomes the
   * request's user.
   */
  provide(provider: ProviderSource): this {
    const named = createComponent(PROVIDER, provider, captureOrigin(this.provide));
    this.#components.push(provider);
    let push = createPushFilter(named);
    // The filter is registered now to retain its position; the injector is not known yet.
    this.#router.use((context, next) => push(context, next), named.origin);
    return this.#addStep((injector) => {
      const component = injectIfAny(named, injector);
      push = createPushFilter(component);
      this.#report(checkComponent(component));
    });
  }

  /**
   * Adds a route for the OpenAPI document (default: `GET /openapi.json`), and a reference page if `reference` is set.
   */
  openapi(options: ServeOpenapiOptions): this {
    return this.#addStep(() => serveOpenapi(this.#router, options));
  }

  /** Adds a filter for all requests, or only for those whose path matches the pattern. */
  use(filter: Filter): this;
  use(pattern: string, filter: Filter): this;
  use(...given: readonly [filter: Filter] | readonly [pattern: string, filter: Filter]): this {
    const origin = captureOrigin(this.use);
    if (given.length === 1) this.#router.use(given[0], origin);
    else this.#router.use(given[0], given[1], origin);
    return this;
  }

  /** Adds a function that runs when the router starts, listens or stops, as `Router.addHook` does. */
  addHook<P extends keyof LifecycleHooks>(phase: P, hook: LifecycleHooks[P], options?: HookOptions): this {
    this.#router.hooks.add(phase, hook, options, captureOrigin(this.addHook));
    return this;
  }

  /**
   * Resolves the route table and returns the router. If the injector creates objects asynchronously, this step is
   * deferred: `listen` and the first request wait for it, for at most `limits.provider` ms (default: 10 s). If it then
   * fails, `listen` rejects with the `StartupError`, and requests receive 503.
   *
   * @throws StartupError with all findings if one of them is an error
   */
  build(): Router {
    const injector = this.#injector ?? injectorOf(this.#router);
    const steps = this.#steps.splice(0);
    const named = [...this.#endpoints.splice(0), ...this.#components.splice(0)];
    whenInjected(this.#router, injector, named, () => {
      for (const step of steps) step(injector);
      this.#checkRoutes();
    });
    return this.#router.build();
  }

  /**
   * Waits until the injector has created all objects, and then builds the router. Rejects with a `StartupError` with
   * all findings if one of them is an error, such as an instance that was not created in time.
   */
  async ready(): Promise<Router> {
    return this.build().ready();
  }

  #checkRoutes(): void {
    if (!this.#isEmpty || this.#router.table().length > 0) return;
    this.#report([
      {
        rule: 'nothing-registered',
        origin: this.#origin,
        message: () => 'no class is registered, so there are no routes',
        hint: () => 'register at least one: .register(Notes)',
      },
    ]);
  }

  #addStep(step: Step): this {
    this.#steps.push(step);
    return this;
  }

  #addComponent<T>(registry: Registry<T>, role: Role<T>, given: readonly unknown[], origin: Origin): this {
    this.#components.push(given.at(-1));
    return this.#addStep((injector) => {
      registerComponent(registry, role, given, origin, (findings) => void this.#report(findings), injector);
    });
  }

  #setAccess(part: 'authenticate' | 'authorize', component: Component<unknown>, origin: Origin): this {
    const { registries } = this.#router;
    const earlier = this.#accessRules[part];
    this.#accessRules = { ...this.#accessRules, [part]: component };
    registries.access = this.#accessRules;
    if (earlier === undefined) return this.#report(checkComponent(component, origin));
    const what = part === 'authenticate' ? 'authentication provider' : 'authorization provider';
    return this.#report([
      {
        rule: 'duplicate-annotation',
        origin,
        message: () => `all routes have more than one ${what}: ${earlier.name} and ${component.name}`,
        hint: () => 'remove one of them, or set it on a class or method',
        related: [{ message: 'the other one', origin: earlier.origin ?? {} }],
      },
    ]);
  }

  #report(findings: readonly Finding[]): this {
    if (findings.length > 0) this.#router.report(...diagnose(findings));
    return this;
  }
}

function injectIfAny<T>(component: Component<T>, injector: Injector | undefined): Component<T> {
  return injector === undefined ? component : injectComponent(component, injector);
}
