import { MediaType, RestResponse, type HttpRequest, type HttpResponse } from '@writ/http';
import type { InjectRequest } from '@writ/http/testing';
import { expect, it } from 'vitest';
import {
  Consumes,
  Get,
  GET,
  Header,
  Path,
  POST,
  Produces,
  ResponseWriter,
  RestBuilder,
} from '../../src/index.ts';
import { describeResponses, registrationErrors, quietToolkit, createRouter } from './table.ts';

class Dummy {
  name = '';
  value = '';
}
class CustomWriter {
  write(result: unknown, _request: HttpRequest, response: HttpResponse): void {
    response.write(
      `<custom>${result instanceof Dummy ? `${result.name}=${result.value}` : String(result)}</custom>`,
    );
  }
}

@Path('/test')
@Produces('application/json')
class Test {
  @GET('/echo', { produces: ['text/html', 'application/json'] }) echo(): string {
    return 'Hello world!';
  }
  @GET('/context/null') @Produces('text/plain') null(): null {
    return null;
  }
  @GET('/json/null') jsonNull(): null {
    return null;
  }
  @GET('/custom', { produces: 'text/html' }) @ResponseWriter(CustomWriter) custom(): string {
    return 'CUSTOM';
  }
  @GET('/jax') jax(): RestResponse {
    return RestResponse.accepted('Hello').header('X-Test', 'Test');
  }
  @GET('/empty') empty(): RestResponse {
    return RestResponse.ok();
  }
  @GET('/cookies') cookies(): RestResponse {
    return RestResponse.ok('').header('Set-Cookie', 'a=1').header('Set-Cookie', 'b=2');
  }
}
const accepting = (accept: string): InjectRequest => ({ url: '/test/echo', headers: { accept } });

describeResponses('negotiation', () => createRouter(Test), [
  [
    'F18-01 the accepted media type is sent',
    accepting('text/html'),
    { status: 200, body: 'Hello world!', headers: { 'content-type': /^text\/html/ } },
  ],
  [
    'F18-02 a string is written as JSON',
    accepting('application/json'),
    { status: 200, body: '"Hello world!"', headers: { 'content-type': /^application\/json/ } },
  ],
  [
    'F18-03 without an Accept header, the first media type is sent',
    '/test/echo',
    { status: 200, body: 'Hello world!', headers: { 'content-type': /^text\/html/ } },
  ],
  [
    'F18-04 header and body agree if several media types are accepted',
    accepting('application/json, text/html;q=0.9'),
    { status: 200, body: '"Hello world!"', headers: { 'content-type': /^application\/json/ } },
  ],
  ['F18-07 null is written as text', '/test/context/null', { status: 200, body: '' }],
  ['F18-22 null is written as JSON', '/test/json/null', { status: 200, body: 'null' }],
  ['F18-08 the writer of the method writes the result', '/test/custom', '<custom>CUSTOM</custom>'],
  [
    'F20-01 a RestResponse is written by its media type',
    '/test/jax',
    { status: 202, body: '"Hello"', headers: { 'x-test': 'Test' } },
  ],
  ['F20-04 a RestResponse without a body is sent', '/test/empty', { status: 200, body: '' }],
  [
    'F20-05 a repeated header is sent several times',
    '/test/cookies',
    { status: 200, headers: { 'set-cookie': 'a=1, b=2' } },
  ],
]);

@Path('/post')
@Consumes('application/json')
class PostJson {
  @POST('/json', { produces: 'application/json; charset=utf-8' }) post({ name, value }: Dummy): Dummy {
    return Object.assign(new Dummy(), { name: `Received-${name}`, value: `Received-${value}` });
  }
}

describeResponses(
  'a writer for a type',
  () =>
    new RestBuilder(quietToolkit())
      .register(PostJson)
      .writer('application/json', (_result, _request, response) => response.end('by media type'))
      .writer(Dummy, CustomWriter)
      .build(),
  [
    [
      'F18-11 a writer for the type takes precedence over one for the media type',
      { method: 'POST', url: '/post/json', json: { name: 'hello', value: 'world' } },
      {
        status: 200,
        body: '<custom>Received-hello=Received-world</custom>',
        headers: { 'content-type': /^application\/json; ?charset=utf-8$/ },
      },
    ],
  ],
);

class One {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
  toString(): string {
    return `one ${this.value}`;
  }
}
class Rest {
  @Get('/rest/echo', { produces: 'application/json, application/json;charset=UTF-8' }) echo(): string {
    return 'echo';
  }
  @GET('/write/one') @Produces('application/json') one(): One {
    return new One('Hello world!');
  }
  @GET('/write/many') @Produces('application/json') many(): One[] {
    return [new One('One'), new One('Two')];
  }
  @GET('/defaults/text') text(): string {
    return 'x';
  }
  @GET('/defaults/object') object(): One {
    return new One('x');
  }
  @GET('/defaults/html') @Produces('text/html') html(): One {
    return new One('x');
  }
  @GET('/write/xml') @Produces('application/xml') xml(): One {
    return new One('x');
  }
}

