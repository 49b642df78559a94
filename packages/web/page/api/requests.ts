import { readProblem } from './problem.ts';
import { removeToken, readToken } from './token.ts';

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/**
 * Sends a request with the token.
 *
 * @throws {Problem} for an error response
 */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const token = readToken();
  const headers = { ...options.headers, authorization: `Bearer ${token ?? ''}` };
  const response = await fetch(path, { ...options, headers, cache: 'no-store' });
  if (response.ok) return response;
  if (response.status === 401) removeToken(token);
  throw await readProblem(response);
}

export async function getJson<Answer>(path: string, options?: RequestOptions): Promise<Answer> {
  return (await send(path, options)).json() as Promise<Answer>;
}

export function postText<Answer>(path: string, body: string, signal: AbortSignal): Promise<Answer> {
  const headers = { 'content-type': 'text/plain;charset=utf-8' };
  return getJson(path, { method: 'POST', body, headers, signal });
}

export function postJson<Answer>(path: string, value: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return getJson(path, { method: 'POST', body: JSON.stringify(value), headers });
}
