import { cors, type Router } from '@writ/http';
import type { Origin } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';

/** The arguments of `enableCors`, in the order that the specification defines. */
export type CorsArguments = readonly [
  originPattern?: string,
  allowCredentials?: boolean,
  maxAgeSeconds?: number,
  allowedHeaders?: readonly string[],
  ...methods: readonly string[],
];

/** The request headers that are allowed if `enableCors` has no arguments, as in the specification. */
const STANDARD_HEADERS: readonly string[] = [
  'Content-Type',
  'Origin',
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Headers',
  'Access-Control-Allow-Methods',
  'Access-Control-Expose-Headers',
  'Access-Control-Request-Method',
  'Access-Control-Request-Headers',
];

/** Allows pages from other origins to read the responses of a router; returns findings about the arguments. */
export function enableCors(router: Router, given: CorsArguments, origin: Origin): Finding[] {
  const standard = given.length === 0 ? STANDARD_HEADERS : [];
  const first: unknown = given[0];
  if (first !== undefined && typeof first !== 'string') {
    return [
      {
        rule: 'origin-pattern',
        origin,
        message: () => `enableCors expects the origins as a string, not a value of type ${typeof first}`,
        hint: () =>
          `write enableCors('https://app.example', credentials, maxAge, headers, ...methods), or use(cors({ … }))`,
      },
    ];
  }
  const [pattern = '*', credentials = false, maxAge = -1, allowedHeaders = standard, ...methods] = given;
  try {
    router.use(cors({ origin: pattern, credentials, maxAge, allowedHeaders, methods }), origin);
    return [];
  } catch (error) {
    if (error instanceof TypeError) {
      const { message } = error;
      const hint = `pass originPattern, allowCredentials, maxAgeSeconds, allowedHeaders, ...methods`;
      return [{ rule: 'origin-pattern', origin, message: () => message, hint: () => hint }];
    }
    if (!(error instanceof SyntaxError)) throw error;
    const finding: Finding = {
      rule: 'origin-pattern',
      origin,
      message: () => `invalid origins ${JSON.stringify(pattern)}: ${error.message}`,
      hint: () =>
        `write '*', or a regular expression that matches the whole origin: 'https://.*\\\\.example\\\\.com'`,
    };
    return [finding];
  }
}
