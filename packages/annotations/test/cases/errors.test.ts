import { handle, HttpError, HttpRequest, HttpResponse } from '@writ/http';
import {
  CatchWith,
  Context,
  GET,
  NotFoundResponseWriter,
  Path,
  PathParam,
  POST,
  Produces,
  RestBuilder,
} from '../../src/index.ts';
import { describeResponses, quietToolkit } from './table.ts';

class IllegalArgument extends HttpError {
  constructor(message: string) {
    super(400, message);
  }
}
class NumberFormat extends IllegalArgument {}
class Refused extends HttpError {
  constructor() {
    super(405, 'HTTP 405 Method Not Allowed');
  }
}
class WebApplication extends Error {}
class Custom extends Error {}

class IllegalHandler {
  static readonly type = IllegalArgument;
  write(error: IllegalArgument, _request: HttpRequest, response: HttpResponse): void {
    response.end(`Huh this produced an error: '${error.message}'`);
  }
}
class AnyHandler {
  write(error: Error, _request: HttpRequest, response: HttpResponse): void {
    response.end(`Exception: ${error.message}`);
  }
}
@Produces('application/json')
class JsonHandler {
  write(error: Error, _request: HttpRequest, response: HttpResponse): void {
    response.status = 406;
    response.headers.set('content-type', 'application/json');
    response.end(JSON.stringify({ message: error.message, code: 406 }));
  }
}
const never = (_error: Error, _request: HttpRequest, response: HttpResponse): void => response.end('never');
const bangs: Readonly<Record<string, () => Error>> = {
  one: () => new Refused(),
  two: () => new IllegalArgument('Bang!'),
  three: () => new NumberFormat('WHAT!'),
  four: () => new Error('ADIOS!'),
};

@Path('/throw')
class Unhandled {
  @GET('/unhandled') unhandled(): never {
    throw new IllegalArgument('KABUM!');
  }
  @GET('/myHandler', { produces: 'application/json' }) own(): never {
    throw new Error('auch!');
  }
}
@Path('/throw')
@CatchWith(JsonHandler)
class Throwing {
  @GET('/multi/{bang}')
  @CatchWith(IllegalHandler, handle(WebApplication, never), handle(Custom, never), AnyHandler)
  multi(@PathParam('bang', String) bang: string): never {
    throw bangs[bang]!();
  }
  @GET('/big/{bang}') big(@PathParam('bang', String) bang: string): never {
    throw bangs[bang]!();
  }
}

describeResponses(
  'handlers of methods and classes',
  () =>
    new RestBuilder(quietToolkit())
      .register(Throwing, Unhandled)
      .errorHandler(handle(Custom, never), IllegalHandler)
      .build(),
  [
    [
      "F22-03 the initial status is the error's",
      '/throw/unhandled',
      { status: 400, body: `Huh this produced an error: 'KABUM!'` },
    ],
    [
      'F22-04 F22-08 the last handler accepts all errors',
      '/throw/multi/one',
      { status: 405, body: 'Exception: HTTP 405 Method Not Allowed' },
    ],
    [
      'F22-05 the first matching handler answers',
      '/throw/multi/two',
      { status: 400, body: `Huh this produced an error: 'Bang!'` },
    ],
    [
      'F22-06 F22-10 a handler also handles subclasses of its type',
      '/throw/multi/three',
      { status: 400, body: `Huh this produced an error: 'WHAT!'` },
    ],
    [
      'F22-07 handlers of the method take precedence',
      '/throw/multi/four',
      { status: 500, body: 'Exception: ADIOS!' },
    ],
    [
      'F22-13 a handler of the class answers errors of its methods',
      '/throw/big/two',
      { status: 406, body: '{"message":"Bang!","code":406}' },
    ],
    ['F22-14', '/throw/big/three', { status: 406, body: '{"message":"WHAT!","code":406}' }],
    [
      'F22-22 F22-27 an error without a handler becomes a problem document without the message',
      '/throw/myHandler',
      { status: 500, body: /^(?!.*auch)/, headers: { 'content-type': 'application/problem+json' } },
    ],
  ],
);

class Gone extends HttpError {
  constructor() {
    super(410, 'it was there once');
  }
}
class BuiltIn {
  @GET('/gone') gone(): never {
    throw new Gone();
  }
}
describeResponses(
  'errors without handlers',
  () => new RestBuilder(quietToolkit()).register(BuiltIn).build(),
  [
    [
      'F22-35 an HttpError or a subclass of it determines its own response',
      '/gone',
      {
        status: 410,
        body: { status: 410, detail: 'it was there once' },
        headers: { 'content-type': 'application/problem+json' },
      },
    ],
  ],
);

class Base extends Error {}
class Inherited extends Base {}
class Third extends Inherited {}
class BaseHandler {
  static readonly type: new () => Error = Base;
  write(error: Error, _request: HttpRequest, response: HttpResponse): void {
    response.end(`${this.constructor.name}: ${error.message}`);
  }
}
class InheritedHandler extends BaseHandler {
  static override readonly type = Inherited;
}
class ThirdHandler extends BaseHandler {
  static override readonly type = Third;
}
@Path('/throw')
class Inheritance {
  @GET('/exception/{bang}') exception(@PathParam('bang', String) bang: string): never {
    if (bang === 'one') throw new Base('BASE: first');
    if (bang === 'two') throw new Inherited('BASE: INHERITED: second');
    throw new Third('third');
  }
  @GET('/other') @CatchWith(handle(TypeError, never)) other(): never {
    throw new Base('other');
  }
  @GET('/failing') @CatchWith(() => Promise.reject(new Error('the handler failed'))) failing(): never {
    throw new Base('failing');
  }
}

