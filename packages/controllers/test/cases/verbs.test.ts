import { ALL, ARGS, echo, gives, module } from './echo.ts';
import { form, refuses, serves } from './serves.ts';

await serves('ANY', { 'index.ts': module(gives('Default', { ANY: "'any'" })) }, [
  ['C125', 'GET /', 200, 'any'],
  ['C131', 'PURGE /', 200, 'any'],
]);
const NAMES = 'names: Record<string, unknown>';
await serves(
  'ANY beside a verb',
  { 'index.ts': module(gives('Default', { [`ANY(${NAMES})`]: "'any'", [`POST(${NAMES})`]: "'post'" })) },
  [
    ['C132', 'GET /', 200, 'any'],
    ['C132', 'POST /', 200, 'post'],
    ['C134', 'PUT /', 200, 'any'],
  ],
);

await serves(
  'a verb that is not there',
  { 'index.ts': module(gives('Default', { 'POST(foo: string)': 'undefined' })) },
  [['C136', 'GET /foo', 405, undefined, { allow: /^(?=.*POST)(?!.*GET)/ }]],
);
await serves('HEAD and OPTIONS', { 'index.ts': module(echo(':Default', `GET(${ALL})`)) }, [
  ['C138', 'HEAD /', 200, null, { 'content-type': 'application/json' }],
  ['C139', 'OPTIONS /', 204, null, { allow: 'GET, HEAD, OPTIONS' }],
]);

const others = ['PUT', 'PATCH', 'DELETE'].map((verb) => `${verb}(${ALL})`);
await serves('other verbs', { 'index.ts': module(echo(':Default', ...others, `PURGE(${ARGS})`)) }, [
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
]);

const never = (name: string): string =>
  `verb-unknown: ${name} would never be called: a handler's name is the verb alone`;
refuses(
  'paths in names of methods',
  { 'index.ts': module(echo(':Foo', 'GET()', 'GET_bar()', 'GET_boo(che: string)')) },
  [
    ['C146 C150', never('Foo: GET_bar')],
    ['C147 C148 C149', never('Foo: GET_boo')],
    ['C146', 'hint: write a class of its own with GET'],
  ],
);
refuses(
  'more paths in names of methods',
  {
    'index.ts': module(
      echo(':Default', 'GET()', 'GET_foo()', 'GET_bar(che: string)', 'POST_foo_bar()', 'ANY_any()'),
      echo(':Foo', 'POST()', `GET_baz(${ARGS})`),
    ),
  },
  [
    ['C151 C158', never('Default: GET_foo')],
    ['C153 C159', never('Foo: GET_baz')],
    ['C155 C156', never('Default: POST_foo_bar')],
    ['C157', never('Default: ANY_any')],
  ],
);
await serves(
  'classes in their place',
  {
    'index.ts': module(echo(':Default', 'GET()'), echo(':Foo', 'GET()', 'POST()'), echo(':FooBar', 'POST()')),
    'foo.ts': module(echo('foo:Baz', `GET(${ARGS})`), echo('foo:Boo', 'GET(che: string)')),
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

refuses(
  'alternatives',
  { 'index.ts': module(echo(':Default', 'GET_1(a: string)', 'GET_2(a: string, b: string)')) },
  [
    ['C160 C161 C162', never('Default: GET_1')],
    ['C161', never('Default: GET_2')],
  ],
);
await serves('one method for both', { 'index.ts': module(echo(':Default', 'GET(a: string, b?: string)')) }, [
  ['C160', 'GET /x', 200, { handler: ':Default.GET', params: { a: 'x' } }],
  ['C161', 'GET /x/y', 200, { handler: ':Default.GET', params: { a: 'x', b: 'y' } }],
]);

refuses(
  'verbs of web sockets',
  { 'index.ts': module(echo(':Default', `CONNECT(${ALL})`, `DISCONNECT(${ALL})`, 'SOCKET()')) },
  [
    ['C481', 'verb-reserved: Default: servers never deliver CONNECT to a handler'],
    ['C481', 'verb-reserved: Default: the name DISCONNECT is kept for web sockets'],
    ['C481', 'verb-reserved: Default: the name SOCKET is kept for web sockets'],
  ],
);
