/** Sends requests to a service with its token. */
export interface Client {
  /** @throws {Error} with the response if its status is not one of `expected` */
  post(path: string, body: object | string, expected: readonly number[]): Promise<unknown>;
}

/** Exchanges the code in an address for the token. */
export async function openClient(address: string): Promise<Client> {
  const url = new URL(address);
  const headers = new Map<string, string>();
  const post: Client['post'] = async (path, body, expected) => {
    const isText = typeof body === 'string';
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { ...Object.fromEntries(headers), 'content-type': isText ? 'text/plain' : 'application/json' },
      body: isText ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    if (!expected.includes(response.status)) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const code = url.hash.replace('#code=', '');
  const { token } = (await post('/session', { code }, [200])) as { token: string };
  headers.set('authorization', `Bearer ${token}`);
  return { post };
}
