/** The handler of `raw`, which also observes Accept, and rejects bodies that Writ rejects. */
import { createHandler } from '../raw-handler.ts';
import { serveFetch } from '../serve.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const UNSAFE_KEY = /"(?:__proto__|constructor|prototype)"\s*:|\\u00/;

serveFetch(
  createHandler({
    accepts(request) {
      const accept = request.headers.get('accept');
      return accept === null || accept.includes('*/*');
    },
    async readJson(request) {
      if (request.headers.get('content-encoding') !== null) throw new TypeError('the body is encoded');
      const text = utf8.decode(await request.bytes());
      if (UNSAFE_KEY.test(text)) throw new TypeError('the body has an unsafe key');
      return JSON.parse(text) as unknown;
    },
  }),
);
