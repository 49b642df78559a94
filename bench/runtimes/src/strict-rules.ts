/** The behaviour of Writ for the hand-written servers. */
import { readLimited, type RequestRules } from './raw-handler.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const UNSAFE_KEY = /"(?:__proto__|constructor|prototype)"\s*:|\\u00/;

export const strictRules: RequestRules = {
  accepts(request, type) {
    const accept = request.headers.get('accept');
    return accept === null || accept.includes('*/*') || accept.includes(type);
  },
  async readJson(request) {
    const { headers } = request;
    if (headers.get('content-encoding') !== null) throw new TypeError('the body is encoded');
    const isLimited = headers.get('content-length') !== null || request.body === null;
    const text = utf8.decode(await (isLimited ? request.bytes() : readLimited(request.body)));
    if (UNSAFE_KEY.test(text)) throw new TypeError('the body has an unsafe key');
    return JSON.parse(text) as unknown;
  },
  textResponse: { headers: new Headers({ 'content-type': 'text/plain; charset=utf-8' }) },
  refuse(status, headers = {}) {
    const response = new Response(JSON.stringify({ status }), { status, headers });
    response.headers.set('content-type', 'application/problem+json');
    return response;
  },
};
