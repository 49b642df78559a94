import { expect, it } from 'vitest';
import {
  basic,
  basicAuthentication,
  bearer,
  bearerAuthentication,
  BodyHandler,
  cache,
  cors,
  csrf,
  files,
  limits,
  rateLimit,
  route,
  Router,
  Toolkit,
  type Route,
  version,
} from '../index.ts';

const any = (options: object): never => options as never;

it.each<[string, () => unknown, string]>([
  ['cors', () => cors(any({ origins: '*' })), 'cors has no option "origins": did you mean origin?'],
  ['cors with null', () => cors(any(null as never)), 'cors expects options ({ origin, '],
  ['limits', () => limits(any({ boddy: 1 })), 'limits has no option "boddy": did you mean body?'],
  ['limits with a number', () => limits(any(5 as never)), 'limits expects options ({ body, '],
  [
    'rateLimit',
    () => rateLimit(any({ limit: 1, window: 1000, by: () => 'x' })),
    'rateLimit has no option "by": it has limit, window, key, store',
  ],
  [
    'cache',
    () => cache(any({ maxAge: 1, privat: true })),
    'cache has no option "privat": did you mean private?',
  ],
  [
    'csrf',
    () => csrf(any({ trusted: ['https://a.example'] })),
    'csrf has no option "trusted": did you mean trustedOrigins?',
  ],
  [
    'bearer',
    () => bearer(() => true, any({ relm: 'x' })),
    'bearer has no option "relm": did you mean realm?',
  ],
  ['basic', () => basic(() => true, any({ Realm: 'x' })), 'basic has no option "Realm": did you mean realm?'],
  [
    'bearerAuthentication',
    () => bearerAuthentication(() => null, any({ relm: 'x' })),
    'bearerAuthentication has no option "relm": did you mean realm?',
  ],
  [
    'basicAuthentication',
    () => basicAuthentication(() => null, any({ Realm: 'x' })),
    'basicAuthentication has no option "Realm": did you mean realm?',
  ],
  [
    'a toolkit',
    () => new Toolkit(any({ loger: console })),
    'Toolkit has no option "loger": did you mean logger?',
  ],
  ['limits of a toolkit', () => new Toolkit({ limits: any({ boddy: 1 }) }), 'limits has no option "boddy"'],
  [
    'files of a toolkit',
    () => new Toolkit({ files: any({ dotFiles: true }) }),
    'files has no option "dotFiles"',
  ],
  ['files', () => files('public', any({ indx: false })), 'files has no option "indx": did you mean index?'],
  ['a body handler', () => new BodyHandler(any({ maxfile: '1MB' })), 'did you mean maxFile?'],
  [
    'a server',
    () => new Toolkit().createServer(new Router(new Toolkit()), any({ headerTimeout: 1 })),
    'createServer has no option "headerTimeout": did you mean headersTimeout?',
  ],
])('%s throws an error for an unknown option', (_, make, message) => {
  expect(make).toThrow(TypeError);
  expect(make).toThrow(message);
});

