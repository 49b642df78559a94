import { int, optional } from '@writ/http';
import { z } from 'zod';
import { GET, HeaderParam, Path, QueryParam, Valid } from '../../src/index.ts';
import { answers, routerOf } from './table.ts';

@Path('/check')
class Check {
  @GET('/that') that(@QueryParam('one', optional(String)) one = ''): string {
    return one;
  }
  @GET('/this') this(@QueryParam('one', String) one: string): string {
    return one;
  }
  @GET('/other') other(
    @QueryParam('one', int) @Valid(z.number().min(1).max(10)) one: number,
    @QueryParam('two', int) @Valid(z.number().min(1)) two: number,
    @QueryParam('three', int) @Valid(z.number().max(10)) three: number,
  ): string {
    return `${one + two + three}`;
  }
  @GET('/header') header(
    @HeaderParam('check-me', String) @Valid(z.string().regex(/^\w+OK$/)) value: string,
  ): string {
    return value;
  }
}

const refused = (...errors: readonly object[]): object => ({
  status: 400,
  body: { code: 'invalid-values', errors },
});

answers('values that a schema checks', () => routerOf(Check), [
  ['F27-04 a value that may be absent', '/check/that', ''],
  ['F27-05 one that must not be', '/check/this', refused({ source: 'query', name: 'one', code: 'missing' })],
  ['F27-07 numbers within their bounds', '/check/other?one=1&two=1&three=10', '12'],
  [
    'F27-07 and without',
    '/check/other?one=11&two=0&three=10',
    refused({ source: 'query', name: 'one' }, { source: 'query', name: 'two' }),
  ],
  ['F27-14 a good header', { url: '/check/header', headers: { 'check-me': 'IAmOK' } }, 'IAmOK'],
  [
    'F27-14 a bad one',
    { url: '/check/header', headers: { 'check-me': 'IAmNot' } },
    refused({ source: 'header', name: 'check-me' }),
  ],
]);
