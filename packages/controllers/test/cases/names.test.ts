import { ARGS, echoController, resultController, moduleSource } from './class-sources.ts';
import { describeResponses } from './describe-cases.ts';

const args = (handler: string, ...given: readonly string[]): object => ({ handler, params: { args: given } });
const none = (handler: string): object => ({ handler, params: {} });

await describeResponses(
  'class names',
  {
    'index.ts': moduleSource(
      echoController(':FooBar', `GET(${ARGS})`),
      echoController(':Foobaz', `GET(${ARGS})`),
      echoController(':HTTPServer', 'GET()'),
      echoController(':Foo2Bar', 'GET()'),
    ),
  },
  [
    ['C063', 'GET /foo_bar', 200, args(':FooBar.GET')],
    ['C065', 'GET /FOO_BAR', 404],
    ['C066', 'GET /FooBar', 404],
    ['C068', 'GET /Foo-Bar', 404],
    ['C069', 'GET /foobaz', 200, args(':Foobaz.GET')],
  ],
);

await describeResponses(
  'extensions',
  {
    'index.ts': moduleSource(
      echoController(':FooBar_txt', `GET(${ARGS})`),
      echoController(':Default_html', `GET(${ARGS})`),
      echoController(':Robots_txt', 'GET()'),
      resultController('Foo_txt', { ANY: 'undefined' }),
      echoController(':FooBar_', 'GET()'),
    ),
  },
  [
    [
      'C075',
      'GET /foo-bar.txt',
      200,
      args(':FooBar_txt.GET'),
      { 'content-type': 'text/plain; charset=utf-8' },
    ],
    ['C077', 'GET /foo-bar-txt', 404],
    ['C078', 'GET /foo_bar.txt', 404],
    ['C080', 'GET /robots.txt', 200, none(':Robots_txt.GET')],
    ['C082', 'GET /foo.txt', 204, null],
    ['C083', 'GET /foo-bar', 200, none(':FooBar_.GET')],
  ],
);

await describeResponses(
  'private classes',
  {
    'index.ts': moduleSource(
      echoController(':_Hidden', 'GET()'),
      echoController(':XController', 'GET()'),
      echoController(':Priv extends Controller static override readonly private: boolean = true;', 'GET()'),
      'export class SubPriv extends Priv {}',
      'export class Open extends Priv { static override readonly private = false; }',
    ),
  },
  [
    ['C084', 'GET /hidden', 404],
    ['C087', 'GET /x-controller', 404],
    ['C088', 'GET /priv', 404],
    ['C088', 'GET /sub-priv', 404],
    ['C090', 'GET /open', 200, none(':Priv.GET')],
  ],
);

await describeResponses(
  'inherited handlers',
  {
    'index.ts': moduleSource(
      resultController('_Base', { [`GET(${ARGS})`]: "'base'", POST: "'basepost'" }),
      resultController('Foo extends _Base', { POST: "'foo'" }),
      resultController('ParentController', { GET: "'pc'" }),
      'export class Bar extends ParentController {}',
    ),
  },
  [
    ['C091', 'GET /foo', 200, 'base'],
    ['C091', 'POST /foo', 200, 'foo'],
    ['C093', 'GET /bar', 200, 'pc'],
  ],
);

await describeResponses(
  'module names',
  {
    'foo_bar/index.ts': moduleSource(echoController('foo_bar:Default', `GET(${ARGS})`)),
    'foo_bar/che_baz.ts': moduleSource(echoController('foo_bar.che_baz:BamBoo', `GET(${ARGS})`)),
    '_priv.ts': moduleSource(echoController('_priv:Default', `GET(${ARGS})`)),
  },
  [
    ['C096', 'GET /foo-bar', 200, args('foo_bar:Default.GET')],
    ['C097', 'GET /foo_bar', 200, args('foo_bar:Default.GET')],
    ['C098', 'GET /FOO-BAR', 404],
    ['C101', 'GET /_priv', 404],
    ['C102', 'GET /priv', 404],
  ],
);

await describeResponses(
  'nested classes',
  {
    'index.ts': moduleSource(
      'export class Foo extends Controller { static Bar = class extends Controller { ANY() {} }; }',
      echoController(
        `:Ctl extends Controller static Inner = class extends Controller { GET(${ARGS}) { return { handler: ':Ctl.Inner.GET', params: { args } }; } };`,
        `GET(${ARGS})`,
      ),
    ),
  },
  [
    ['C103', 'GET /foo/bar', 204, null],
    ['C108', 'GET /ctl', 200, args(':Ctl.GET')],
    ['C110', 'GET /ctl/y', 200, args(':Ctl.GET', 'y')],
    ['C110', 'GET /ctl/inner/y', 200, args(':Ctl.Inner.GET', 'y')],
  ],
);

await describeResponses(
  'a class named like a verb',
  {
    'index.ts': moduleSource(
      echoController(':Default', 'POST()'),
      echoController(':Post', 'POST()', 'GET()'),
    ),
  },
  [
    ['C111', 'POST /', 200, none(':Default.POST')],
    ['C112', 'POST /post', 200, none(':Post.POST')],
    ['C113', 'GET /post', 200, none(':Post.GET')],
  ],
);
