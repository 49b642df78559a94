/** A client for tests: sends JSON to a running example, and reads the response. */
export interface Answer {
  readonly status: number;
  readonly body: any;
  /** The path of a created resource. */
  readonly location: string | undefined;
}

export interface ApiRequest {
  readonly token?: string;
  readonly json?: unknown;
}

export type Send = (method: string, path: string, request?: ApiRequest) => Promise<Answer>;

export function createSend(port: number): Send {
  return async (method, path, { token, json } = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Token ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      location: response.headers.get('location') ?? undefined,
    };
  };
}
