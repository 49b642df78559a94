import { describe, expect, it } from 'vitest';
import { MalformedOpenapi } from './check-document.ts';
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
      ['! parameter query a: has a different explode'],
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

/** A document whose response refers to the first of its schemas. */
const documentOfSchemas = (schemas: Members, first: string): object =>
  documentOf({ responses: { 200: json({ $ref: `#/components/schemas/${first}` }) } }, { schemas });

const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_each, index) => `S${index}`);

describe('compareOpenapi compares each pair of schemas once:', () => {
  /** Schemas that each refer to all of them. */
  const mutual = (count: number, type: string): object => {
    const all = names(count);
    const links = Object.fromEntries(all.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
    const schemas = all.map((name) => [name, object({ ...links, value: { type } })]);
    return documentOfSchemas(Object.fromEntries(schemas) as Members, 'S0');
  };

  it('schemas that refer to each other', () => {
    expect(changes(mutual(30, 'string'), mutual(30, 'string'))).toEqual([]);
    const found = changes(mutual(30, 'string'), mutual(30, 'integer'));
    expect(found).toHaveLength(101);
    expect(found[0]).toMatch(/\/value: the type integer is not permitted: only string$/);
    expect(found.at(-1)).toBe(
      '  POST /notes response 200 application/json: only the first 100 differences are listed',
    );
  });

  it('schemas that are reached in many ways', () => {
    const chain = (type: string): object => {
      const all = names(41);
      const schemas = all.map((name, index) => {
        const next = index === 40 ? { type } : { $ref: `#/components/schemas/S${index + 1}` };
        return [name, object({ left: next, right: next })];
      });
      return documentOfSchemas(Object.fromEntries(schemas) as Members, 'S0');
    };
    expect(changes(chain('string'), chain('string'))).toEqual([]);
    expect(changes(chain('string'), chain('integer'))).toHaveLength(101);
  });

  it('variants that contain themselves, which cannot be compared', () => {
    const self = { $ref: '#/components/schemas/A' };
    const schemas = (type: string): Members => ({
      A: { type: 'object', properties: { x: { type } }, oneOf: [self, self, { required: ['x'] }] },
    });
    const [before, after] = ['string', 'integer'].map((type) => documentOfSchemas(schemas(type), 'A'));
    expect(changes(before!, before!).join('\n')).toContain('a schema contains itself as a variant');
    expect(changes(before!, after!).filter((line) => line.startsWith('!'))).not.toEqual([]);
  });

  it('also if a variant that was discarded has assumed that they are equal', () => {
    const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
    // The comparison of Y with W is part of that of X with V, where it assumes that X is included in V.
    const before = documentOfSchemas(
      {
        Root: object({ first: { oneOf: [ref('V'), object({ y: {}, z: {} })] }, second: ref('W') }),
        V: object({ y: ref('W'), z: { type: 'string' } }),
        W: object({ x: ref('V') }),
      },
      'Root',
    );
    const after = documentOfSchemas(
      {
        Root: object({ first: ref('X'), second: ref('Y') }),
        X: object({ y: ref('Y'), z: { type: 'integer' } }),
        Y: object({ x: ref('X') }),
      },
      'Root',
    );
    expect(changes(before, after)).toEqual([
      '! POST /notes response 200 application/json /second/x/z: the type integer is not permitted: only string',
    ]);
  });

  it('and reports schemas below many levels as not compared', () => {
    const chain = Object.fromEntries(
      names(500).map((name, index) => [
        name,
        object({ next: { $ref: `#/components/schemas/S${index + 1}` } }),
      ]),
    ) as Members;
    const document = documentOfSchemas({ ...chain, S500: { type: 'string' } }, 'S0');
    expect(changes(document, document)).toEqual([
      expect.stringMatching(
        /^! POST \/notes response 200 application\/json (?:\/next){400}: is not compared: it is inside more than 400 nested schemas$/,
      ),
    ]);
  });
});

describe('compareOpenapi does not follow', () => {
  const external = { $ref: 'other.json#/Note' };
  const note = (ref: string): string => `: the reference "${ref}" is not followed`;

  it.each([
    ['other documents', 'other.json#/Note'],
    ['nothing', '#/components/schemas/Missing'],
  ])('a reference to %s in a schema', (_what, ref) => {
    const schema = { $ref: ref };
    expect(compareResponses(schema, schema)).toEqual([` ${note(ref)}`]);
    expect(compareRequests(schema, { type: 'string' })).toEqual([`!: cannot be compared${note(ref)}`]);
    expect(compareResponses(schema, { type: 'string' })).toEqual([`!: cannot be compared${note(ref)}`]);
    expect(compareResponses({ type: 'string' }, schema)).toEqual([`!: cannot be compared${note(ref)}`]);
    expect(compareResponses({}, schema)).toEqual([]);
  });

  it('a reference to itself', () => {
    const document = documentOfSchemas({ A: { $ref: '#/components/schemas/A' } }, 'A');
    expect(changes(document, document)).toEqual([
      `  POST /notes response 200 application/json${note('#/components/schemas/A')}`,
    ]);
  });

  it.each<[string, Members, string]>([
    ['a parameter', { parameters: [external] }, 'parameter reference other.json#/Note'],
    ['a request body', { requestBody: external }, 'request body'],
    ['a response', { responses: { 200: external } }, 'response 200'],
  ])('a reference to another document in place of %s', (_what, operation, part) => {
    expect(compareOperations(operation, operation)).toEqual([`  ${part}${note(external.$ref)}`]);
    expect(compareOperations({ responses: { 200: json({}) } }, operation).join('\n')).toContain(
      `! ${part}: cannot be compared${note(external.$ref)}`,
    );
  });

  it('a reference to another document in place of a path', () => {
    const document = { paths: { '/a': external } };
    expect(changes(document, document)).toEqual([`  /a${note(external.$ref)}`]);
    expect(changes(document, { paths: {} })).toEqual(['! /a: is removed']);
  });
});

describe('compareOpenapi throws the place of', () => {
  it.each<[object, string]>([
    [{ paths: { '/a': { get: null } } }, '/paths/~1a/get must be an object, not null'],
    [{ paths: [] }, '/paths must be an object, not a list'],
    [{ paths: { '/a': { parameters: {} } } }, '/paths/~1a/parameters must be a list, not an object'],
    [
      documentOf({ requestBody: json({ enum: 5 }) }),
      '/paths/~1notes/post/requestBody/content/application~1json/schema/enum must be a list, not a number',
    ],
    [
      documentOf({ requestBody: json({ $ref: '#/%zz' }) }),
      '/paths/~1notes/post/requestBody/content/application~1json/schema/$ref contains a malformed percent escape',
    ],
    [
      documentOfSchemas({ A: { properties: { 'x-a': null } } }, 'A'),
      '/components/schemas/A/properties/x-a must be an object or a boolean, not null',
    ],
    [
      documentOfSchemas({ A: { type: ['string', 1] } }, 'A'),
      '/components/schemas/A/type/1 must be a string, not a number',
    ],
  ])('a part with an invalid form: %j', (document, message) => {
    expect(() => compareOpenapi({}, document)).toThrow(new MalformedOpenapi(`the new document: ${message}`));
    expect(() => compareOpenapi(document, {})).toThrow(new MalformedOpenapi(`the old document: ${message}`));
  });

  it('a value with too many levels, and compares schemas with fewer', () => {
    const nested = (levels: number, type: string): object => {
      let schema: object = { type };
      for (let count = 0; count < levels; count += 1) schema = { type: 'array', items: schema };
      return documentOf({ responses: { 200: json(schema) } });
    };
    expect(() => compareOpenapi(nested(3_000, 'string'), nested(3_000, 'integer'))).toThrow(
      'the old document: /paths/~1notes/post/responses/200/content/application~1json/schema contains more than 192 further levels',
    );
    expect(changes(nested(190, 'string'), nested(190, 'string'))).toEqual([]);
    expect(changes(nested(190, 'string'), nested(190, 'integer'))).toHaveLength(1);
  });

  it('no extension', () => {
    const document = { paths: { 'x-a': 5, '/a': { get: { responses: { 'x-b': null }, 'x-c': 1 } } } };
    expect(changes(document, document)).toEqual([]);
  });
});
