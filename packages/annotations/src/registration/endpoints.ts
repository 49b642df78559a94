import { inspect } from 'node:util';
import type { Router } from '@writ/http';
import type { Origin } from '@writ/http/kernel';
import { endpointOf } from '../collect/endpoint.ts';
import { metadataFindings } from '../collect/metadata-findings.ts';
import { madeAlready } from '../components/component-findings.ts';
import { diagnose } from '../findings/diagnose.ts';
import type { Finding } from '../findings/finding.ts';
import { thrownText } from '../findings/thrown.ts';
import { constructorOwner } from '../injection/inject.ts';
import { injectionFinding } from '../injection/injection-finding.ts';
import { isInjectionProblem, type Injector } from '../injection/injector.ts';
import { classOf, construct, type Class } from '../recording/reflection.ts';

/** An annotated class, made without arguments, or an instance of one. */
export type EndpointSource = Class | object;

/** Classes whose types are known by metadata alone, of which a router was told. */
const warned = new WeakMap<Router, WeakSet<Class>>();

function warnedOf(router: Router): WeakSet<Class> {
  let classes = warned.get(router);
  if (classes === undefined) warned.set(router, (classes = new WeakSet()));
  return classes;
}

/** What to do for a class that cannot be made: of the one who registers it. */
const registerAnother = (name: string): string =>
  `register an instance: new ${name}(…), or set an injector: injectWith(…)`;

/** `origin` is the call of the user. */
export function registerEndpoints(
  router: Router,
  endpoints: readonly EndpointSource[],
  origin: Origin,
  injector: Injector | undefined,
  otherwise: (name: string) => string = registerAnother,
): void {
  const findings: Finding[] = [];
  for (const [index, source] of endpoints.entries()) {
    // Two modules that import each other give one of them a class that is not there yet.
    const type = classOf(source);
    if (type === undefined) {
      findings.push(noClass(index, source, origin));
      continue;
    }
    const first = firstOf(router, source, origin);
    if (first !== undefined) {
      findings.push(registeredTwice(type, origin, first));
      continue;
    }
    const object = type === source ? made(type, origin, injector, otherwise) : { instance: source };
    if ('finding' in object) {
      findings.push(object.finding);
      continue;
    }
    const endpoint = endpointOf(type, object.instance, origin, injector);
    router.add(...endpoint.routes);
    findings.push(...endpoint.findings, ...madeAlready(type, source, origin));
    findings.push(...metadataFindings(type, endpoint.routes, warnedOf(router)));
  }
  if (findings.length > 0) router.report(...diagnose(findings));
}

/** The classes and objects that a router has, with the calls that registered them. */
const registeredSources = new WeakMap<Router, WeakMap<object, Origin>>();

/** Where it was registered on the router before; undefined, and remembered, when it was not. */
function firstOf(router: Router, source: object, origin: Origin): Origin | undefined {
  const sources = registeredSources.get(router) ?? new WeakMap<object, Origin>();
  registeredSources.set(router, sources);
  const first = sources.get(source);
  if (first === undefined) sources.set(source, origin);
  return first;
}

function registeredTwice({ name }: Class, origin: Origin, first: Origin): Finding {
  return {
    rule: 'registered-twice',
    origin,
    message: () => `${name} is registered twice; its routes are added once`,
    hint: () => 'remove one of them',
    related: [{ message: 'the first one', origin: first }],
  };
}

/** The object of an endpoint class, or why there is none. */
function made(
  type: Class,
  origin: Origin,
  injector: Injector | undefined,
  otherwise: (name: string) => string,
): { readonly instance: object } | { readonly finding: Finding } {
  try {
    if (injector?.asks(type)) return { instance: injector.get(type) };
    const { length } = constructorOwner(type) ?? type;
    if (length > 0) {
      const count = `takes ${length} argument${length === 1 ? '' : 's'}`;
      return { finding: noInstance(type, count, origin, otherwise) };
    }
    const instance = construct(type);
    // Standard decorators of fields tell their class by its first object.
    return { instance: injector?.asks(type) ? injector.get(type) : instance };
  } catch (error) {
    if (isInjectionProblem(error)) return { finding: injectionFinding(error, origin) };
    return { finding: noInstance(type, `fails: ${thrownText(error)}`, origin, otherwise) };
  }
}

function noInstance(
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

function noClass(index: number, source: unknown, origin: Origin): Finding {
  return {
    rule: 'no-class',
    origin,
    message: () =>
      `endpoint ${index + 1} is ${inspect(source, { depth: 0 })}, neither a class nor an instance of one`,
    hint: () => 'register a class; when it is undefined here, look for modules that import each other',
  };
}
