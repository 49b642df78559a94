import { inspect } from 'node:util';
import type { Router } from '@writ/http';
import { recordOwner, type Origin } from '@writ/http/kernel';
import { resolveEndpoint } from '../collect/endpoint.ts';
import { checkMetadataOnlyTypes } from '../collect/metadata-findings.ts';
import { checkAlreadyInstantiated } from '../components/component-findings.ts';
import { diagnose } from '../findings/diagnose.ts';
import type { Finding } from '../findings/finding.ts';
import { describeThrown } from '../findings/describe-thrown.ts';
import { countConstructorParameters } from '../injection/inject.ts';
import { injectionFinding } from '../injection/injection-finding.ts';
import { isInjectionError, type Injector } from '../injection/injector.ts';
import { classOf, construct, type Class } from '../recording/reflection.ts';

/** An annotated class whose constructor requires no arguments unless an injector creates it, or an instance. */
export type EndpointSource = Class | object;

/** The classes whose metadata-only types have been reported, by router. */
const warnedByRouter = new WeakMap<Router, WeakSet<Class>>();

function warnedClassesOf(router: Router): WeakSet<Class> {
  let classes = warnedByRouter.get(router);
  if (classes === undefined) warnedByRouter.set(router, (classes = new WeakSet()));
  return classes;
}

/** The hint for a class that cannot be instantiated. */
const suggestInstance = (name: string): string =>
  `register an instance: new ${name}(…), or set an injector: injectWith(…)`;

/**
 * Registers endpoints on a router. `origin` is the location of the registering call; `otherwise` returns the hint for a
 * class that cannot be instantiated.
 */
export function registerEndpoints(
  router: Router,
  endpoints: readonly EndpointSource[],
  origin: Origin,
  injector: Injector | undefined,
  otherwise: (name: string) => string = suggestInstance,
): void {
  const findings: Finding[] = [];
  // Not a loop: V8 would optimize it while it runs, which takes longer than registering thousands of classes.
  endpoints.forEach((source, index) => {
    // In a circular import, one module imports a class that is still undefined.
    const type = classOf(source);
    if (type === undefined) {
      findings.push(notAClass(index, source, origin));
      return;
    }
    const first = findFirstRegistration(router, source, origin);
    if (first !== undefined) {
      findings.push(duplicateRegistration(type, origin, first));
      return;
    }
    const object = type === source ? createInstance(type, origin, injector, otherwise) : { instance: source };
    if ('finding' in object) {
      findings.push(object.finding);
      return;
    }
    const endpoint = resolveEndpoint(type, object.instance, origin, injector, {
      isInstance: type !== source,
      registries: router.registries,
    });
    router.add(...endpoint.routes);
    recordOwner(type, router);
    findings.push(...endpoint.findings, ...checkAlreadyInstantiated(type, source, origin));
    findings.push(...checkMetadataOnlyTypes(type, endpoint, warnedClassesOf(router)));
  });
  if (findings.length > 0) router.report(...diagnose(findings));
}

/** The registered classes and objects of a router, with the calls that registered them. */
const registeredSources = new WeakMap<Router, Map<object, Origin>>();

/**
 * Records the first registration of a source and returns undefined; for later registrations, returns the first call.
 */
function findFirstRegistration(router: Router, source: object, origin: Origin): Origin | undefined {
  let sources = registeredSources.get(router);
  if (sources === undefined) registeredSources.set(router, (sources = new Map()));
  const first = sources.get(source);
  if (first === undefined) sources.set(source, origin);
  return first;
}

function duplicateRegistration({ name }: Class, origin: Origin, first: Origin): Finding {
  return {
    rule: 'registered-twice',
    origin,
    message: () => `${name} is registered twice; its routes are added once`,
    hint: () => 'remove one of them',
    related: [{ message: 'the first registration', origin: first }],
  };
}

/** Returns the instance of an endpoint class, or the finding that explains why there is none. */
function createInstance(
  type: Class,
  origin: Origin,
  injector: Injector | undefined,
  otherwise: (name: string) => string,
): { readonly instance: object } | { readonly finding: Finding } {
  try {
    if (injector?.isInjectable(type)) return { instance: injector.get(type) };
    const length = countConstructorParameters(type);
    if (length > 0) {
      const count = `takes ${length} argument${length === 1 ? '' : 's'}`;
      return { finding: missingInstance(type, count, origin, otherwise) };
    }
    const instance = construct(type);
    // Standard field decorators learn their class from the first instance.
    return { instance: injector?.isInjectable(type) ? injector.get(type) : instance };
  } catch (error) {
    if (isInjectionError(error)) return { finding: injectionFinding(error, origin) };
    return { finding: missingInstance(type, `fails: ${describeThrown(error)}`, origin, otherwise) };
  }
}

function missingInstance(
  { name }: Class,
  why: string,
  origin: Origin,
  otherwise: (name: string) => string,
): Finding {
  return {
    rule: 'no-instance',
    origin,
    message: () => `the constructor of ${name} ${why}`,
    hint: () => otherwise(name),
  };
}

function notAClass(index: number, source: unknown, origin: Origin): Finding {
  return {
    rule: 'not-a-class',
    origin,
    message: () =>
      `endpoint ${index + 1} is ${inspect(source, { depth: 0 })}, neither a class nor an instance of one`,
    hint: () => 'register a class; if it is undefined, look for modules that import each other',
  };
}
