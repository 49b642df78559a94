import { handle, HttpError } from '@writ/http';
import type { RouteEvent } from '@writ/http/kernel';
import { describeTransports } from '@writ/http/testing/transports';
import { expect, it } from 'vitest';
import { CatchWith, Event, Events, GET, Path, Produces, RestBuilder } from '../../src/index.ts';
import { errorsOf, quietToolkit, routerOf } from './table.ts';

class Dummy {
  name = 'dummy';
}
class Other {
  other = true;
}
class Fault extends HttpError {
  constructor() {
    super(400, 'faulty');
  }
}
class SpecialFault extends Fault {}

/** What the events of the last request were given, by the name of the event. */
const told: [event: string, entity: unknown][] = [];
const tell =
  (name: string): ((entity: unknown) => void) =>
  (entity) =>
    void told.push([name, entity]);

class ForDummy {
  static readonly type = Dummy;
  execute(entity: Dummy): void {
    tell('dummy')(entity);
  }
}
class ForFault {
  static readonly type = Fault;
  execute(entity: Fault): void {
    tell('fault')(entity.constructor.name);
  }
}
const forDummy = (name: string): object => ({ type: Dummy, execute: tell(name) });
const events = (options: Parameters<typeof Event>[1]): RouteEvent =>
  Event(forDummy('dummy') as never, options);

function fail(error: Error): never {
  throw error;
}

@Path('/events')
@Produces('application/json')
@CatchWith(
  handle(SpecialFault, (_error, _request, response) => ((response.status = 406), response.end('no'))),
)
@Events(Event(tell('class')))
class Told {
  @GET('/plain') @Events(Event(ForDummy)) plain(): Dummy {
    return new Dummy();
  }
  @GET('/fault') @Events(Event(ForDummy), Event(ForFault), events({ response: 301 })) fault(): Dummy {
    return fail(new Fault());
  }
  @GET('/other') @Events(Event(ForDummy)) other(): Other {
    return new Other();
  }
  @GET('/moved') @Events(events({ response: 301 })) moved(): Dummy {
    return new Dummy();
  }
  @GET('/below') @Events(Event(tell('below'), { exception: Fault, response: 406 })) below(): Dummy {
    return fail(new SpecialFault());
  }
  @GET('/elsewise') @Events(Event(tell('elsewise'), { exception: Fault })) elsewise(): Dummy {
    return fail(new TypeError());
  }
  @GET('/both') @Events(Event(tell('both'), { exception: Fault, response: 400 })) both(): Dummy {
    return fail(new SpecialFault());
  }
  @GET('/always')
  @Events(Event(tell('always'), { response: -2 }), Event(tell('any'), { response: 'any' }))
  always(): Dummy {
    return fail(new TypeError('always'));
  }
  @GET('/empty') @Events(events({ onEmpty: true }), events({})) empty(): null {
    return null;
  }
  @GET('/failing')
  @Events(Event(() => fail(new Fault())), Event(tell('after'), { response: -1 }))
  failing(): Dummy {
    return new Dummy();
  }
}

class Below extends Told {
  override plain(): Dummy {
    return super.plain();
  }
}

const withoutClass = (): string[] => told.map(([name]) => name).filter((name) => name !== 'class');

describeTransports('events', (serve) => {
  const happens = async (path: string, endpoint = Told): Promise<number> => {
    told.length = 0;
    const { status } = await (await serve(routerOf(endpoint)))(path);
    return status;
  };

  it.each<[string, string, number, string[]]>([
    ['F28-03 F28-07 of an error, those that are for it', '/events/fault', 400, ['fault']],
    ['F28-04 of an entity that it is for', '/events/plain', 200, ['dummy']],
    ['F28-08 F28-09 not of another', '/events/other', 200, []],
    ['F28-11 not of another status', '/events/moved', 200, []],
    ['F28-13 of an error below its exception', '/events/below', 406, ['below']],
    ['F28-14 not of another error', '/events/elsewise', 500, []],
    ['F28-16 not when a handler sets another status', '/events/both', 406, []],
    ['F28-17 of whatever happens', '/events/always', 500, ['always', 'any']],
    ['F28-19 of nothing, where it says so', '/events/empty', 200, ['dummy']],
    ['F28-21 one that fails changes nothing', '/events/failing', 200, ['after']],
  ])('%s', async (_id, path, status, names) => {
    expect(await happens(path)).toBe(status);
    expect(withoutClass()).toEqual(names);
  });

  it('F28-20 those of the class come first', async () => {
    await happens('/events/plain');
    expect(told).toEqual([
      ['class', new Dummy()],
      ['dummy', new Dummy()],
    ]);
  });

  it('are given nothing where nothing came of it, and the error where one was thrown', async () => {
    await happens('/events/empty');
    expect(told.at(-1)).toEqual(['dummy', null]);
    await happens('/events/fault');
    expect(told).toEqual([['fault', 'Fault']]);
  });

  it('are not inherited, but with the method that they stand on', async () => {
    expect(await happens('/events/plain', Below)).toBe(200);
    expect(told).toEqual([]);
    expect(await happens('/events/below', Below)).toBe(406);
    expect(withoutClass()).toEqual(['below']);
  });
});

it('an event that is none, one that is told twice, and an exception that is not there', () => {
  class Wrong {
    @GET('/none') @Events(Event(Dummy as never)) none(): void {}
    @GET('/twice') @Events(Event(ForDummy)) @Events(Event(ForFault)) twice(): void {}
    @GET('/gone') @Events(Event(ForFault, { exception: undefined as never })) gone(): void {}
  }
  expect(errorsOf(Wrong).toSorted()).toEqual([
    'duplicate-annotation: Wrong.twice has more than one list of events',
    'invalid-component: Dummy is not a valid event: it has no execute(entity, context)',
    'not-a-class: the exception class of the event ForFault on Wrong.gone is undefined',
  ]);
});

it('an event class is made once, like all that is named', async () => {
  let made = 0;
  class Counted {
    readonly number = (made += 1);
    execute(): void {
      told.push(['counted', this.number]);
    }
  }
  class Counting {
    @GET('/') @Events(Event(Counted)) one(): string {
      return 'one';
    }
  }
  const router = new RestBuilder(quietToolkit()).register(Counting).build();
  told.length = 0;
  await router.fetch(new Request('http://localhost/'));
  await router.fetch(new Request('http://localhost/'));
  expect(told).toEqual([
    ['counted', 1],
    ['counted', 1],
  ]);
});
