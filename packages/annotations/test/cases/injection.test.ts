import { HttpRequest, HttpResponse } from '@writ/http';
import { inject } from '@writ/http/testing';
import { expect, it } from 'vitest';
import {
  Context,
  GET,
  Inject,
  NoCache,
  Path,
  ResponseWriter,
  RestBuilder,
  RestRouter,
  type InjectionProvider,
} from '../../src/index.ts';
import { Plain, type Made } from './plain.ts';
import { describeResponses, registrationErrors, quietToolkit } from './table.ts';

class Service {
  talk(): string {
    return "I'm so dummy!";
  }
}

/** A container that resolves constructor parameters by `design:paramtypes` and sets fields named "service". */
class Container implements InjectionProvider {
  readonly asked: string[] = [];
  getInstance<T>(type: Made<T>): T {
    this.asked.push(type.name);
    const types = (Reflect.getMetadata('design:paramtypes', type) ?? []) as Made<unknown>[];
    const made = Reflect.construct(
      type,
      types.map((each) => this.getInstance(each)),
    ) as T;
    if ('service' in (made as object) && (made as { service?: unknown }).service === undefined)
      (made as { service: unknown }).service = new Service();
    return made;
  }
}
class Slowly implements InjectionProvider {
  readonly #container = new Container();
  async getInstance<T>(type: Made<T>): Promise<T> {
    await Promise.resolve();
    return this.#container.getInstance(type);
  }
}

@Path('/injected')
class Injected {
  readonly #service: Service;
  constructor(@Inject() service: Service) {
    this.#service = service;
  }
  @GET('/dummy') dummy(): string {
    return this.#service.talk();
  }
}
@Path('/field')
class WithField {
  @Inject() service?: Service = undefined;
  @GET('/dummy') dummy(): string {
    return String(this.service?.talk());
  }
}
class Shouting {
  readonly #service: Service;
  @Context() request!: HttpRequest;
  constructor(service: Service) {
    this.#service = service;
  }
  write(result: string, _request: HttpRequest, response: HttpResponse): void {
    response.end(`${result} ${this.#service.talk()} ${this.request.path}`);
  }
}
Reflect.defineMetadata('design:paramtypes', [Service], Shouting);
@Path('/guiceit')
class Guiced {
  @GET('/') @ResponseWriter(Shouting) one(): string {
    return 'Oh yes';
  }
}
@NoCache()
@Inject()
@Path('/per-request')
class PerRequest {
  service?: Service = undefined;
  count = 0;
  @GET('/') one(): string {
    return `${(this.count += 1)} ${String(this.service?.talk())}`;
  }
}

const all = [Injected, WithField, Guiced, PerRequest, Plain];
const builder = (): RestBuilder => new RestBuilder(quietToolkit()).register(...all);

describeResponses('classes created by an injector', () => builder().injectWith(Container).build(), [
  ['F31-03 constructor parameters are injected', '/injected/dummy', "I'm so dummy!"],
  ['F31-05 a field is injected', '/field/dummy', "I'm so dummy!"],
  ['F31-08 a writer with one instance per request is injected', '/guiceit', "Oh yes I'm so dummy! /guiceit"],
  ['F31-03 an injected class can have one instance per request', '/per-request', "1 I'm so dummy!"],
  ['F31-10 classes without dependencies are not injected', '/plain', 'plain'],
]);

it('F31-10 F31-12 the injector creates classes with constructor parameters and classes with @Inject', () => {
  class OnMethod {
    @Inject() set(): void {}
    @GET('/on-method') one(): void {}
  }
  class Below extends Injected {
    @GET('/below') below(): void {}
  }
  const container = new Container();
  new RestBuilder(quietToolkit())
    .register(Plain, OnMethod, Injected, WithField, Below)
    .injectWith(container)
    .build();
  expect(container.asked.filter((name) => name !== 'Service')).toEqual([
    'OnMethod',
    'Injected',
    'WithField',
    'Below',
  ]);
});

const problemOf = (source: unknown, ...types: readonly (new (...args: any[]) => object)[]): string => {
  try {
    new RestBuilder(quietToolkit())
      .register(...types)
      .injectWith(source as never)
      .build();
    return 'none';
  } catch (error) {
    const { diagnostics } = error as { diagnostics: readonly { rule: string; message: string }[] };
    return diagnostics.map(({ rule, message }) => `${rule}: ${message}`).join('\n');
  }
};

