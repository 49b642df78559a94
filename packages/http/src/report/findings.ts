import { SourceText, type Diagnostic, type Range, type RelatedPlace } from '@writ/diagnostics';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Origin } from './origin.ts';

/**
 * The rules of start-up, by code: what `Diagnostic.rule` says. The kernel's codes are W20xx; a front has its own
 * hundred.
 */
export const RULES = {
  W2001: 'path-pattern',
  W2002: 'value-type',
  W2003: 'duplicate-route',
  W2004: 'unreachable-route',
  W2005: 'unknown-path-variable',
  W2006: 'one-body',
  W2007: 'rest-is-last',
  W2008: 'method',
  W2009: 'filter-pattern',
  W2010: 'filter',
  W2011: 'media-type',
  W2012: 'header-name',
  W2013: 'limits-by-pattern',
  W2014: 'unreachable-writer',
  W2015: 'route-order',
  W2016: 'open-cors',
  W2017: 'cors-origin',
  W2018: 'cross-site',
  W2019: 'costly-expression',
  W2020: 'bean',
  W2021: 'reader-type',
  W2022: 'unreachable-reader',
  W2023: 'unknown-name',
  W2024: 'escape',
  W2025: 'idle-filter',
  W2026: 'open-below',
  W2030: 'not-found-pattern',
  W2031: 'one-handler',
  W2032: 'unreachable-handler',
  W2040: 'nobody-known',
  W2041: 'no-role',
  W2050: 'event',
  W2051: 'blocking',
} as const;

export interface Finding {
  readonly code: keyof typeof RULES;
  readonly severity: 'error' | 'warning';
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
export function toDiagnostic({ code, severity, message, hint, origin, related }: Finding): Diagnostic {
  const place = origin && placeOf(origin);
  const other: RelatedPlace | undefined = related && { message: related.message, ...placeOf(related.origin) };
  return {
    code,
    rule: RULES[code],
    severity,
    message,
    ...place,
    ...(hint === undefined ? {} : { hint }),
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
