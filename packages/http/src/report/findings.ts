import { ruleMembers, type Diagnostic, type RelatedLocation } from '@writ/diagnostics';
import { defined, locate } from '@writ/diagnostics/internal';
import type { Origin } from './origin.ts';
import { RULES, type RuleName } from './finding-codes.ts';

export interface Finding {
  readonly rule: RuleName;
  /** The severity, if it differs from that of the rule. */
  readonly severity?: 'error' | 'warning';
  readonly message: string;
  readonly hint?: string | undefined;
  readonly origin?: Origin | undefined;
  readonly related?: { readonly message: string; readonly origin: Origin } | undefined;
}

/** The properties of a route that identify it in a finding. */
export interface NamedRoute {
  readonly method: string;
  readonly path: string;
  readonly handler: { readonly name: string };
  readonly origin?: Origin;
}

/** Returns the name of a route for messages, such as `GET /notes/{id} (Notes.one)`. */
export function routeName(route: NamedRoute): string {
  return `${route.method} ${route.path} (${handlerName(route)})`;
}

/** Returns a route's result for messages, with the location of the route: `the result of GET / (one) at notes.ts:9:3`. */
export function resultName(route: NamedRoute): string {
  const { file, range } = locate(route.origin ?? {});
  const start = range?.start;
  const at =
    file === undefined ? '' : ` at ${file}${start === undefined ? '' : `:${start.line}:${start.column}`}`;
  return `the result of ${routeName(route)}${at}`;
}

/** Returns the name of a handler, which is the name of a method, such as `Notes.one`, or of a function. */
export function handlerName({ origin, handler }: Pick<NamedRoute, 'origin' | 'handler'>): string {
  const name = origin?.method ?? (handler.name || 'anonymous');
  return origin?.className === undefined ? name : `${origin.className}.${name}`;
}

/** Converts a finding to a diagnostic. Locations are read from stacks and files only in this step. */
export function toDiagnostic({ rule, severity, message, hint, origin, related }: Finding): Diagnostic {
  const location = origin && locate(origin);
  const other: RelatedLocation | undefined = related && {
    message: related.message,
    ...locate(related.origin),
  };
  return {
    ...ruleMembers(RULES[rule], severity),
    message,
    ...location,
    ...defined({ hint }),
    ...(other === undefined ? {} : { related: [other] }),
  };
}
