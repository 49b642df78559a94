import { describe, expect, it } from 'vitest';
import { compareOpenapi } from './compare-documents.ts';

type Members = Readonly<Record<string, unknown>>;

const json = (schema: unknown): object => ({ content: { 'application/json': { schema } } });
const ok = { responses: { 200: { description: 'OK' } } };
const object = (properties: object, required: readonly string[] = [], more: object = {}): object => ({
  type: 'object',
  properties,
  required,
  ...more,
});

/** A document with one operation. */
function documentOf(operation: Members, components: Members = {}, path = '/notes'): object {
  return { openapi: '3.1.1', paths: { [path]: { post: { ...ok, ...operation } } }, components };
}

/** The changes as lines: `!` marks a breaking change. */
function changes(before: object, after: object): readonly string[] {
  return compareOpenapi(before, after).map(
    ({ breaking, operation, part, message }) =>
      `${breaking ? '!' : ' '} ${operation}${part === '' ? '' : ` ${part}`}: ${message}`,
  );
}

const compareOperations = (before: Members, after: Members): readonly string[] =>
  changes(documentOf(before), documentOf(after)).map((line) => line.replace('POST /notes ', ''));

const compareRequests = (before: object, after: object): readonly string[] =>
  compareOperations({ requestBody: json(before) }, { requestBody: json(after) }).map((line) =>
    line.replace(' request body application/json', ''),
  );

const compareResponses = (before: object, after: object): readonly string[] =>
  compareOperations({ responses: { 200: json(before) } }, { responses: { 200: json(after) } }).map((line) =>
    line.replace(' response 200 application/json', ''),
  );

describe('compareOpenapi reports an operation', () => {
  it('that is removed or added', () => {
    const both = { paths: { '/notes': { get: ok, post: ok } } };
    const one = { paths: { '/notes': { get: ok } } };
    expect(changes(both, one)).toEqual(['! POST /notes: is removed']);
    expect(changes(one, both)).toEqual(['  POST /notes: is added']);
    expect(changes(both, both)).toEqual([]);
  });

  it('as the same one if only the name of a path parameter differs', () => {
    const withName = (name: string, schema: object): object =>
      documentOf({ parameters: [{ name, in: 'path', required: true, schema }] }, {}, `/notes/{${name}}`);
    expect(changes(withName('id', { type: 'integer' }), withName('note', { type: 'integer' }))).toEqual([]);
    expect(changes(withName('id', { type: 'string' }), withName('note', { type: 'integer' }))).toEqual([
      '! POST /notes/{note} parameter path id: the type string is not permitted: only integer',
    ]);
  });
});

const query = (name: string, more: object = {}): object => ({
  name,
  in: 'query',
  schema: { type: 'string' },
  ...more,
});

describe('compareOpenapi compares', () => {
  it.each([
    ['parameters that are added', [], [query('a')], ['  parameter query a: is added']],
    [
      'required parameters that are added',
      [],
      [query('a', { required: true })],
      ['! parameter query a: is added and required'],
    ],
    ['parameters that are removed', [query('a')], [], ['! parameter query a: is removed']],
    [
      'parameters that become required',
      [query('a')],
      [query('a', { required: true })],
      ['! parameter query a: is required'],
    ],
    [
      'parameters that become optional',
      [query('a', { required: true })],
      [query('a')],
      ['  parameter query a: is optional'],
    ],
    [
      'names of headers without regard to case',
      [query('A', { in: 'header' })],
      [query('a', { in: 'header' })],
      [],
    ],
    [
      'the style of parameters',
      [query('a')],
      [query('a', { explode: false })],
      ['! parameter query a: has another explode'],
    ],
  ])('%s', (_what, before, after, expected) => {
    expect(compareOperations({ parameters: before }, { parameters: after })).toEqual(expected);
  });

  it('media types and the presence of bodies', () => {
    const text = { content: { 'text/plain': {} } };
    expect(compareOperations({ requestBody: json({}) }, { requestBody: text })).toEqual([
      '! request body application/json: is not accepted',
      '  request body text/plain: is accepted',
    ]);
    expect(compareOperations({}, { requestBody: json({}) })).toEqual(['  request body: is added']);
    expect(compareOperations({}, { requestBody: { required: true, ...json({}) } })).toEqual([
      '! request body: is added and required',
    ]);
    expect(
      compareOperations({ requestBody: json({}) }, { requestBody: { required: true, ...json({}) } }),
    ).toEqual(['! request body: is required']);
    expect(compareOperations({ requestBody: json({}) }, {})).toEqual(['! request body: is removed']);
  });

  it('responses: a further result is breaking, and a further error is not', () => {
    const responses = (...statuses: readonly string[]): Members => ({
      responses: Object.fromEntries(
        statuses.map((status) => [status, { description: '', ...json({ type: 'string' }) }]),
      ),
    });
    expect(compareOperations(responses('200'), responses('200', '202', '409'))).toEqual([
      '! response 202: is added',
      '  response 409: is added',
    ]);
    expect(compareOperations(responses('200', '409'), responses('200'))).toEqual([
      '  response 409: is removed',
    ]);
    expect(compareOperations(responses('200', '204'), responses('200'))).toEqual([
      '! response 204: is removed',
    ]);
  });

  it('headers of responses', () => {
    const headers = { Location: { schema: { type: 'string' } } };
    const created = { responses: { 201: { description: '', headers } } };
    expect(compareOperations(created, { responses: { 201: { description: '' } } })).toEqual([
      '! response 201 header Location: is removed',
    ]);
  });

  it.each([
    [[], [{ bearer: [] }], ['! security: requires bearer']],
    [[{ bearer: [] }], [], ['  security: is not required']],
    [[{ bearer: [] }], [{ bearer: [] }, { basic: [] }], []],
    [[{ bearer: [] }, { basic: [] }], [{ bearer: [] }], ['! security: requires bearer']],
    [[{ bearer: ['reader'] }], [{ bearer: ['admin'] }], ['! security: requires bearer (admin)']],
    [[{ bearer: [] }], [{ bearer: [] }, {}], []],
  ])('the requirements %j and %j', (before, after, expected) => {
    expect(compareOperations({ security: before }, { security: after })).toEqual(expected);
  });
});

