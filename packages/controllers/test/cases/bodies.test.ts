import { Router, Toolkit } from '@writ/http';
import { inject, type InjectRequest } from '@writ/http/testing';
import { expect, it } from 'vitest';
import { loadControllers } from '../../src/load.ts';
import { createLayout } from '../layout.ts';
import { ALL, echoController, resultController, moduleSource } from './class-sources.ts';
import { form, json, describeResponses } from './describe-cases.ts';

const get = (kwargs: object): object => ({ handler: ':Default.GET', params: { kwargs } });
await describeResponses(
  'queries',
  { 'index.ts': moduleSource(echoController(':Default', 'GET(kwargs: Record<string, unknown>)')) },
  [
    ['C308', 'GET /?a=1&a=2', 200, get({ a: ['1', '2'] })],
    ['C310', 'GET /?a=1&a=2&b', 200, get({ a: ['1', '2'], b: '' })],
    ['C312', 'GET /?a=b=c', 200, get({ a: 'b=c' })],
    ['C313', 'GET /?a=%E2%82%AC', 200, get({ a: '€' })],
    ['C315', 'GET /?a=1;b=2', 200, get({ a: '1;b=2' })],
    ['C317', 'GET /?a=%20&b', 200, get({ a: ' ', b: '' })],
  ],
);

const post = (kwargs: object, ...args: readonly unknown[]): object => ({
  handler: ':Default.POST',
  params: { args, kwargs },
});
const multipart = (...parts: readonly string[]): InjectRequest => ({
  method: 'POST',
  url: '/',
  headers: { 'content-type': 'multipart/form-data; boundary=BOUND' },
  body: `${parts.map((part) => `--BOUND\r\nContent-Disposition: form-data; name=${part}\r\n`).join('')}--BOUND--\r\n`,
});
const field = (name: string, value: string): string => `"${name}"\r\n\r\n${value}`;
const upload = [
  field('foo', 'value-foo'),
  field('baz', 'value-baz'),
  '"file"; filename="up.txt"\r\nContent-Type: text/plain\r\n\r\nthis is a text file',
];

await describeResponses(
  'bodies',
  {
    'index.ts': moduleSource(
      echoController(':Default', 'POST(kwargs: Record<string, unknown>, ...args: unknown[])'),
    ),
  },
  [
    ['C320', form('POST /', 'a=1&a=2&b=x+y'), 200, post({ a: ['1', '2'], b: 'x y' })],
    [
      'C322',
      json('POST /', { foo: 1, bar: [2, 3], che: 'four' }),
      200,
      post({ foo: 1, bar: [2, 3], che: 'four' }),
    ],
    ['C323', json('POST /', ['foo', 'bar']), 200, post({}, 'foo', 'bar')],
    ['C324', json('POST /', [{ foo: 1 }, { foo: 2 }]), 200, post({}, { foo: 1 }, { foo: 2 })],
    ['C328', json('POST /', { a: 1 }, 'application/vnd.api+json'), 200, post({ a: 1 })],
    ['C338', multipart(field('a', '1'), field('a', '2')), 200, post({ a: ['1', '2'] })],
  ],
);
const named = '({ file: (file as File).name, foo, baz, text: await (file as File).text() })';
const received = { file: 'up.txt', foo: 'value-foo', baz: 'value-baz', text: 'this is a text file' };
await describeResponses(
  'uploads',
  {
    'index.ts': moduleSource(
      resultController('Default', {
        'async POST({ file, foo, baz }: { file: File; foo: string; baz: string })': named,
      }),
      resultController('Loose', { 'async POST({ file, foo, baz }: Record<string, unknown>)': named }),
      resultController('Strict', { 'POST({ file }: { file: File; [name: string]: unknown })': 'file.name' }),
    ),
  },
  [
    ['C335', multipart(...upload), 200, received],
    ['C335', { ...multipart(...upload), url: '/loose' }, 200, received],
    ['C341', form('POST /strict', 'file=abc'), 400],
  ],
);

it('C342 a body of GET is ignored', async () => {
  const directory = createLayout({ 'app/index.ts': moduleSource(echoController(':Default', `GET(${ALL})`)) });
  const { matcher } = await loadControllers({ directory, prefixes: ['app'] });
  const response = await inject(new Router(new Toolkit()).mount(matcher), json('GET /', { a: 1 }));
  expect(response.json()).toEqual({ handler: ':Default.GET', params: { kwargs: {}, args: [] } });
});
