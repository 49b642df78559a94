import { HttpError } from '@writ/http';
import type { InjectRequest } from '@writ/http/testing';
import { expect, it } from 'vitest';
import {
  BodyParam,
  Consumes,
  Header,
  Path,
  POST,
  RequestReader,
  RestBuilder,
  type ReaderSource,
} from '../../src/index.ts';
import { describeResponses, JSON_TYPE, quietToolkit, createRouter } from './table.ts';

class Dummy {
  name = '';
  value = '';
  toString(): string {
    return `${this.name}=${this.value}`;
  }
}
class Extended extends Dummy {
  type: string | null = null;
  override toString(): string {
    return `${super.toString()} (${this.type})`;
  }
}
const dummyOf = (text: string): Dummy => {
  const { name, value } = JSON.parse(text) as Dummy;
  return Object.assign(new Dummy(), { name, value });
};
const extendedOf = (text: string): Extended => Object.assign(new Extended(), JSON.parse(text));

@Path('/read')
@Consumes('application/json')
class Read {
  @POST('/normal/dummy') normal(dummy: Dummy): string {
    return `${dummy}`;
  }
  @POST('/extended/dummy') @Consumes('application/json;charset=UTF-8') extended(dummy: Extended): string {
    return `${dummy}`;
  }
  @POST('/text') text(@BodyParam(String) text: string): string {
    return text;
  }
  @POST('/plain') plain(dummy: Dummy): string {
    return dummy.constructor.name + JSON.stringify(dummy);
  }
}
const post = (url: string, body: string, headers: Record<string, string> = JSON_TYPE): InjectRequest => ({
  method: 'POST',
  url,
  body,
  headers,
});
const two = '{"name":"one","value":"dummy"}';
const three = '{"name":"one","value":"dummy","type":"extra"}';

describeResponses(
  'readers for types',
  () =>
    new RestBuilder(quietToolkit())
      .register(Read)
      // The first matching reader is used, so the more specific reader is registered first.
      .reader(Extended, extendedOf)
      .reader(Dummy, dummyOf)
      .build(),
  [
    ['F16-03 the reader for a base class reads its body', post('/read/normal/dummy', two), 'one=dummy'],
    [
      'F16-04 the reader for the base class also reads a body with additional members',
      post('/read/normal/dummy', three),
      'one=dummy',
    ],
    [
      'F16-05 the reader for the class reads a body in any charset',
      post('/read/extended/dummy', three),
      'one=dummy (extra)',
    ],
    [
      'F16-06 the reader for the class reads a body without the additional member',
      post('/read/extended/dummy', two),
      'one=dummy (null)',
    ],
    [
      'F16-07 a charset in the request does not affect the match',
      post('/read/normal/dummy', two, { 'content-type': 'application/json;charset=UTF-8' }),
      'one=dummy',
    ],
    [
      'F16-10 another media type is rejected',
      post('/read/normal/dummy', 'x', { 'content-type': 'text/plain' }),
      { status: 415, body: { code: 'unsupported-media-type' } },
    ],
    [
      'F16-12 invalid JSON is rejected',
      post('/read/plain', '{not json'),
      { status: 400, headers: { 'content-type': 'application/problem+json' } },
    ],
  ],
);

it('F16-03 F16-05 a base class reader registered before the class reader causes a warning', () => {
  const router = new RestBuilder(quietToolkit())
    .register(Read)
    .reader(Dummy, dummyOf)
    .reader(Extended, extendedOf);
  expect(router.build().diagnostics()).toMatchObject([
    {
      rule: 'unreachable-reader',
      severity: 'warning',
      message: expect.stringMatching(/extendedOf is unreachable: dummyOf/),
    },
  ]);
});

@Consumes('application/json')
class JsonReader {
  read(text: string): Dummy {
    return dummyOf(text);
  }
}
@Header('Accept: application/json')
class HeaderReader {
  read(text: string): Dummy {
    return dummyOf(text);
  }
}

describeResponses(
  'a reader of a media type, registered after the route',
  () => new RestBuilder(quietToolkit()).register(Read).reader('application/json', dummyOf).build(),
  [['F16-08', post('/read/normal/dummy', two), 'one=dummy']],
);
describeResponses(
  'a reader that declares its media type',
  () => new RestBuilder(quietToolkit()).register(Read).reader(JsonReader).build(),
  [['F16-09 @Consumes declares the media type', post('/read/normal/dummy', two), 'one=dummy']],
);
describeResponses(
  'a reader that declares its media type as a header',
  () => new RestBuilder(quietToolkit()).register(Read).reader(HeaderReader).build(),
  [['F16-09 F19-13 @Header declares the media type', post('/read/normal/dummy', two), 'one=dummy']],
);

describeResponses('built-in readers', () => createRouter(Read), [
  [
    'F16-12 invalid JSON is rejected',
    post('/read/plain', '{not json'),
    { status: 400, body: { code: 'invalid-values' } },
  ],
  [
    'F16-13 keys that the class does not declare are preserved',
    post('/read/plain', '{"unknown":1}'),
    'Dummy{"unknown":1}',
  ],
  ['F16-15 text is passed unchanged, even if it is JSON', post('/read/text', '{"a":1}'), '{"a":1}'],
]);

const createReader =
  (who: string): ReaderSource =>
  (text: string): Dummy =>
    Object.assign(new Dummy(), { name: who, value: text });

@Path('/order')
@Consumes('text/plain')
@RequestReader(createReader('class'))
class ByClass {
  @POST('/class') byClass(dummy: Dummy): string {
    return `${dummy}`;
  }
  @POST('/method') @RequestReader(createReader('method')) byMethod(dummy: Dummy): string {
    return `${dummy}`;
  }
  @POST('/parameter') @RequestReader(createReader('method')) byParameter(
    @BodyParam() @RequestReader(createReader('parameter')) dummy: Dummy,
  ): string {
    return `${dummy}`;
  }
}
class Other {
  name = '';
}
@Path('/order')
@Consumes('text/plain')
class ByRegistry {
  @POST('/type') byType(dummy: Dummy): string {
    return `${dummy}`;
  }
  @POST('/media') byMedia(@BodyParam(Other) dummy: Other): string {
    return `${Object.assign(new Dummy(), dummy)}`;
  }
  @POST('/fails') fails(@BodyParam(Error) _error: Error): void {}
}
const text = { 'content-type': 'text/plain' };

describeResponses(
  'the order of readers',
  () =>
    new RestBuilder(quietToolkit())
      .register(ByClass, ByRegistry)
      .reader('text/plain', createReader('media'))
      .reader(Dummy, createReader('type'))
      .reader(Error, () => {
        throw new HttpError(422, 'not that one');
      })
      .build(),
  [
    ['F16-17 the reader of the parameter is used', post('/order/parameter', 'x', text), 'parameter=x'],
    ['F16-17 F16-19 the reader of the method is used', post('/order/method', 'x', text), 'method=x'],
    ['F16-17 the reader of the class is used', post('/order/class', 'x', text), 'class=x'],
    ['F16-17 the reader for the type is used', post('/order/type', 'x', text), 'type=x'],
    ['F16-17 the reader for the media type is used', post('/order/media', 'x', text), 'media=x'],
    [
      'F16-17 an HttpError that a reader throws becomes the response',
      post('/order/fails', 'x', text),
      { status: 422, body: /not that one/ },
    ],
  ],
);
