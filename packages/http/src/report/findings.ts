import { ruleMembers, SourceText, type Diagnostic, type Range, type RelatedPlace } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Origin } from './origin.ts';
import { RULES, type RuleName } from './rules.ts';

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
export function nameOf(route: NamedRoute): string {
  return `${route.method} ${route.path} (${handlerName(route)})`;
}

/** `Notes.one`, or the function's name. */
export function handlerName({ origin, handler }: Pick<NamedRoute, 'origin' | 'handler'>): string {
  const name = origin?.method ?? (handler.name || 'anonymous');
  return origin?.className === undefined ? name : `${origin.className}.${name}`;
}

/** Places are read from stacks and files only here, when there is something to tell. */
export function toDiagnostic({ rule, severity, message, hint, origin, related }: Finding): Diagnostic {
  const place = origin && placeOf(origin);
  const other: RelatedPlace | undefined = related && { message: related.message, ...placeOf(related.origin) };
  return {
    ...ruleMembers(RULES[rule], severity),
    message,
    ...place,
    ...defined({ hint }),
    ...(other === undefined ? {} : { related: [other] }),
  };
}

/** An origin as a diagnostic tells it: the file below the working directory, and the range of the place in it. */
export function placeOf(origin: Origin): { file?: string; range?: Range } {
  const { file, line, column } = origin;
  if (file === undefined) return {};
  const shown = shownFile(file);
  if (line === undefined) return { file: shown };
  const text = sourceOf(file);
  if (text === undefined) {
    const position = { line, column: column ?? 1, offset: 0 };
    return { file: shown, range: { start: position, end: position } };
  }
  const start = text.offsetAt(line, column ?? 1);
  return { file: shown, range: text.rangeAt(start, start + 1) };
}

/** The source of a file that a diagnostic names; undefined when it cannot be read. */
export function sourceOf(file: string): SourceText | undefined {
  try {
    return new SourceText(shownFile(file), readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function shownFile(file: string): string {
  const below = relative(process.cwd(), file);
  return below === '' || below.startsWith('..') ? file : below;
}
