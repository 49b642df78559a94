import { HttpError, type HttpRequest, type HttpResponse } from '@writ/http';
import { BodyParam, Consumes, GET, Path, POST, Produces, ResponseWriter } from '../../src/index.ts';
import { describeResponses, createRouter } from './table.ts';

class Dummy {
  name = 'hello';
  value = 'world';
}
class DummyWriter {
  write(result: Dummy | null, _request: HttpRequest, response: HttpResponse): void {
    if (result === null) response.status = 204;
    else response.write(`{"name": "${result.name}", "value": "${result.value}"}`);
  }
}
/** A thenable that is not a native promise. */
class Later {
  // oxlint-disable-next-line unicorn/no-thenable
  then(done: (result: Dummy) => void): void {
    setTimeout(() => done(Object.assign(new Dummy(), { name: 'async', value: 'called' })), 1);
  }
}

@Path('/async')
@Produces('application/json')
class Async {
  @GET('/completable') @ResponseWriter(DummyWriter) completable(): Promise<Dummy> {
    return Promise.resolve(new Dummy());
  }
  @GET('/executor_promise') @ResponseWriter(DummyWriter) executor(): Later {
    return new Later();
  }
  @GET('/empty') @ResponseWriter(DummyWriter) empty(): Promise<null> {
    return Promise.resolve(null);
  }
  @GET('/handler') handler(): string {
    setTimeout(() => {}, 1);
    return 'invoked';
  }
  @GET('/illegal') illegal(): Promise<never> {
    return Promise.reject(new HttpError(400, 'not that'));
  }
  // A method that declares a promise but does not return one.
  @GET('/null') null(): Promise<string> {
    return null as never;
  }
}
@Path('/issue')
@Consumes('application/json')
class Failing {
  @POST('/109') async post(@BodyParam(Object) _body: object): Promise<never> {
    await Promise.resolve();
    throw new Error('Missing user');
  }
}

describeResponses('asynchronous results', () => createRouter(Async, Failing), [
  ['F29-02 F29-12 a promise is awaited', '/async/completable', '{"name": "hello", "value": "world"}'],
  [
    'F29-03 F29-12 any thenable is awaited',
    '/async/executor_promise',
    '{"name": "async", "value": "called"}',
  ],
  ['F29-04 a writer can write null', '/async/empty', { status: 204, body: '' }],
  ['F29-06 work may continue after the response', '/async/handler', '"invoked"'],
  [
    'F29-07 a rejection does not expose its message',
    { method: 'POST', url: '/issue/109', json: {} },
    { status: 500, body: /^(?!.*Missing user)/ },
  ],
  [
    'F29-09 a rejection with an HttpError exposes its message',
    '/async/illegal',
    { status: 400, body: /not that/ },
  ],
  ['F29-10 null instead of a promise is sent as the result', '/async/null', { status: 200, body: 'null' }],
]);
