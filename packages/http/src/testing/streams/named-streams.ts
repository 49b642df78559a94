import llhttpRequests from './fixtures/llhttp/requests.json' with { type: 'json' };
import { SMUGGLING } from './smuggling/cases.ts';

/** All named streams: the classes of request smuggling, and the inputs of llhttp's own tests. */
export const NAMED_STREAMS: readonly { readonly name: string; readonly bytes: Buffer }[] = [
  ...SMUGGLING,
  ...llhttpRequests.map(({ name, bytes }) => ({ name: `llhttp: ${name}`, bytes })),
].map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes, 'latin1') }));
