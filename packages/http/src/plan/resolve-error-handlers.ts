import { checkExpression } from '../routing/lint-expressions.ts';
import { quotePattern } from '../routing/pattern-hints.ts';
import { routeName, type Finding } from '../report/findings.ts';
import type { Origin } from '../report/origin.ts';
import type { Route } from '../contract/route.ts';
import { ROUTE, type Scoped } from '../contract/scoped.ts';
import type { Component, TypeToken } from '../contract/component.ts';
import { reportUnreachable, includesTypes } from '../contract/unreachable.ts';
import type { ExceptionHandler, NotFoundWriter } from '../contract/roles.ts';
import type { NotFoundRule } from '../contract/error-handlers.ts';
import type { BasePlan } from './route-plan.ts';

type Handlers = readonly Component<ExceptionHandler>[];

/** A registered not-found handler. */
export interface NotFoundHandler {
  /**
   * A regular expression for the whole path. A handler without a pattern is tried after the other handlers of its
   * router, regardless of registration order.
   */
  readonly pattern?: string;
  readonly writer: Component<NotFoundWriter>;
  readonly origin?: Origin;
}

type HandlerPlan = Pick<BasePlan, 'handlers' | 'notFound'>;

/**
 * Resolves the handlers for unmatched requests, and reports problems with handlers that apply to all routes. `levels`
 * contains these handlers, and `notFound` the not-found handlers; both have one list per level, with the router's list
 * first.
 */
export function resolveGlobalHandlers(
  levels: readonly (readonly Scoped<Component<ExceptionHandler>>[])[],
  notFound: readonly (readonly NotFoundHandler[])[],
  report: (finding: Finding) => void,
): HandlerPlan {
  for (const level of levels) {
    const handlers = level.map(({ value }) => value);
    reportDuplicateHandlers(handlers, report);
    reportUnreachable(handlers, includesOtherTypes, { ...UNREACHABLE_HANDLER, of: 'of all routes' }, report);
  }
  const rules = notFound.flatMap((level) => {
    const compiled = level.flatMap((handler) => compileNotFound(handler, report));
    return [
      ...compiled.filter(({ pattern }) => pattern !== undefined),
      ...compiled.filter(({ pattern }) => pattern === undefined),
    ];
  });
  return { handlers: levels.flat(), notFound: rules };
}

/** Resolves the handlers of a route: the handlers of the route and of its class precede the handlers for all routes. */
export function resolveHandlers(
  route: Route,
  global: HandlerPlan,
  report: (finding: Finding) => void,
): HandlerPlan {
  const { scopes = [] } = route;
  if (scopes.every(({ handlers }) => handlers === undefined)) return global;
  const own = scopes
    .toReversed()
    .flatMap(({ handlers = [], name = ROUTE }) => handlers.map((value) => ({ value, scope: name })));
  if (own.length === 0) return global;
  const words = { ...UNREACHABLE_HANDLER, of: `of ${routeName(route)}`, origin: route.origin };
  for (const { handlers = [] } of scopes) reportUnreachable(handlers, includesAllTypes, words, report);
  return { ...global, handlers: [...own, ...global.handlers] };
}

function compileNotFound(handler: NotFoundHandler, report: (finding: Finding) => void): NotFoundRule[] {
  const { pattern, writer, origin } = handler;
  if (pattern === undefined) return [{ pattern: undefined, writer }];
  try {
    const regex = new RegExp(`^(?:${pattern})$`, 'us');
    const what = `the pattern of the not-found handler ${writer.name}, "${pattern}",`;
    const place = origin ?? writer.origin;
    const write = (other: string): string => other;
    checkExpression({ what, regex: pattern, write, origin: place }, regex.flags).forEach(report);
    const expression = toRegularExpression(pattern);
    if (expression !== undefined) {
      report({
        rule: 'foreign-syntax',
        message: `${what} is a path pattern, but must be a regular expression`,
        hint: `write ${quotePattern(expression)}; to match the character itself, use a character class such as [:]`,
        origin: place,
      });
    }
    return [{ pattern: regex, writer }];
  } catch (error) {
    report({
      rule: 'not-found-pattern',
      message: `the pattern of the not-found handler ${writer.name}, ${JSON.stringify(pattern)}: ${(error as Error).message}`,
      hint: `write a regular expression for the whole path, such as ${quotePattern(toRegularExpression(pattern) ?? '/api/.*')}`,
      origin: origin ?? writer.origin,
    });
    return [];
  }
}

/**
 * Converts a path pattern in any known syntax to a regular expression. Returns undefined if the string is not a path
 * pattern.
 */
function toRegularExpression(pattern: string): string | undefined {
  const expression = pattern
    .replaceAll(/\/\*+\w*/g, '/.*')
    .replaceAll('**', '.*')
    .replaceAll(/\/:\w+/g, '/[^/]+')
    .replaceAll(/\{\w+:([^{}]*)\}/g, '$1')
    .replaceAll(/\{[A-Za-z_]\w*\}|(?<!\(\?|\\k)<[\w:]+>/g, '[^/]+')
    .replaceAll(/(?:%[\da-f]{2})+/gi, decodeToExpression);
  return expression === pattern ? undefined : expression;
}

function decodeToExpression(escapes: string): string {
  try {
    return decodeURIComponent(escapes).replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
  } catch {
    return escapes;
  }
}

/** Reports two handlers for the same type, because one of them would never be called. */
function reportDuplicateHandlers(handlers: Handlers, report: (finding: Finding) => void): void {
  const first = new Map<TypeToken, Component<ExceptionHandler>>();
  for (const handler of handlers) {
    for (const type of typesOf(handler)) {
      const other = first.get(type);
      if (other === undefined) {
        first.set(type, handler);
        continue;
      }
      report({
        rule: 'one-handler',
        message: `${other.name} and ${handler.name} both handle ${type.name} for all routes`,
        hint: 'remove one of them, or set one for a class or method',
        origin: handler.origin,
        related: other.origin && { message: 'the other one', origin: other.origin },
      });
    }
  }
}

const UNREACHABLE_HANDLER = {
  rule: 'unreachable-handler',
  what: 'exception handler',
  does: 'handles',
} as const;

/** Like {@link includesAllTypes}, but false for two handlers of the same type, which another rule reports. */
function includesOtherTypes(
  general: Component<ExceptionHandler>,
  special: Component<ExceptionHandler>,
): boolean {
  const types = typesOf(general);
  return includesAllTypes(general, special) && !typesOf(special).some((type) => types.includes(type));
}

function includesAllTypes(
  general: Component<ExceptionHandler>,
  special: Component<ExceptionHandler>,
): boolean {
  return general.types === undefined || includesTypes(general, special);
}

function typesOf({ types = [Error] }: Component<ExceptionHandler>): readonly TypeToken[] {
  return types;
}