describeResponses(
  'global handlers, the most specific first',
  () =>
    new RestBuilder(quietToolkit())
      .register(Inheritance)
      .errorHandler(new ThirdHandler(), InheritedHandler, BaseHandler)
      .build(),
  [
    [
      'F22-18 F22-30 F22-31 a handler of the base class handles the error',
      '/throw/exception/one',
      { status: 500, body: 'BaseHandler: BASE: first' },
    ],
    [
      'F22-19 F22-32 a handler handles a subclass of its type',
      '/throw/exception/two',
      { status: 500, body: 'InheritedHandler: BASE: INHERITED: second' },
    ],
    [
      'F22-33 a handler handles an indirect subclass of its type',
      '/throw/exception/three',
      { status: 500, body: 'ThirdHandler: third' },
    ],
    [
      'F22-38 a global handler answers if the handler of the method does not match',
      '/throw/other',
      { status: 500, body: 'BaseHandler: other' },
    ],
    [
      'F22-29 an error that a handler throws results in 500',
      '/throw/failing',
      { status: 500, body: /^(?!.*handler failed)/, headers: { 'content-type': 'application/problem+json' } },
    ],
  ],
);

describeResponses(
  'a general global handler before a specific one',
  () => new RestBuilder(quietToolkit()).register(Inheritance).errorHandler(AnyHandler, ThirdHandler).build(),
  [['F22-28 handles all errors', '/throw/exception/three', { status: 500, body: 'Exception: third' }]],
);

class AskingHandler {
  @Context(HttpRequest) request!: HttpRequest;
  write(_error: Error, _request: HttpRequest, response: HttpResponse): void {
    response.end(`asked for ${this.request.path}`);
  }
}
class Asked {
  @GET('/asked/{n}') @CatchWith(AskingHandler) asked(@PathParam('n', Number) n: number): never {
    throw new Error(`${n}`);
  }
}
describeResponses(
  'handlers that use the request',
  () => new RestBuilder(quietToolkit()).register(Asked).build(),
  [
    ['F22-03 a handler may have a @Context field', '/asked/1', { status: 500, body: 'asked for /asked/1' }],
    ['F22-03 a handler answers binding errors', '/asked/x', { status: 400, body: 'asked for /asked/x' }],
  ],
);

class Rest {
  @GET('/rest/echo', { produces: 'application/json' }) echo(): string {
    return 'echo';
  }
  @POST('/posted') posted(): void {}
}
const createNotFoundWriter =
  (say: (path: string) => string) =>
  (request: HttpRequest, response: HttpResponse): void =>
    response.end(say(request.path));
const other = createNotFoundWriter((path) => `'${path}' not found!`);
const rest = createNotFoundWriter((path) => `REST endpoint: '${path}' not found!`);
class NotFound extends NotFoundResponseWriter {
  override write(request: HttpRequest, response: HttpResponse): void {
    response.end(`404 HTTP Resource: '${request.path}' not found!`);
  }
}
const json = (url: string): { url: string; headers: Record<string, string> } => ({
  url,
  headers: { accept: 'application/json' },
});

describeResponses(
  'not-found handlers',
  () =>
    new RestBuilder(quietToolkit())
      .register(Rest)
      .notFound('.*\\/other/?.*', other)
      .notFound('/rest/.*', rest)
      .notFound(NotFound)
      .build(),
  [
    ['F23-01 an existing route is not affected', '/rest/echo', '"echo"'],
    [
      'F23-02 the general handler answers other paths',
      json('/bla'),
      { status: 404, body: `404 HTTP Resource: '/bla' not found!` },
    ],
    [
      'F23-03 a handler with a pattern answers matching paths',
      json('/rest/bla'),
      { status: 404, body: `REST endpoint: '/rest/bla' not found!` },
    ],
    [
      'F23-04 the first of several matching patterns applies',
      json('/rest/other'),
      { status: 404, body: `'/rest/other' not found!` },
    ],
    [
      'F23-11 a request with an unsupported method results in 405',
      { method: 'POST', url: '/rest/echo' },
      { status: 405, headers: { allow: /GET/ } },
    ],
  ],
);

describeResponses(
  'not-found handlers, the general one declared first',
  () =>
    new RestBuilder(quietToolkit())
      .notFound(NotFound)
      .notFound('.*\\/other/?.*', other)
      .notFound('/rest/.*', rest)
      .register(Rest)
      .build(),
  [
    [
      'F23-07 the general handler is tried last',
      json('/bla'),
      { status: 404, body: `404 HTTP Resource: '/bla' not found!` },
    ],
    [
      'F23-10 handlers with patterns are tried in the order of declaration',
      json('/rest/other/'),
      { status: 404, body: `'/rest/other/' not found!` },
    ],
  ],
);
