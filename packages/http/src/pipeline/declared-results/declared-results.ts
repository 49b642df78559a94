import type { DeclaredResult } from '../../contract/declared-result.ts';
import type { JsonMapper } from '../../contract/json-mapper.ts';
import type { Route } from '../../contract/route.ts';
import { RestResponse } from '../../exchange/rest-response.ts';
import { mapMaybe, toPromise } from '../../internal/thenable.ts';
import { isJson, parseMediaType } from '../../protocol/content-type.ts';
import { resultName, type NamedRoute } from '../../report/findings.ts';
import { isStreamed, toJson } from '../../writing/result-forms.ts';
import { EventStream } from '../../writing/server-sent-events.ts';
import { compileJsonCheck } from './json-check.ts';
import type { Mismatch } from './mismatch.ts';

type Handler = Route['handler'];

/** The properties of a route with which its results are compared. */
export type DeclaringRoute = NamedRoute & Pick<Route, 'results' | 'responses' | 'produces'>;

/** Wraps the handler so that its results are compared with the declared ones. */
export function withDeclaredResultChecked(
  handler: Handler,
  route: DeclaringRoute,
  json: JsonMapper,
): Handler {
  const check = compileResultCheck(route, json);
  if (check === undefined) return handler;
  return (...args) => mapMaybe(toPromise(handler(...args) as unknown), check);
}

/**
 * Compiles a function that returns a result unchanged, or throws an error with the route, its location and the
 * differences from the declared results. Returns undefined if the route declares none, or if it does not produce JSON.
 */
export function compileResultCheck(
  route: DeclaringRoute,
  json: JsonMapper,
): ((result: unknown) => unknown) | undefined {
  const { results = [], responses = {}, produces } = route;
  if (results.length === 0 || (produces !== undefined && !produces.some(isJsonType))) return undefined;
  const compiled = new Map<number | undefined, CheckBody | undefined>();
  const checkFor = (status: number | undefined): CheckBody | undefined => {
    if (!compiled.has(status)) compiled.set(status, compileBodyCheck(resultsWith(results, status), json));
    return compiled.get(status);
  };
  const assertMatch = (differences: readonly Mismatch[]): void => {
    if (differences.length > 0) throw new Error(describe(route, differences));
  };
  const checkBody = (body: unknown, status: number | undefined): void =>
    assertMatch(checkFor(status)?.(body) ?? []);
  return (result) => {
    if (!(result instanceof RestResponse)) {
      checkBody(result, undefined);
      return result;
    }
    const { status } = result;
    if (Object.hasOwn(responses, status)) return result;
    if (resultsWith(results, status).length === 0) assertMatch([undeclaredStatus(status, results)]);
    return mapMaybe(toPromise(result.body), (body) => {
      checkBody(body, status);
      return result;
    });
  };
}

function isJsonType(mediaType: string): boolean {
  return isJson(parseMediaType(mediaType).essence);
}

/** The possible statuses of results that are not a `RestResponse`. */
const DEFAULT_STATUSES: ReadonlySet<number | undefined> = new Set([undefined, 200, 204]);

/** Returns the results that can have this status. Undefined means the status of a plain result. */
function resultsWith(
  results: readonly DeclaredResult[],
  status: number | undefined,
): readonly DeclaredResult[] {
  return results.filter((result) => {
    if (result.form === 'unknown' && result.status === undefined) return true;
    if (status === undefined) return DEFAULT_STATUSES.has(result.status);
    return result.status === status || (result.status === undefined && DEFAULT_STATUSES.has(status));
  });
}

function undeclaredStatus(status: number, results: readonly DeclaredResult[]): Mismatch {
  const declared = new Set(results.map((result) => result.status ?? (result.form === 'none' ? 204 : 200)));
  return { pointer: '', detail: `the status must be ${[...declared].join(' or ')}, not ${status}` };
}

type CheckBody = (body: unknown) => readonly Mismatch[];

/** Compiles the check of results with one status; undefined if any result is allowed. */
function compileBodyCheck(results: readonly DeclaredResult[], json: JsonMapper): CheckBody | undefined {
  const forms = new Set(results.map(({ form }) => form));
  if (forms.has('unknown')) return undefined;
  const expected = [...forms].map((form) => FORMS[form]).join(' or ');
  const schemas = results.flatMap(({ form, schema = {} }) =>
    form === 'json' || form === 'text' ? [schema] : [],
  );
  const check = compileJsonCheck(schemas.length === 1 ? schemas[0]! : { anyOf: schemas });
  const otherForm = (actual: string): Mismatch => ({
    pointer: '',
    detail: `must be ${expected}, not ${actual}`,
  });
  return (body) => {
    if (body === undefined) return forms.has('none') ? [] : [otherForm('undefined')];
    if (isOpaque(body)) {
      return OPAQUE_FORMS.some((form) => forms.has(form)) ? [] : [otherForm('bytes or a stream')];
    }
    if (schemas.length === 0) return [otherForm('a value that can be written as JSON')];
    const value = jsonOf(body, json);
    return value === undefined ? [] : check(value.json, '');
  };
}

/** Descriptions of the forms for messages. */
const FORMS: Readonly<Record<DeclaredResult['form'], string>> = {
  json: 'a value that can be written as JSON',
  text: 'a string',
  bytes: 'bytes or a stream',
  items: 'an iterable',
  events: 'an event stream',
  none: 'undefined',
  unknown: 'any value',
};

const OPAQUE_FORMS = ['bytes', 'items', 'events'] as const;

/** Whether the result is bytes or a stream, whose contents are not checked, because that would read them. */
function isOpaque(body: unknown): boolean {
  return (
    body instanceof Uint8Array ||
    body instanceof ArrayBuffer ||
    body instanceof EventStream ||
    body instanceof Response ||
    isStreamed(body)
  );
}

/**
 * Returns the value that the client will read; undefined if the result cannot be written as JSON, which its writer will
 * report.
 */
function jsonOf(body: unknown, mapper: JsonMapper): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(toJson(mapper, body)) };
  } catch {
    return undefined;
  }
}

/** Maximum number of differences that a message lists. */
const LISTED_DIFFERENCES = 10;

function describe(route: NamedRoute, differences: readonly Mismatch[]): string {
  const listed = differences
    .slice(0, LISTED_DIFFERENCES)
    .map(({ pointer, detail }) => `\n    ${pointer === '' ? 'the result' : pointer}: ${detail}`);
  const more = differences.length - listed.length;
  return `${resultName(route)} does not match its declared type:${listed.join('')}${
    more > 0 ? `\n    and ${more} more` : ''
  }`;
}
