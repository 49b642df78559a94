import { isSubclass } from '@writ/diagnostics/internal';
import type { Router } from '@writ/http';
import type { AbstractClass, Component, Origin, Registry, TypeToken } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import { checkComponent } from '../components/component-findings.ts';
import { isClass } from '../recording/reflection.ts';
import { preloadInstances } from './preload.ts';
import type { Injector } from '../injection/injector.ts';
import { typeName } from '../reading/types.ts';
import {
  createComponent,
  injectComponent,
  componentSourceOf,
  hasAnnotation,
  staticTypesOf,
  type ComponentUse,
} from '../components/component.ts';
import { NOT_FOUND, type ComponentRole, type HandlerSource, type Role } from '../components/roles.ts';

/**
 * Registers components for a type, for a media type, or for the types and media types that their classes declare with
 * `static type`, `@Consumes` and `@Produces`.
 */
export interface Registered<S> {
  /** Registers a component for a type, for a media type, or for the types that its class declares. */
  register(type: TypeToken | AbstractClass, component: S): this;
  register(mediaType: string, component: S): this;
  register(component: S): this;
}

/** Registers exception handlers. */
export interface RegisteredHandlers {
  /** Registers each handler for its `static type`, or for all errors if it has no `static type`. */
  register(...handlers: readonly HandlerSource[]): this;
}

/** Defers a check until the injector has created its pending instances. */
export type DeferCheck = (check: () => readonly Finding[], injector: Injector) => void;

/**
 * Registers a component unless it has findings. `given` contains the arguments of the registration call: a component
 * alone, or after its type or media type. A component that an injector is still creating is registered immediately, and
 * its check is passed to `later`.
 */
export function registerComponent<T>(
  registry: Registry<T>,
  role: Role<T>,
  given: readonly unknown[],
  origin: Origin,
  report: (findings: readonly Finding[]) => void,
  injector?: Injector,
  later?: DeferCheck,
): void {
  const [use, source] = given.length > 1 ? [toComponentUse(given[0]), given[1]] : [undefined, given[0]];
  const named = createComponent(role, source, origin, use);
  const component = injector === undefined ? named : injectComponent(named, injector);
  const check = (): Finding[] => [
    ...checkComponent(component, origin),
    ...checkContradictedTypes(role, component, source, use?.types ?? []),
  ];
  const isLater = later !== undefined && injector !== undefined && isPendingSource(injector, source);
  if (isLater) later(check, injector);
  const findings = isLater ? [] : check();
  const wrong = use?.mediaTypes?.find((type) => !MEDIA_TYPE.test(type));
  if (wrong !== undefined) return report([invalidMediaType(role, component, wrong, origin)]);
  // A reader or writer needs a type or a media type, declared or passed to `register`; other components do not.
  const isForNothing = (role.name === 'reader' || role.name === 'writer') && !hasUse(component);
  report(findings.length === 0 && isForNothing ? [missingUse(role, component, origin)] : findings);
  if (findings.length === 0 && !isForNothing) registry.register(component);
}

/**
 * Reports a component that is registered for a type unrelated to its declared types, unless it has `@SuppressCheck()`.
 */
function checkContradictedTypes(
  { name }: ComponentRole,
  component: Component<unknown>,
  source: unknown,
  given: readonly TypeToken[],
): Finding[] {
  const declared = staticTypesOf(source) ?? [];
  const type = componentSourceOf(component)?.type;
  if (given.length === 0 || declared.length === 0) return [];
  if (type !== undefined && hasAnnotation(type, 'suppressCheck')) return [];
  if (given.every((each) => declared.some((own) => isSubclass(each, own) || isSubclass(own, each))))
    return [];
  const own = declared.map(typeName).join(', ');
  const other = given.map(typeName).join(', ');
  return [
    {
      rule: 'incompatible-component',
      origin: component.origin ?? {},
      message: () => `the ${name} ${component.name} handles ${own}, but is registered for ${other}`,
      hint: () => `register it for ${own}, or add @SuppressCheck() to the class if it also handles ${other}`,
    },
  ];
}

/** Requests an instance if the source is an injectable class; returns whether the injector is still creating it. */
export function isPendingSource(injector: Injector, source: unknown): boolean {
  preloadInstances(injector, [source]);
  return isClass(source) && injector.isPending(source);
}

export function registerNotFound(
  router: Router,
  given: readonly unknown[],
  origin: Origin,
  injector?: Injector,
): Finding[] {
  const [pattern, source] = given.length > 1 ? given : [undefined, given[0]];
  const named = createComponent(NOT_FOUND, source, origin);
  const writer = injector === undefined ? named : injectComponent(named, injector);
  const findings = checkComponent(writer, origin);
  if (findings.length === 0) {
    router.notFound({ writer, origin, ...(pattern === undefined ? {} : { pattern: pattern as string }) });
  }
  return findings;
}

function toComponentUse(what: unknown): ComponentUse {
  return typeof what === 'string' ? { mediaTypes: [what] } : { types: [what as TypeToken] };
}

function hasUse({ types, mediaTypes }: Component<unknown>): boolean {
  return types !== undefined || mediaTypes !== undefined;
}

/** Type and subtype, optionally with parameters. */
const MEDIA_TYPE = /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(?:;.*)?$/;

function invalidMediaType(
  { name }: ComponentRole,
  component: Component<unknown>,
  type: string,
  origin: Origin,
): Finding {
  return {
    rule: 'no-media-type',
    origin,
    message: () =>
      `the ${name} ${component.name} is registered for ${JSON.stringify(type)}, which is not a media type`,
    hint: () => `write type and subtype, such as 'text/csv' or 'application/json'`,
  };
}

function missingUse({ name, media }: ComponentRole, component: Component<unknown>, origin: Origin): Finding {
  const annotation = media === 'consumes' ? 'Consumes' : 'Produces';
  return {
    rule: 'no-media-type',
    origin,
    message: () => `the ${name} ${component.name} declares neither a type nor a media type`,
    hint: () =>
      `add @${annotation}('application/json') or a static type to the class, or pass the type first: register(Note, ${component.name})`,
  };
}
