import {
  captureOrigin,
  serveOpenapi,
  type AbstractClass,
  type Access,
  type BodyHandlerLike,
  type Component,
  type Filter,
  type Origin,
  type Registry,
  type Router,
  type ServeOpenapiOptions,
  type Toolkit,
  type TypeToken,
  type Validator,
} from '@writ/http';
import { componentFindings } from './components/component-findings.ts';
import { componentOf } from './components/component.ts';
import { addNotFound, addTo } from './components/registration.ts';
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
} from './components/roles.ts';
import { enableCors, type CorsArguments } from './cross-origin.ts';
import { diagnose } from './findings/diagnose.ts';
import type { Finding } from './findings/finding.ts';
import { pushing } from './pushed.ts';
import { validatorFindings } from './validator.ts';
import { registerEndpoints, routerOf, type EndpointSource } from './rest-router.ts';

/** Registers step by step: `new RestBuilder(toolkit).register(Notes).use(log).build()`. */
export class RestBuilder {
  readonly #router: Router;
  readonly #origin: Origin = captureOrigin(RestBuilder as never);
  #isEmpty = true;
  #named: Access = {};

  constructor(target: Toolkit | Router) {
    this.#router = routerOf(target);
  }

  /** Annotated classes, made without arguments, or instances of them. */
  register(...endpoints: readonly EndpointSource[]): this {
    this.#isEmpty &&= endpoints.length === 0;
    registerEndpoints(this.#router, endpoints, captureOrigin(this.register));
    return this;
  }

  /** A reader for a type, for a media type, or for what the class says by `static type` or `@Consumes`. */
  reader(type: TypeToken | AbstractClass, reader: ReaderSource): this;
  reader(mediaType: string, reader: ReaderSource): this;
  reader(reader: ReaderSource): this;
  reader(...given: readonly unknown[]): this {
    return this.#add(this.#router.registries.readers, READER, given, captureOrigin(this.reader));
  }

  /** A writer for a type, for a media type, or for what the class says by `static type` or `@Produces`. */
  writer(type: TypeToken | AbstractClass, writer: WriterSource): this;
  writer(mediaType: string, writer: WriterSource): this;
  writer(writer: WriterSource): this;
  writer(...given: readonly unknown[]): this {
    return this.#add(this.#router.registries.writers, WRITER, given, captureOrigin(this.writer));
  }

  /** Exception handlers for all routes, in the order in which they are asked; each for its `static type`. */
  errorHandler(...handlers: readonly HandlerSource[]): this {
    const origin = captureOrigin(this.errorHandler);
    for (const handler of handlers) {
      this.#add(this.#router.registries.handlers, HANDLER, [handler], origin);
    }
    return this;
  }

  /** A provider of `@Context` objects of the type. */
  addProvider<T>(type: AbstractClass<T>, provider: ProviderSource<T>): this {
    const origin = captureOrigin(this.addProvider);
    return this.#add(this.#router.registries.providers, PROVIDER, [type, provider], origin);
  }

  /** Answers what no route is there for: everything, or what the regular expression matches as a whole. */
  notFound(handler: NotFoundSource): this;
  notFound(pattern: string, handler: NotFoundSource): this;
  notFound(...given: readonly unknown[]): this {
    return this.#report(addNotFound(this.#router, given, captureOrigin(this.notFound)));
  }

  /** Says who calls, for all routes that name nobody themselves. */
  authenticateWith(provider: AuthenticatorSource): this {
    const origin = captureOrigin(this.authenticateWith);
    return this.#access('authenticate', componentOf(AUTHENTICATOR, provider, origin), origin);
  }

  /** Says what a user may do, for all routes that name nobody themselves. */
  authorizeWith(provider: AuthorizerSource): this {
    const origin = captureOrigin(this.authorizeWith);
    return this.#access('authorize', componentOf(AUTHORIZER, provider, origin), origin);
  }

  /**
   * Lets pages of other origins use the answers. `originPattern` is `'*'` or a regular expression for the whole origin,
   * no `allowedHeaders` are those that are asked for, no `methods` those of the path; a negative age is not sent.
   */
  enableCors(...given: CorsArguments): this {
    return this.#report(enableCors(this.#router, given, captureOrigin(this.enableCors)));
  }

  /** Reads multipart forms: the ready-made `new BodyHandler({...})`, or an object of your own. */
  bodyHandler(handler: BodyHandlerLike): this {
    this.#router.registries.bodyHandler = handler;
    return this;
  }

  /** Checks objects of classes: `classValidator({ validate })`, or an object of your own. */
  validateWith(validator: Validator): this {
    const findings = validatorFindings(validator, captureOrigin(this.validateWith));
    if (findings.length === 0) this.#router.registries.validator = validator;
    return this.#report(findings);
  }

  /** Asks a provider about every request, and pushes what it gives for `@Context` parameters; a `User` is who calls. */
  provide(provider: ProviderSource): this {
    const component = componentOf(PROVIDER, provider, captureOrigin(this.provide));
    const findings = componentFindings(component);
    if (findings.length === 0) this.#router.use(pushing(component), component.origin);
    return this.#report(findings);
  }

  /** Adds `GET /openapi.json`, and a page for people where `reference` says so. */
  openapi(options: ServeOpenapiOptions): this {
    serveOpenapi(this.#router, options);
    return this;
  }

  /** A filter for every request, or for those whose path fits the pattern. */
  use(filter: Filter): this;
  use(pattern: string, filter: Filter): this;
  use(first: string | Filter, filter?: Filter): this {
    const origin = captureOrigin(this.use);
    if (typeof first === 'string') this.#router.use(first, filter as Filter, origin);
    else this.#router.use(first, origin);
    return this;
  }

  /** Resolves the whole table. @throws StartupError with everything that is wrong with it. */
  build(): Router {
    if (this.#isEmpty && this.#router.table().length === 0) {
      this.#report([
        {
          rule: 'nothing-registered',
          origin: this.#origin,
          message: () => 'no class is registered, so there are no routes',
          hint: () => 'register at least one: .register(Notes)',
        },
      ]);
    }
    return this.#router.build();
  }

  #add<T>(registry: Registry<T>, role: Role<T>, given: readonly unknown[], origin: Origin): this {
    addTo(registry, role, given, origin, (findings) => void this.#report(findings));
    return this;
  }

  #access(part: 'authenticate' | 'authorize', component: Component<any>, origin: Origin): this {
    const { registries } = this.#router;
    const earlier = this.#named[part];
    this.#named = { ...this.#named, [part]: component };
    registries.access = this.#named;
    if (earlier === undefined) return this.#report(componentFindings(component, origin));
    const what = part === 'authenticate' ? 'who calls' : 'what a user may do';
    return this.#report([
      {
        rule: 'said-twice',
        origin,
        message: () => `${earlier.name} and ${component.name} both say ${what}, for all routes`,
        hint: () => 'keep one of them, or name one at a class or method',
        related: [{ message: 'the other one', origin: earlier.origin ?? {} }],
      },
    ]);
  }

  #report(findings: readonly Finding[]): this {
    if (findings.length > 0) this.#router.report(...diagnose(findings));
    return this;
  }
}
