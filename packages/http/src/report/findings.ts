import { ruleMembers, type Diagnostic, type RelatedLocation } from '@writ/diagnostics';
import { defined, locate } from '@writ/diagnostics/internal';
import type { Origin } from './origin.ts';
import { RULES, type RuleName } from './finding-codes.ts';

export interface Finding {
  readonly rule: RuleName;
  /** When it is not the rule's own. */
  readonly severity?: 'error' | 'warning';
  readonly message: string;
  readonly hint?: string | undefined;
  readonly origin?: Origin | undefined;
  readonly related?: { readonly message: string; readonly origin: Origin } | undefined;
}

/** A route, as a finding names it. */
export interface NamedRoute {
  readonly method: string;
  readonly path: string;
  readonly handler: { readonly name: string };
  readonly origin?: Origin;
}

/** `GET /notes/{id} (Notes.one)` */
export function routeName(route: NamedRoute): string {
  return `${route.method} ${route.path} (${handlerName(route)})`;
}

/** `Notes.one`, or the function's name. */
export function handlerName({ origin, handler }: Pick<NamedRoute, 'origin' | 'handler'>): string {
  const name = origin?.method ?? (handler.name || 'anonymous');
  return origin?.className === undefined ? name : `${origin.className}.${name}`;
}

/** Locations are read from stacks and files only here, when a finding is reported. */
export function toDiagnostic({ rule, severity, message, hint, origin, related }: Finding): Diagnostic {
  const place = origin && locate(origin);
  const other: RelatedLocation | undefined = related && {
    message: related.message,
    ...locate(related.origin),
  };
  return {
    ...ruleMembers(RULES[rule], severity),
    message,
    ...place,
    ...defined({ hint }),
    ...(other === undefined ? {} : { related: [other] }),
  };
}
