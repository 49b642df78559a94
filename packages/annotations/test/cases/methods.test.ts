import type { HttpRequest, HttpResponse } from '@writ/http';
import {
  BodyParam,
  Consumes,
  DELETE,
  GET,
  Path,
  PathParam,
  POST,
  Produces,
  PUT,
  RequestReader,
  ResponseWriter,
  TRACE,
} from '../../src/index.ts';
import { describeResponses, describeResponsesWithoutFetch, JSON_TYPE, createRouter } from './table.ts';

class Dummy {
  name = '';
  value = '';
}
class DummyReader {
  static readonly type = Dummy;
  read(text: string): Dummy {
    return Object.assign(new Dummy(), JSON.parse(text));
  }
}
class DummyWriter {
  static readonly type = Dummy;
  write({ name, value }: Dummy, _request: HttpRequest, response: HttpResponse): void {
    response.write(`<custom>${name}=${value}</custom>`);
  }
}
function received({ name, value }: Dummy): Dummy {
  return Object.assign(new Dummy(), { name: `Received-${name}`, value: `Received-${value}` });
}

@Path('/rest')
@Consumes('application/json')
class Echo {
  @TRACE('/echo') trace(): string {
    return 'trace';
  }
  @GET('/echo') echo(): string {
    return 'echo';
  }
  @GET('/echo/body', { consumes: 'text/plain' }) body(@BodyParam(String) body: string): string {
    return body;
  }
  @GET('/echo/simple/body') simple(@BodyParam() dummy: Dummy): string {
    return dummy.name;
  }
}
@Path('/delete')
class Delete {
  @DELETE('/empty/:tokenReferenceId') empty(@PathParam('tokenReferenceId', String) _id: string): string {
    return 'success';
  }
}
@Path('/post')
@Consumes('application/json')
@Produces('application/json')
class PostJson {
  @POST('/json') post(dummy: Dummy): Dummy {
    return received(dummy);
  }
  @PUT('/json') @RequestReader(DummyReader) @ResponseWriter(DummyWriter) put(dummy: Dummy): Dummy {
    return received(dummy);
  }
}

const TEXT = { 'content-type': 'text/plain' };
const fox = 'The quick brown fox jumps over the red dog!';

describeResponsesWithoutFetch('methods that fetch() cannot send', () => createRouter(Echo), [
  ['F09-02 TRACE is answered by its route', { method: 'TRACE', url: '/rest/echo' }, 'trace'],
  ['F09-03 a GET may have a body', { url: '/rest/echo/body', body: fox, headers: TEXT }, fox],
  ['F09-05 text is not trimmed', { url: '/rest/echo/body', body: '  hi \n', headers: TEXT }, '  hi \n'],
  [
    'F09-14 a body that no argument needs is not read',
    { url: '/rest/echo', body: 'x', headers: TEXT },
    'echo',
  ],
  [
    'F09-14 a bound body of another media type is rejected',
    { url: '/rest/echo/simple/body', body: 'x', headers: TEXT },
    { status: 415 },
  ],
  [
    'F09-14 a bound body is read',
    { url: '/rest/echo/simple/body', body: '{"name":"x"}', headers: JSON_TYPE },
    'x',
  ],
]);

const hello = { name: 'hello', value: 'world' };

describeResponses('methods and bodies', () => createRouter(Echo, Delete, PostJson), [
  ['F09-07 DELETE may have no body', { method: 'DELETE', url: '/delete/empty/123' }, 'success'],
  [
    'F09-09 request and response are JSON',
    { method: 'POST', url: '/post/json', json: hello },
    { status: 200, body: { name: 'Received-hello', value: 'Received-world' } },
  ],
  [
    'F09-12 HEAD is answered by the GET route',
    { method: 'HEAD', url: '/rest/echo' },
    { status: 200, body: '' },
  ],
  [
    'F09-13 reader and writer of the method apply with the media type of the class',
    { method: 'PUT', url: '/post/json', json: hello },
    {
      status: 200,
      body: '<custom>Received-hello=Received-world</custom>',
      headers: { 'content-type': /^application\/json/ },
    },
  ],
]);
