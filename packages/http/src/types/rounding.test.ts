import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  array,
  BodyParam,
  CookieParam,
  FormParam,
  HeaderParam,
  MatrixParam,
  object,
  PathParam,
  QueryParam,
  route,
  Router,
  Toolkit,
} from '../index.ts';
import type { Bindable, JsonMapper } from '../kernel.ts';
import type { InjectRequest } from '../testing/message.ts';
import { describeTransports } from '../testing/transports.ts';
import { isExact } from './rounding.ts';

const isExactString = (decimal: string): boolean => isExact(decimal, Number(decimal));

describe('isExact', () => {
  it.each([
    '0',
    '-0.000',
    '0e-999',
    '0.1',
    '1e23',
    '6.02214076e23',
    '1.7976931348623157e308',
    '5e-324',
    '9007199254740992',
    '9007199254740994.000',
    '0.10000000000000001',
    '0.1000000000000000055511151231257827021181583404541015625',
    `1.${'0'.repeat(300)}`,
    `1${'0'.repeat(22)}`,
  ])('%s is exact', (decimal) => {
    expect(isExactString(decimal)).toBe(true);
  });

  it.each([
    '9007199254740993',
    '-9007199254740993',
    '9007199254740993.0',
    '9.007199254740993e15',
    '9007199254740993000e-3',
    '12345678901234567890',
    '3.14159265358979323846',
    '0.30000000000000000001',
    '1e-400',
    `1.${'0'.repeat(300)}1`,
  ])('%s is rounded', (decimal) => {
    expect(isExactString(decimal)).toBe(false);
  });

  it('every float is exact if printed with any number of digits', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: 1, max: 100 }),
        (value, digits) => {
          for (const decimal of [String(value), value.toPrecision(digits), value.toExponential()]) {
            if (Number.isFinite(Number(decimal)))
              expect([decimal, isExactString(decimal)]).toEqual([decimal, true]);
          }
        },
      ),
    );
  });

  it('an integer is exact if and only if parsing it yields a float with the same value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), (whole) => {
        const exact = BigInt(Number(whole)) === whole;
        // Integers with trailing zeros are skipped: for example, 10^23 is the usual notation for the nearest float.
        if (!String(whole).endsWith('0')) expect(isExactString(String(whole))).toBe(exact);
      }),
    );
  });
});

const BIG = '9007199254740993';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };

describeTransports('numbers that would be rounded', (serve) => {
  const send = async (
    request: InjectRequest,
    binding: Bindable,
    path = '/',
    json: JsonMapper = JSON,
  ): Promise<unknown> => {
    const router = new Router(new Toolkit({ json })).add(
      route({
        method: 'POST',
        path,
        bindings: [binding],
        handler: (value: unknown) => ({ value: String(value) }),
      }),
    );
    const response = await (await serve(router))({ method: 'POST', ...request });
    return response.status === 400 ? response.json() : response.status;
  };

  it.each<[string, InjectRequest, Bindable, string?]>([
    ['path', { url: `/${BIG}` }, PathParam('n', Number), '/{n}'],
    ['query', { url: `/?n=${BIG}` }, QueryParam('n', Number)],
    ['query', { url: `/?n=1&n=${BIG}` }, QueryParam('n', array(Number))],
    ['matrix', { url: `/;n=${BIG}` }, MatrixParam('n', Number)],
    ['header', { url: '/', headers: { n: BIG } }, HeaderParam('n', Number)],
    ['cookie', { url: '/', headers: { cookie: `n=${BIG}` } }, CookieParam('n', Number)],
    ['form', { url: '/', body: `n=${BIG}`, headers: FORM }, FormParam('n', Number)],
  ])('cause a 400 if they occur in a %s value', async (source, request, binding, path) => {
    const detail = 'has more digits than a number can represent';
    expect(await send(request, binding, path)).toMatchObject({
      errors: [{ source, name: 'n', code: 'rounded', detail }],
    });
  });

  it.each<[string, string, readonly string[]]>([
    ['a number as the whole body', ` ${BIG} `, ['']],
    ['a key', `{"a":1,"b":${BIG}}`, ['/b']],
    ['elements and nested values', `[${BIG},{"a/b":[1,-${BIG}.0]},1e-400]`, ['/0', '/2', '/1/a~1b/1']],
  ])('cause a 400 in JSON: %s', async (_, body, pointers) => {
    const response = await send({ url: '/', body, headers: JSON_TYPE }, BodyParam({ kind: 'unknown' }));
    expect(response).toMatchObject({ status: 400 });
    const { errors } = response as { errors: { pointer?: string }[] };
    expect(errors.map(({ pointer = '' }) => pointer)).toEqual(pointers);
  });

  it('are not searched for in strings or with a custom JSON mapper', async () => {
    const body = `{"id":"${BIG}","list":", ${BIG}","n":6.02214076e123}`;
    const type = object({ id: BigInt, list: String, n: Number });
    expect(await send({ url: '/', body, headers: JSON_TYPE }, BodyParam(type))).toBe(200);
    const lenient: JsonMapper = {
      parse: (text) => JSON.parse(text) as unknown,
      stringify: (value) => JSON.stringify(value),
    };
    expect(await send({ url: '/', body: BIG, headers: JSON_TYPE }, BodyParam(Number), '/', lenient)).toBe(
      200,
    );
  });
});
