import { ALL, ARGS, echoController, resultController, moduleSource } from './class-sources.ts';
import { form, describeErrors, describeResponses } from './describe-cases.ts';

await describeResponses('ANY', { 'index.ts': moduleSource(resultController('Default', { ANY: "'any'" })) }, [
  ['C125', 'GET /', 200, 'any'],
  ['C131', 'PURGE /', 200, 'any'],
]);
const NAMES = 'names: Record<string, unknown>';
await describeResponses(
  'ANY next to a verb',
  {
    'index.ts': moduleSource(
      resultController('Default', { [`ANY(${NAMES})`]: "'any'", [`POST(${NAMES})`]: "'post'" }),
    ),
  },
  [
    ['C132', 'GET /', 200, 'any'],
    ['C132', 'POST /', 200, 'post'],
    ['C134', 'PUT /', 200, 'any'],
  ],
);

await describeResponses(
  'a missing verb',
  { 'index.ts': moduleSource(resultController('Default', { 'POST(foo: string)': 'undefined' })) },
  [['C136', 'GET /foo', 405, undefined, { allow: /^(?=.*POST)(?!.*GET)/ }]],
);
await describeResponses(
  'HEAD and OPTIONS',
  { 'index.ts': moduleSource(echoController(':Default', `GET(${ALL})`)) },
  [
    ['C138', 'HEAD /', 200, null, { 'content-type': 'application/json' }],
    ['C139', 'OPTIONS /', 204, null, { allow: 'GET, HEAD, OPTIONS' }],
  ],
);

const others = ['PUT', 'PATCH', 'DELETE'].map((verb) => `${verb}(${ALL})`);
await describeResponses(
  'other verbs',
  { 'index.ts': moduleSource(echoController(':Default', ...others, `PURGE(${ARGS})`)) },
  [
    [
      'C141',
      form('PUT /1', 'a=1'),
      200,
      { handler: ':Default.PUT', params: { args: ['1'], kwargs: { a: '1' } } },
    ],
    [
      'C143',
      form('DELETE /1', 'a=1'),
      200,
      { handler: ':Default.DELETE', params: { args: ['1'], kwargs: { a: '1' } } },
    ],
    ['C141', 'PURGE /1', 200, { handler: ':Default.PURGE', params: { args: ['1'] } }],
  ],
);

const never = (name: string): string =>
  `verb-unknown: ${name} would never be called: a handler is named only after its verb`;
describeErrors(
  'paths in method names',
  { 'index.ts': moduleSource(echoController(':Foo', 'GET()', 'GET_bar()', 'GET_boo(che: string)')) },
  [
    ['C146 C150', never('Foo: GET_bar')],
    ['C147 C148 C149', never('Foo: GET_boo')],
    ['C146', 'hint: write a separate class with GET'],
  ],
);
describeErrors(
  'further paths in method names',
  {
    'index.ts': moduleSource(
      echoController(':Default', 'GET()', 'GET_foo()', 'GET_bar(che: string)', 'POST_foo_bar()', 'ANY_any()'),
      echoController(':Foo', 'POST()', `GET_baz(${ARGS})`),
    ),
  },
  [
    ['C151 C158', never('Default: GET_foo')],
    ['C153 C159', never('Foo: GET_baz')],
    ['C155 C156', never('Default: POST_foo_bar')],
    ['C157', never('Default: ANY_any')],
  ],
);
await describeResponses(
  'classes in place of paths in method names',
  {
    'index.ts': moduleSource(
      echoController(':Default', 'GET()'),
      echoController(':Foo', 'GET()', 'POST()'),
      echoController(':FooBar', 'POST()'),
    ),
    'foo.ts': moduleSource(
      echoController('foo:Baz', `GET(${ARGS})`),
      echoController('foo:Boo', 'GET(che: string)'),
    ),
  },
  [
    ['C146 C151', 'GET /foo', 200, { handler: ':Foo.GET', params: {} }],
    ['C147', 'GET /foo/boo/1', 200, { handler: 'foo:Boo.GET', params: { che: '1' } }],
    ['C148', 'GET /foo/boo', 404],
    ['C149', 'GET /foo/x', 404],
    ['C150', 'GET /foo/BAZ', 404],
    ['C153', 'GET /foo/baz/x', 200, { handler: 'foo:Baz.GET', params: { args: ['x'] } }],
    ['C155', 'POST /foo-bar', 200, { handler: ':FooBar.POST', params: {} }],
    ['C156', 'POST /foo_bar', 200, { handler: ':FooBar.POST', params: {} }],
    ['C158', 'DELETE /foo', 405],
    ['C159', 'POST /foo/x', 404],
  ],
);

describeErrors(
  'alternative handlers of a verb',
  { 'index.ts': moduleSource(echoController(':Default', 'GET_1(a: string)', 'GET_2(a: string, b: string)')) },
  [
    ['C160 C161 C162', never('Default: GET_1')],
    ['C161', never('Default: GET_2')],
  ],
);
await describeResponses(
  'one method in place of alternatives',
  { 'index.ts': moduleSource(echoController(':Default', 'GET(a: string, b?: string)')) },
  [
    ['C160', 'GET /x', 200, { handler: ':Default.GET', params: { a: 'x' } }],
    ['C161', 'GET /x/y', 200, { handler: ':Default.GET', params: { a: 'x', b: 'y' } }],
  ],
);

describeErrors(
  'verbs of WebSockets',
  {
    'index.ts': moduleSource(echoController(':Default', `CONNECT(${ALL})`, `DISCONNECT(${ALL})`)),
  },
  [
    ['C481', 'verb-reserved: Default: servers do not pass CONNECT to handlers'],
    [
      'C481',
      'verb-reserved: Default: the name DISCONNECT is reserved: SOCKET returns a hook for the end of a connection',
    ],
  ],
);