it.each<[string, () => unknown, string]>([
  ['cors() without an origin', () => cors(any({})), "cors: missing origin: write { origin: '*' }"],
  [
    'cors() with a number as the origin',
    () => cors(any({ origin: 5 })),
    "cors: origin must be '*', a pattern, a list of origins or a function",
  ],
  [
    'cors() with a pattern in the list of origins',
    () => cors(any({ origin: [/a/] })),
    "cors: origin must be '*', a pattern",
  ],
  [
    'cors() with null as the origin',
    () => cors(any({ origin: null })),
    "cors: origin must be '*', a pattern",
  ],
  [
    'cors() with a string for credentials',
    () => cors(any({ origin: 'a', credentials: 'yes' })),
    'cors: credentials must be true or false, not "yes"',
  ],
  [
    'cors() with a string for maxAge',
    () => cors(any({ origin: 'a', maxAge: '1h' })),
    'cors: maxAge must be a number, not "1h"',
  ],
  [
    'cors() with a string for methods',
    () => cors(any({ origin: 'a', methods: 'GET' })),
    'cors: methods must be a list of strings, not "GET"',
  ],
  [
    'cors() with a number in allowedHeaders',
    () => cors(any({ origin: 'a', allowedHeaders: [5] })),
    'cors: allowedHeaders must be a list of strings',
  ],
  [
    'cors() with a string for exposedHeaders',
    () => cors(any({ origin: 'a', exposedHeaders: 'x' })),
    'cors: exposedHeaders must be a list of strings',
  ],
  [
    'cache() with a string for private',
    () => cache(any({ maxAge: 1, private: 'yes' })),
    'cache: private must be true or false, not "yes"',
  ],
  [
    'rateLimit() with a string as the key',
    () => rateLimit(any({ limit: 1, window: 1, key: 'ip' })),
    'rateLimit: key must be a function, not "ip"',
  ],
  [
    'rateLimit() with an incomplete store',
    () => rateLimit(any({ limit: 1, window: 1, store: {} })),
    'rateLimit: store must be an object with the method hit',
  ],
  [
    'version() with a string instead of a list',
    () => version(any('v1' as never)),
    'version must be a list of strings, not "v1"',
  ],
  [
    'csrf() with a string for trustedOrigins',
    () => csrf(any({ trustedOrigins: 'https://a' })),
    'csrf: trustedOrigins must be a list of strings, not "https://a"',
  ],
  [
    'bearer() with a string as the check',
    () => bearer(any('x' as never)),
    'bearer: the check must be a function',
  ],
  ['basic() without a check', () => basic(any(undefined as never)), 'basic: the check must be a function'],
  [
    'bearer() with a number as the realm',
    () => bearer(() => true, any({ realm: 5 })),
    'bearer: realm must be a string, not 5',
  ],
  [
    'bearerAuthentication() without find',
    () => bearerAuthentication(any(undefined as never)),
    'bearerAuthentication: find must be a function',
  ],
  [
    'basicAuthentication() with a string as find',
    () => basicAuthentication(any('x' as never)),
    'basicAuthentication: find must be a function',
  ],
  [
    'basicAuthentication() with a number as the realm',
    () => basicAuthentication(() => null, any({ realm: 5 })),
    'basicAuthentication: realm must be a string, not 5',
  ],
])('%s throws an error that names the option', (_, make, message) => {
  expect(make).toThrow(TypeError);
  expect(make).toThrow(message);
});

it.each<[string, object, string, string | undefined]>([
  ['a route', { scope: [] }, 'has the unknown member "scope"', 'did you mean scopes?'],
  [
    'a scope',
    { scopes: [{ acces: { rule: 'deny' } }] },
    'has a scope with the unknown member "acces"',
    'did you mean access?',
  ],
  [
    'an access rule',
    { scopes: [{ access: { rules: 'deny' } }] },
    'has an access rule with the unknown member "rules"',
    'did you mean rule?',
  ],
  [
    'an event',
    { scopes: [{ events: [{ event: { name: 'e', instance: { execute() {} } }, status: 404 }] }] },
    'has an event listener with the unknown member "status"',
    'it has event, response, exception, onEmpty',
  ],
  ['limits', { scopes: [{ limits: { body: -1 } }] }, 'has invalid limits: the limit body', undefined],
])('%s with an unknown member causes a start-up error', (_, given, message, hint) => {
  const wrong = { ...route({ method: 'GET', path: '/', handler: () => 1 }), ...given } as Route;
  const diagnostics = new Router(new Toolkit()).add(wrong).diagnostics();
  expect(diagnostics).toMatchObject([
    { code: 'W2023', severity: 'error', message: expect.stringContaining(`GET / (handler) ${message}`) },
  ]);
  expect(diagnostics[0]!.hint).toBe(hint);
});