it('F31-11 an injector that fails or that returns null or another type is reported', () => {
  const gives = (given: () => unknown): object => ({ getInstance: given });
  const begin = 'not-injected: the injector';
  expect(
    problemOf(
      gives(() => null),
      Injected,
    ),
  ).toBe(`${begin} returned null for Injected`);
  expect(
    problemOf(
      gives(() => new Plain()),
      Injected,
    ),
  ).toBe(`${begin} returned Plain {} for Injected`);
  const fails = gives(() => {
    throw new TypeError('no such thing');
  });
  expect(problemOf(fails, Injected)).toBe(`${begin} cannot create Injected: TypeError: no such thing`);
  expect(problemOf(fails, Guiced)).toBe(`${begin} cannot create Shouting: TypeError: no such thing`);
  expect(problemOf({}, Plain)).toBe('not-injected: {} is not an injector: it has no getInstance(type)');
  expect(registrationErrors(Injected)).toEqual(['no-instance: the constructor of Injected takes 1 argument']);
});

const trap = (): never => {
  throw new Error('trap');
};
const revoked = Proxy.revocable({}, {});
revoked.revoke();
class Thrower {
  constructor() {
    throw strange;
  }
  @GET('/thrower') one(): void {}
}
let strange: unknown;

it.each([
  ['an object without a prototype', Object.create(null)],
  ['a proxy whose traps throw', new Proxy({}, { get: trap, getPrototypeOf: trap, has: trap })],
  ['a revoked proxy', revoked.proxy],
  ['an object whose toString throws', { toString: trap }],
])('any thrown value of an injector is reported: %s', async (_what, thrown) => {
  strange = thrown;
  const shown = 'a value that cannot be converted to a string';
  const fails = {
    getInstance: () => {
      throw strange;
    },
  };
  expect(problemOf(fails, Injected)).toBe(`not-injected: the injector cannot create Injected: ${shown}`);
  expect(problemOf(fails, Guiced)).toBe(`not-injected: the injector cannot create Shouting: ${shown}`);
  class Injecting {
    constructor() {
      throw strange;
    }
    getInstance(): unknown {
      return undefined;
    }
  }
  expect(problemOf(Injecting, Plain)).toBe(
    `not-injected: the injector Injecting cannot be instantiated: ${shown}`,
  );
  expect(registrationErrors(Thrower)).toEqual([`no-instance: the constructor of Thrower fails: ${shown}`]);
  const late = new RestBuilder(quietToolkit())
    .register(Injected)
    .injectWith({ getInstance: () => Promise.reject(strange) })
    .ready();
  await expect(late).rejects.toThrow(`the injector cannot create Injected: ${shown}`);
});

class Hen {
  @GET('/hen') one(): void {}
}
class Egg {}
Reflect.defineMetadata('design:paramtypes', [Egg], Hen);
Reflect.defineMetadata('design:paramtypes', [Hen], Egg);
Inject()(Hen);

it('a circular dependency is reported with its chain', async () => {
  expect(problemOf(new Container(), Hen)).toBe('not-injected: Hen depends on itself: Hen > Egg > Hen');
  const slowly = {
    async getInstance(type: Made<unknown>): Promise<unknown> {
      await Promise.resolve();
      const types = (Reflect.getMetadata('design:paramtypes', type) ?? []) as Made<unknown>[];
      return Reflect.construct(type as never, await Promise.all(types.map((each) => this.getInstance(each))));
    },
  };
  const ready = new RestBuilder(quietToolkit())
    .register(Hen)
    .injectWith(slowly as never)
    .ready();
  await expect(ready).rejects.toThrow('Hen depends on itself: Hen > Egg > Hen');
});

it('asynchronous instances are awaited', async () => {
  const router = await new RestBuilder(quietToolkit())
    .register(Injected, Plain)
    .errorHandler(Shouting as never)
    .injectWith(Slowly)
    .ready()
    .catch((error: Error) => error);
  // A handler with a `@Context` field is created per request, which requires a synchronous injector.
  expect(String(router)).toMatch(
    'the injector creates Shouting asynchronously, but each request needs its own',
  );
  const ready = await new RestBuilder(quietToolkit()).register(Injected, Plain).injectWith(Slowly).ready();
  expect((await inject(ready, '/injected/dummy')).text()).toBe("I'm so dummy!");
});

it('a global injector applies to all toolkits except those with inherit: false', async () => {
  RestRouter.injectWith(Container);
  const router = RestRouter.register(quietToolkit({ inherit: true }), Injected);
  expect((await inject(router, '/injected/dummy')).text()).toBe("I'm so dummy!");
  expect(() => RestRouter.register(quietToolkit(), Injected).build()).toThrow('takes 1 argument');
  RestRouter.clearCache();
  const after = RestRouter.register(quietToolkit({ inherit: true }), Injected);
  expect(() => after.build()).toThrow('or set an injector: injectWith(…)');
  expect(() => RestRouter.injectWith(undefined as never)).toThrow('undefined is not an injector');
});
