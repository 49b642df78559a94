import { vi } from 'vitest';

/** A request of the page. */
export interface SentRequest {
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  readonly body: string;
}

const ORIGIN = 'page://service';

/** Replaces the service and the tab's storage, until `vi.unstubAllGlobals` is called. */
export function stubService(respond: (request: SentRequest) => Response | Promise<Response>): void {
  const ignore = (): undefined => undefined;
  vi.stubGlobal('sessionStorage', { getItem: () => 'token', setItem: ignore, removeItem: ignore });
  vi.stubGlobal('location', { origin: ORIGIN });
  vi.stubGlobal('fetch', async (request: Request) =>
    respond({
      method: request.method,
      path: request.url.slice(ORIGIN.length),
      body: request.body === null ? '' : await request.text(),
    }),
  );
}
