import { renderText } from '@writ/diagnostics';
import { Router, Toolkit, type Logger } from '@writ/http';
import type { InjectRequest, InjectResponse } from '@writ/http/testing';
import { describeTransports } from '@writ/http/testing/transports';
import { afterAll, describe, expect, it } from 'vitest';
import { loadControllers } from '../../src/load.ts';
import { removeLayout, writeLayout } from '../layout.ts';

/** Sources by path below the prefix `app`, or below the folder if `prefixes` is passed. */
export type Files = Readonly<Record<string, string>>;

/** An expected body that is not JSON. */
export interface Raw {
  readonly raw: string;
}

/** The case number, the request (`GET /path`), and the expected status, body and headers. */
export type Row = readonly [
  id: string,
  request: string | InjectRequest,
  status: number,
  body?: unknown,
  headers?: Readonly<Record<string, string | RegExp | undefined>>,
];

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Serves the controllers on every transport and declares a test for each row. */
export async function describeResponses(
  name: string,
  files: Files,
  rows: readonly Row[],
  prefixes?: readonly string[],
): Promise<void> {
  const directory = writeFiles(files, prefixes);
  const { matcher, diagnostics } = await loadControllers({ directory, prefixes: prefixes ?? ['app'] });
  const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);
  describeTransports(name, (serve) => {
    const cases = rows.map((row) => [row[0], requestLabel(row[1]), row[2], row] as const);
    it.each(cases)('%s %s results in %i', async (_id, _label, status, row) => {
      const [, request, , body, headers = {}] = row;
      const response = await (await serve(router))(toRequest(request));
      expect([response.status, body === undefined ? undefined : parseBody(response, body)]).toEqual([
        status,
        body,
      ]);
      for (const [header, value] of Object.entries(headers)) {
        if (value instanceof RegExp) expect(response.headers[header]).toMatch(value);
        else expect(response.headers[header]).toBe(value);
      }
    });
  });
}

type FindingRow = readonly [id: string, finding: string];

/** Declares tests of errors at start-up. Each row contains a case number and the expected finding. */
export function describeErrors(
  name: string,
  files: Files,
  rows: readonly FindingRow[],
  prefixes?: readonly string[],
): void {
  describeFindings(name, files, rows, prefixes, true);
}

/** Declares tests of warnings at start-up. Each row contains a case number and the expected finding. */
export function describeWarnings(name: string, files: Files, rows: readonly FindingRow[]): void {
  describeFindings(name, files, rows, undefined, false);
}

function describeFindings(
  name: string,
  files: Files,
  rows: readonly FindingRow[],
  prefixes: readonly string[] | undefined,
  stops: boolean,
): void {
  describe(name, () => {
    const directory = writeFiles(files, prefixes);
    it.each(rows)('%s: start-up reports "%s"', async (_, finding) => {
      const { diagnostics, source } = await loadControllers({ directory, prefixes: prefixes ?? ['app'] });
      expect(renderText(diagnostics, { source }).replaceAll(`${directory}/`, '')).toContain(finding);
      expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(stops);
    });
  });
}

function writeFiles(files: Files, prefixes: readonly string[] | undefined): string {
  const placed = Object.entries(files).map(
    ([file, content]) => [prefixes ? file : `app/${file}`, content] as const,
  );
  const directory = writeLayout(Object.fromEntries(placed));
  afterAll(() => removeLayout(directory));
  return directory;
}

export function raw(text: string): Raw {
  return { raw: text };
}

/** A request with a urlencoded form. */
export function form(target: string, body: string): InjectRequest {
  return { ...toRequest(target), body, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
}

export function json(target: string, value: unknown, type = 'application/json'): InjectRequest {
  return { ...toRequest(target), body: JSON.stringify(value), headers: { 'content-type': type } };
}

export function withHeaders(target: string, headers: Readonly<Record<string, string>>): InjectRequest {
  return { ...toRequest(target), headers };
}

function toRequest(request: string | InjectRequest): InjectRequest {
  if (typeof request !== 'string') return request;
  const [method = '', url = ''] = request.split(' ');
  return { method, url };
}

function requestLabel(request: string | InjectRequest): string {
  return typeof request === 'string' ? request : `${request.method} ${request.url}`;
}

function parseBody(response: InjectResponse, expected: unknown): unknown {
  const text = response.text();
  const isRaw = typeof expected === 'object' && expected !== null && 'raw' in expected;
  if (isRaw) return { raw: text };
  return text === '' ? null : (JSON.parse(text) as unknown);
}