describeResponses('built-in writers', () => createRouter(Rest), [
  [
    'F18-12 one string may list several media types',
    '/rest/echo',
    { status: 200, body: '"echo"', headers: { 'content-type': /^application\/json/ } },
  ],
  ['F18-13 an object is written as JSON', '/write/one', '{"value":"Hello world!"}'],
  [
    'F18-21 without a writer for the media type, the result is written as a string',
    '/write/xml',
    { status: 200, body: 'one x', headers: { 'content-type': /^application\/xml/ } },
  ],
  [
    'F18-30 a string without a declared media type is written as text',
    '/defaults/text',
    { status: 200, body: 'x', headers: { 'content-type': 'text/plain; charset=utf-8' } },
  ],
  [
    'F18-30 an object without a declared media type is written as JSON',
    '/defaults/object',
    { status: 200, body: { value: 'x' }, headers: { 'content-type': /^application\/json/ } },
  ],
  [
    'F18-30 an object is written as HTML',
    '/defaults/html',
    { status: 200, body: 'one x', headers: { 'content-type': /^text\/html/ } },
  ],
  ['F18-14 a list of objects is written as JSON', '/write/many', '[{"value":"One"},{"value":"Two"}]'],
]);

@Produces('application/json')
class JsonWriter {
  write(text: string, _request: HttpRequest, response: HttpResponse): void {
    response.end(`{"text": "${text}"}`);
  }
}
@Path('/multi')
@Produces('application/xml')
class Multi {
  @GET('/consume', { produces: 'application/json' }) consume(): string {
    return 'Bam!';
  }
  @GET('/produce') @Header('Accept: application/json', 'Content-Type: application/json') produce(): string {
    return 'Bam!';
  }
  @GET('/xml') xml(): string {
    return 'Bam!';
  }
}
class User {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}
@Produces('text/xml')
@Header('Cache-Control: private,no-cache,no-store', 'Content-Type: text/xml')
class UserWriter {
  write({ name }: User, _request: HttpRequest, response: HttpResponse): void {
    response.end(`<u name="${name}" />`);
  }
}
class Xml {
  @GET('/xml/test') @Produces('application/xml') test(): User {
    return new User('test');
  }
}

describeResponses(
  'writers by media type and by type',
  () =>
    new RestBuilder(quietToolkit())
      .register(Multi, Xml)
      .writer('application/xml', (text: string, _request, response) => response.end(`<xml>${text}</xml>`))
      .writer(JsonWriter)
      .writer(User, UserWriter)
      .build(),
  [
    [
      'F18-17 @Header declares the media type',
      { url: '/multi/produce', headers: { accept: 'application/json' } },
      '{"text": "Bam!"}',
    ],
    ['F18-17 the media type of the method applies', '/multi/consume', '{"text": "Bam!"}'],
    ['F18-17 the media type of the class applies', '/multi/xml', '<xml>Bam!</xml>'],
    [
      'F18-19 the media type of the writer takes precedence',
      '/xml/test',
      {
        status: 200,
        body: '<u name="test" />',
        headers: { 'content-type': /^text\/xml/, 'cache-control': 'private,no-cache,no-store' },
      },
    ],
  ],
);

@Path('/order')
@Produces('text/plain')
@ResponseWriter((_result, _request, response) => response.end('class'))
class ByClass {
  @GET('/class') byClass(): One {
    return new One('x');
  }
  @GET('/method')
  @ResponseWriter((_result, _request, response) => response.end('method'))
  byMethod(): One {
    return new One('x');
  }
}
@Path('/order')
@Produces('text/plain')
class ByRegistry {
  @GET('/type') byType(): One {
    return new One('x');
  }
  @GET('/media') byMedia(): string {
    return 'x';
  }
}

describeResponses(
  'the order of writers',
  () =>
    new RestBuilder(quietToolkit())
      .register(ByClass, ByRegistry)
      .writer('text/plain', (_result, _request, response) => response.end('media'))
      .writer(One, (_result, _request, response) => response.end('type'))
      .build(),
  [
    ['F18-29 the writer of the method is used', '/order/method', 'method'],
    ['F18-29 the writer of the class is used', '/order/class', 'class'],
    ['F18-29 the writer for the type is used', '/order/type', 'type'],
    ['F18-29 the writer for the media type is used', '/order/media', 'media'],
  ],
);

it.each([
  ['F18-31', 'X-Auth test'],
  ['F18-31', 'X-Auth'],
])('%s the header %s without a colon is a start-up error', (_id, text) => {
  class Wrong {
    @GET('/') @Header(text) one(): void {}
  }
  expect(registrationErrors(Wrong)).toEqual([
    `invalid-header: Wrong.one sends "${text}", which is not a valid header`,
  ]);
});

class Auth {
  @GET('/') @Header('X-Auth: test: more', 'X-Other:x') one(): string {
    return '';
  }
}
describeResponses('headers', () => createRouter(Auth), [
  [
    'F18-31 a header is split at the first colon',
    '/',
    { status: 200, headers: { 'x-auth': 'test: more', 'x-other': 'x' } },
  ],
]);

it.each([
  ['F19-01', null, undefined],
  ['F19-02', '', undefined],
  ['F19-04', ' tralala ', undefined],
  ['F19-05', 'application/json', 'application/json'],
  ['F19-07', 'application/json;UTF-8', 'application/json'],
])('%s the media type %j is parsed as %j', (_id, text, parsed) => {
  expect(MediaType.parse(text)?.toString()).toBe(parsed);
});

it('F19-09 parameters of media types are ignored in registrations', () => {
  expect(MediaType.parse('application/json;charset=UTF-8')!.essence).toBe('application/json');
});

it('F19-10 lists are joined with their parameters', () => {
  const joined = MediaType.join([], ['application/json', 'application/json;charset=UTF-8']);
  expect(joined).toEqual(['application/json; charset=UTF-8']);
});
