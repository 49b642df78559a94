import { captureOrigin, Router, type Origin, type Toolkit } from '@writ/http';
import { endpointOf } from './collect/endpoint.ts';
import { diagnose } from './findings/diagnose.ts';
import type { Finding } from './findings/finding.ts';
import type { Class } from './records.ts';

/** An annotated class, made without arguments, or an instance of one. */
export type EndpointSource = Class | object;

/** The calls of the specification that need no builder. */
export interface RestRouterCalls {
  /**
   * Registers annotated classes or instances on a new router of the toolkit, or on a router that is there already.
   * What is wrong with them is thrown, all at once and located, by `router.build()`, `toolkit.createServer(router)`
   * or the first request.
   *
   *     toolkit.createServer(RestRouter.register(toolkit, Notes)).listen(8080);
   */
  register(target: Toolkit | Router, ...endpoints: readonly EndpointSource[]): Router;
}

export const RestRouter: RestRouterCalls = {
  register(target, ...endpoints) {
    const router = target instanceof Router ? target : new Router(target);
    registerEndpoints(router, endpoints, captureOrigin(RestRouter.register));
    return router;
  },
};

/** `origin` is the call of the user. */
export function registerEndpoints(
  router: Router,
  endpoints: readonly EndpointSource[],
  origin: Origin,
): void {
  const findings: Finding[] = [];
  for (const [index, source] of endpoints.entries()) {
    // Two modules that import each other give one of them a class that is not there yet.
    if (typeof source !== 'function' && (typeof source !== 'object' || source === null)) {
      findings.push(noClass(index, source, origin));
      continue;
    }
    const type = typeof source === 'function' ? (source as Class) : (source.constructor as Class);
    if (typeof source === 'function' && source.length > 0) {
      findings.push(noInstance(type, origin));
      continue;
    }
    const instance = typeof source === 'function' ? new (source as new () => object)() : source;
    const endpoint = endpointOf(type, instance, origin);
    router.add(...endpoint.routes);
    findings.push(...endpoint.findings);
  }
  if (findings.length > 0) router.report(...diagnose(findings));
}

function noInstance({ name, length }: Class, origin: Origin): Finding {
  return {
    rule: 'no-instance',
    origin,
    message: () => `the constructor of ${name} takes ${length} argument${length === 1 ? '' : 's'}`,
    hint: () => `register an instance: new ${name}(…)`,
  };
}

function noClass(index: number, source: unknown, origin: Origin): Finding {
  return {
    rule: 'no-class',
    origin,
    message: () => `endpoint ${index + 1} is ${String(source)}, neither a class nor an instance of one`,
    hint: () => 'register a class; when it is undefined here, look for modules that import each other',
  };
}
