import type { HttpRequest, HttpResponse } from '@writ/http';
import { inject } from '@writ/http/testing';
import { expect, it } from 'vitest';
import {
  BodyParam,
  GET,
  HEAD,
  Path,
  POST,
  RequestReader,
  ResponseWriter,
  RestBuilder,
  SuppressCheck,
  TRACE,
} from '../../src/index.ts';
import { registrationErrors, quietToolkit, createRouter } from './table.ts';

class Dummy {
  name = '';
}
class NumberReader {
  static readonly type = Number;
  read(text: string): number {
    return Number(text);
  }
}
class DummyWriter {
  static readonly type = Dummy;
  write(): void {}
}
class Illegal extends Error {}
class IllegalHandler {
  static readonly type = Illegal;
  write(): void {}
}
class OtherHandler {
  static readonly type = Illegal;
  write(): void {}
}
class Fine {
  @GET('/') one(): void {}
  plain(): void {}
}

function problemsOf(builder: RestBuilder): string[] {
  try {
    builder.build();
    return [];
  } catch (error) {
    return (error as { diagnostics: readonly { rule: string; message: string }[] }).diagnostics.map(
      ({ rule, message }) => `${rule}: ${message}`,
    );
  }
}

it('F08-01 two verbs on one method are an error', () => {
  class TwoVerbs {
    @POST('/') @GET('/') echo(): void {}
  }
  expect(registrationErrors(TwoVerbs)).toEqual(['two-verbs: TwoVerbs.echo has two verbs, POST and GET']);
});

it.each([
  ['HEAD', HEAD],
  ['TRACE', TRACE],
])('F08-03 an argument without a source on %s is an error', (_name, verb) => {
  class NoBody {
    @verb('/') one(note: Dummy): void {
      void note;
    }
  }
  expect(registrationErrors(NoBody)).toEqual(['no-source: parameter "note" of NoBody.one has no source']);
});

it('F08-05 a reader whose type differs from the argument is an error', () => {
  @Path('/incompatible')
  class Incompatible {
    @POST('/ouch') @RequestReader(NumberReader) add(@BodyParam() _text: string): void {}
  }
  expect(registrationErrors(Incompatible)).toEqual([
    expect.stringMatching(/^reader-type: .*NumberReader returns Number/),
  ]);
  @SuppressCheck()
  class Unchecked extends Incompatible {}
  expect(registrationErrors(Unchecked)).toEqual([]);
});

it('F08-06 a writer whose type differs from the result is an error', () => {
  @Path('/incompatible')
  class Incompatible {
    @GET('/ouch') @ResponseWriter(DummyWriter) ouch(): string {
      return '';
    }
  }
  expect(registrationErrors(Incompatible)).toEqual([
    'incompatible-component: DummyWriter writes Dummy, but Incompatible.ouch returns String',
  ]);
});

it('F08-08 a registered writer of another type is not called', async () => {
  class Shouting {
    static readonly type = String;
    write(text: string, _request: HttpRequest, response: HttpResponse): void {
      response.end(text.toUpperCase());
    }
  }
  class Json {
    @POST('/json', { produces: 'application/json' }) dummy(): Dummy {
      return Object.assign(new Dummy(), { name: 'dummy' });
    }
    @POST('/text', { produces: 'application/json' }) text(): string {
      return 'text';
    }
  }
  const router = new RestBuilder(quietToolkit()).writer('application/json', Shouting).register(Json).build();
  const bodyOf = async (url: string): Promise<string> =>
    (await inject(router, { method: 'POST', url })).text();
  expect(await bodyOf('/json')).toBe('{"name":"dummy"}');
  expect(await bodyOf('/text')).toBe('TEXT');
});

it('F08-09 a builder without a class is an error', () => {
  expect(problemsOf(new RestBuilder(quietToolkit()))).toEqual([
    'nothing-registered: no class is registered, so there are no routes',
  ]);
});

it.each([
  ['F08-12 an instance and its class', new IllegalHandler(), IllegalHandler],
  ['F08-13 two classes', IllegalHandler, OtherHandler],
])('%s as global handlers of one type are an error', (_id, one, other) => {
  const builder = new RestBuilder(quietToolkit()).register(Fine).errorHandler(one).errorHandler(other);
  expect(problemsOf(builder)).toEqual([expect.stringMatching(/^one-handler: .* both handle Illegal/)]);
});

it('F08-19 a class that cannot be instantiated is an error', () => {
  class Needy {
    readonly #store: object;
    constructor(store: object) {
      this.#store = store;
    }
    @GET('/') one(): object {
      return this.#store;
    }
  }
  expect(registrationErrors(Needy)).toEqual(['no-instance: the constructor of Needy takes 1 argument']);
});

it('F08-24 only annotated methods are routes', () => {
  expect(createRouter(Fine).build().table()).toHaveLength(1);
});
