import { expect, it } from 'vitest';
import { basic, bearer, cache, cors, csrf, limits, rateLimit } from '../index.ts';

const any = (options: object): never => options as never;

it.each<[string, () => unknown, string]>([
  ['cors', () => cors(any({ origins: '*' })), 'cors has no option "origins": did you mean origin?'],
  ['cors of nothing', () => cors(any(null as never)), 'cors takes options ({ origin, '],
  ['limits', () => limits(any({ boddy: 1 })), 'limits has no option "boddy": did you mean body?'],
  ['limits of a number', () => limits(any(5 as never)), 'limits takes options ({ body, '],
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
])('%s throws for an option that it does not have', (_, make, message) => {
  expect(make).toThrow(TypeError);
  expect(make).toThrow(message);
});
