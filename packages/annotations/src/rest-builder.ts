import { captureOrigin, Router, type Filter, type Toolkit } from '@writ/http';
import { registerEndpoints, type EndpointSource } from './rest-router.ts';

/** Registers step by step: `new RestBuilder(toolkit).register(Notes).use(log).build()`. */
export class RestBuilder {
  readonly #router: Router;

  constructor(target: Toolkit | Router) {
    this.#router = target instanceof Router ? target : new Router(target);
  }

  /** Annotated classes, made without arguments, or instances of them. */
  register(...endpoints: readonly EndpointSource[]): this {
    registerEndpoints(this.#router, endpoints, captureOrigin(this.register));
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
    return this.#router.build();
  }
}
