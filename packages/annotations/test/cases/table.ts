import { Toolkit, type Router, type ToolkitOptions } from '@writ/http';
import type { InjectRequest } from '@writ/http/testing';
import { describeTransports, type Client } from '@writ/http/testing/transports';
import { expect, it } from 'vitest';
import { RestRouter, type EndpointSource } from '../../src/index.ts';

/** The expected response; omitted members are not checked. */
export interface ExpectedResponse {
  readonly status?: number;
  /** The whole body, a regular expression for a part of it, or members of its JSON. */
  readonly body?: string | RegExp | object;
  /** Headers by lower-case name; null for a header that must be absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
}

/**
 * A title that starts with the case number (or only the number), a request, and the expected response; a string is the
 * body of a 200 response.
 */
export type ResponseCase = readonly [
  id: string,
  request: InjectRequest | string,
  answer: ExpectedResponse | string,
];

const SILENT_LOGGER = { debug() {}, info() {}, warn() {}, error() {} };

export function quietToolkit(options: ToolkitOptions = {}): Toolkit {
  return new Toolkit({ inherit: false, logger: SILENT_LOGGER, ...options });
}

export function createRouter(...endpoints: readonly EndpointSource[]): Router {
  return RestRouter.register(quietToolkit(), ...endpoints);
}

/** Runs each case in process, over a Node server and over the fetch handler. */
export function describeResponses(name: string, router: () => Router, cases: readonly ResponseCase[]): void {
  describeTransports(name, (serve) => {
    it.each(cases.map(withTitle))('%s', async (_title, request, answer) => {
      await expectResponse(await serve(router()), request, answer);
    });
  });
}

/**
 * Runs cases that a fetch `Request` cannot express, such as a GET with a body or TRACE, in process and over a Node
 * server.
 */
export function describeResponsesWithoutFetch(
  name: string,
  router: () => Router,
  cases: readonly ResponseCase[],
): void {
  describeTransports(name, (serve) => {
    it.each(cases.map(withTitle))('%s', async (_title, request, answer) => {
      const client = await serve(router());
      if (expect.getState().currentTestName?.includes(`${name} (fetch)`)) {
        await expect(client(request)).rejects.toThrow(TypeError);
      } else await expectResponse(client, request, answer);
    });
  });
}

/** Completes a title that consists of case numbers with the request and the status of the response. */
function withTitle([title, request, answer]: ResponseCase): ResponseCase {
  if (/[a-z]/.test(title)) return [title, request, answer];
  const { method = 'GET', url } = typeof request === 'string' ? { url: request } : request;
  const { status = 'the expected response' } = typeof answer === 'string' ? { status: 200 } : answer;
  return [`${title} ${method} ${url} results in ${status}`, request, answer];
}

async function expectResponse(
  client: Client,
  request: InjectRequest | string,
  answer: ExpectedResponse | string,
): Promise<void> {
  const expected = typeof answer === 'string' ? { status: 200, body: answer } : answer;
  const response = await client(request);
  const { status, body, headers = {} } = expected;
  const seen = { status: response.status, text: response.text() };
  if (status !== undefined) expect(seen).toMatchObject({ status });
  if (typeof body === 'string') expect(seen.text).toBe(body);
  else if (body instanceof RegExp) expect(seen.text).toMatch(body);
  else if (body !== undefined) expect(response.json()).toMatchObject(body);
  for (const [header, value] of Object.entries(headers)) {
    const sent = response.headers[header];
    if (value === null) expect(sent).toBeUndefined();
    else if (typeof value === 'string') expect(sent).toBe(value);
    else expect(sent).toMatch(value);
  }
}

/** The errors from registering the classes, as `rule: message`. */
export function registrationErrors(...endpoints: readonly EndpointSource[]): string[] {
  return createRouter(...endpoints)
    .diagnostics()
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, message }) => `${rule}: ${message}`);
}

export const JSON_TYPE = { 'content-type': 'application/json' };
