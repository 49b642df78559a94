import { inspect } from 'node:util';
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
    const type = classOf(source);
    if (type === undefined) {
      findings.push(noClass(index, source, origin));
      continue;
    }
    if (type === source && type.length > 0) {
      const count = `takes ${type.length} argument${type.length === 1 ? '' : 's'}`;
      findings.push(noInstance(type, count, origin));
      continue;
    }
    let instance = source;
    try {
      if (type === source) instance = Reflect.construct(type, []) as object;
    } catch (error) {
      findings.push(noInstance(type, `fails: ${String(error)}`, origin));
      continue;
    }
    const endpoint = endpointOf(type, instance, origin);
    router.add(...endpoint.routes);
    findings.push(...endpoint.findings);
  }
  if (findings.length > 0) router.report(...diagnose(findings));
}

/** Undefined for a function that is no class, and for an object that is of none. */
function classOf(source: unknown): Class | undefined {
  const type: unknown = typeof source === 'object' && source !== null ? source.constructor : source;
  return typeof type === 'function' && 'prototype' in type ? (type as Class) : undefined;
}

function noInstance({ name }: Class, why: string, origin: Origin): Finding {
  return {
    rule: 'no-instance',
    origin,
    message: () => `the constructor of ${name} ${why}`,
    hint: () => `register an instance: new ${name}(…)`,
  };
}

function noClass(index: number, source: unknown, origin: Origin): Finding {
  return {
    rule: 'no-class',
    origin,
    message: () =>
      `endpoint ${index + 1} is ${inspect(source, { depth: 0 })}, neither a class nor an instance of one`,
    hint: () => 'register a class; when it is undefined here, look for modules that import each other',
  };
}