const title = { title: { type: 'string' } };
const colour = (...values: readonly string[]): object => ({ type: 'string', enum: values });

describe('compareOpenapi compares schemas:', () => {
  it.each([
    ['a further property', object(title), object({ ...title, rank: { type: 'integer' } }), [], []],
    [
      'a further required property',
      object(title),
      object({ ...title, rank: { type: 'integer' } }, ['rank']),
      ['! /rank: is required'],
      [],
    ],
    [
      'a property without which requests are refused',
      object(title),
      object(title, ['title']),
      ['! /title: is required'],
      [],
    ],
    [
      'a property that may be missing',
      object(title, ['title']),
      object(title),
      [],
      ['! /title: may be missing'],
    ],
    [
      'a removed property',
      object(title),
      object({}),
      ['! /title: is no longer read'],
      ['! /title: is removed'],
    ],
    [
      'a refused property',
      object(title),
      object({}, [], { additionalProperties: false }),
      ['! /title: is not permitted', '!: may have further properties'],
      ['! /title: is removed'],
    ],
    [
      'a wider type',
      { type: 'integer' },
      { type: 'number' },
      [],
      ['!: the type number is not permitted: only integer'],
    ],
    [
      'a narrower type',
      { type: 'number' },
      { type: 'integer' },
      ['!: the type number is not permitted: only integer'],
      [],
    ],
    [
      'null',
      { type: 'string' },
      { type: ['string', 'null'] },
      [],
      ['!: the type null is not permitted: only string'],
    ],
    ['a further value', colour('red'), colour('red', 'blue'), [], ['!: the value "blue" is not permitted']],
    ['a removed value', colour('red', 'blue'), colour('red'), ['!: the value "blue" is not permitted'], []],
    ['listed values instead of any', { type: 'string' }, colour('red'), ['!: is not limited to "red"'], []],
    [
      'a constant that the list contains',
      { const: 'red' },
      colour('red', 'blue'),
      [],
      ['!: the value "blue" is not permitted'],
    ],
    [
      'a lower maximum',
      { type: 'integer', maximum: 9 },
      { type: 'integer', maximum: 5 },
      ['!: maximum is 9 instead of 5'],
      [],
    ],
    [
      'a lower minimum',
      { type: 'integer', minimum: 5 },
      { type: 'integer', minimum: 1 },
      [],
      ['!: minimum is 1 instead of 5'],
    ],
    [
      'a limit that is added',
      { type: 'string' },
      { type: 'string', maxLength: 5 },
      ['!: maxLength is missing instead of 5'],
      [],
    ],
    [
      'another pattern',
      { pattern: '^a' },
      { pattern: '^b' },
      ['!: pattern is "^a" instead of "^b"'],
      ['!: pattern is "^b" instead of "^a"'],
    ],
    [
      'items of lists',
      { type: 'array', items: { type: 'string' } },
      { type: 'array', items: { type: 'integer' } },
      ['! /*: the type string is not permitted: only integer'],
      ['! /*: the type integer is not permitted: only string'],
    ],
    [
      'a variant that is added',
      { oneOf: [{ type: 'string' }] },
      { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      [],
      ['!: the type integer is not permitted: only string'],
    ],
    [
      'a variant instead of two types',
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { type: ['null', 'string'] },
      [],
      [],
    ],
    [
      'parts of a schema together',
      { allOf: [object(title, ['title']), object({ rank: { type: 'integer' } })] },
      object({ ...title, rank: { type: 'integer' } }, ['title']),
      [],
      [],
    ],
    [
      'a description',
      { type: 'string', description: 'old' },
      { type: 'string', description: 'new', title: 'Title' },
      [],
      [],
    ],
  ])('%s', (_what, before, after, inRequests, inResponses) => {
    expect(compareRequests(before, after)).toEqual(inRequests);
    expect(compareResponses(before, after)).toEqual(inResponses);
  });

  it('recursive schemas, and references to components', () => {
    const tree = (type: string, item: string): object =>
      documentOf(
        { responses: { 200: json({ $ref: `#/components/schemas/${item}` }) } },
        {
          schemas: {
            [item]: object({
              name: { type },
              parent: { oneOf: [{ $ref: `#/components/schemas/${item}` }, { type: 'null' }] },
              children: { type: 'array', items: { $ref: `#/components/schemas/${item}` } },
            }),
          },
        },
      );
    expect(changes(tree('string', 'Item'), tree('string', 'Node'))).toEqual([]);
    expect(changes(tree('string', 'Item'), tree('integer', 'Item'))[0]).toBe(
      '! POST /notes response 200 application/json /name: the type integer is not permitted: only string',
    );
  });
});
