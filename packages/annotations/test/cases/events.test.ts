import { handle, HttpError } from '@writ/http';
import type { RouteEvent } from '@writ/http/kernel';
import { describeTransports } from '@writ/http/testing/transports';
import { expect, it } from 'vitest';
import { CatchWith, Event, Events, GET, Path, Produces, RestBuilder } from '../../src/index.ts';
import { registrationErrors, quietToolkit, createRouter } from './table.ts';

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

/** The entities passed to the events of the last request, by event name. */
const recorded: [event: string, entity: unknown][] = [];
const recordEvent =
  (name: string): ((entity: unknown) => void) =>
  (entity) =>
    void recorded.push([name, entity]);

class ForDummy {
  static readonly type = Dummy;
  execute(entity: Dummy): void {
    recordEvent('dummy')(entity);
  }
}
class ForFault {
  static readonly type = Fault;
  execute(entity: Fault): void {
    recordEvent('fault')(entity.constructor.name);
  }
}
const forDummy = (name: string): object => ({ type: Dummy, execute: recordEvent(name) });
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
@Events(Event(recordEvent('class')))
class Recorded {
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
  @GET('/below') @Events(Event(recordEvent('below'), { exception: Fault, response: 406 })) below(): Dummy {
    return fail(new SpecialFault());
  }
  @GET('/elsewise') @Events(Event(recordEvent('elsewise'), { exception: Fault })) elsewise(): Dummy {
    return fail(new TypeError());
  }
  @GET('/both') @Events(Event(recordEvent('both'), { exception: Fault, response: 400 })) both(): Dummy {
    return fail(new SpecialFault());
  }
  @GET('/always')
  @Events(Event(recordEvent('always'), { response: -2 }), Event(recordEvent('any'), { response: 'any' }))
  always(): Dummy {
    return fail(new TypeError('always'));
  }
  @GET('/empty') @Events(events({ onEmpty: true }), events({})) empty(): null {
    return null;
  }
  @GET('/failing')
  @Events(Event(() => fail(new Fault())), Event(recordEvent('after'), { response: -1 }))
  failing(): Dummy {
    return new Dummy();
  }
}

class Below extends Recorded {
  override plain(): Dummy {
    return super.plain();
  }
}

const withoutClass = (): string[] => recorded.map(([name]) => name).filter((name) => name !== 'class');

describeTransports('events', (serve) => {
  const happens = async (path: string, endpoint = Recorded): Promise<number> => {
    recorded.length = 0;
    const { status } = await (await serve(createRouter(endpoint)))(path);
    return status;
  };

  it.each<[string, string, number, string[]]>([
    ['F28-03 F28-07 an error triggers the events for its class', '/events/fault', 400, ['fault']],
    ["F28-04 an event for the result's type runs", '/events/plain', 200, ['dummy']],
    ['F28-08 F28-09 an event for another type does not run', '/events/other', 200, []],
    ['F28-11 an event for another status does not run', '/events/moved', 200, []],
    ['F28-13 a subclass of the exception triggers the event', '/events/below', 406, ['below']],
    ['F28-14 another error does not trigger the event', '/events/elsewise', 500, []],
    ['F28-16 an event does not run if a handler sets another status', '/events/both', 406, []],
    ['F28-17 an event for any status always runs', '/events/always', 500, ['always', 'any']],
    ['F28-19 an event with onEmpty runs without a result', '/events/empty', 200, ['dummy']],
    ['F28-21 a failing event does not change the response', '/events/failing', 200, ['after']],
  ])('%s', async (_id, path, status, names) => {
    expect(await happens(path)).toBe(status);
    expect(withoutClass()).toEqual(names);
  });

  it('F28-20 of the class run before those of the method', async () => {
    await happens('/events/plain');
    expect(recorded).toEqual([
      ['class', new Dummy()],
      ['dummy', new Dummy()],
    ]);
  });

  it('receive the thrown error, or null if there is no result', async () => {
    await happens('/events/empty');
    expect(recorded.at(-1)).toEqual(['dummy', null]);
    await happens('/events/fault');
    expect(recorded).toEqual([['fault', 'Fault']]);
  });

  it('are inherited only if the subclass inherits the annotated method', async () => {
    expect(await happens('/events/plain', Below)).toBe(200);
    expect(recorded).toEqual([]);
    expect(await happens('/events/below', Below)).toBe(406);
    expect(withoutClass()).toEqual(['below']);
  });
});

it('invalid event declarations are reported as findings', () => {
  class Wrong {
    @GET('/none') @Events(Event(Dummy as never)) none(): void {}
    @GET('/twice') @Events(Event(ForDummy)) @Events(Event(ForFault)) twice(): void {}
    @GET('/gone') @Events(Event(ForFault, { exception: undefined as never })) gone(): void {}
  }
  expect(registrationErrors(Wrong).toSorted()).toEqual([
    'duplicate-annotation: Wrong.twice has more than one list of event listeners',
    'invalid-component: Dummy is not a valid event listener: it has no execute(entity, context)',
    'not-a-class: the exception class of the event listener ForFault on Wrong.gone is undefined',
  ]);
});

it('an event class is instantiated once, like other components', async () => {
  let instances = 0;
  class Counted {
    readonly number = (instances += 1);
    execute(): void {
      recorded.push(['counted', this.number]);
    }
  }
  class Counting {
    @GET('/') @Events(Event(Counted)) one(): string {
      return 'one';
    }
  }
  const router = new RestBuilder(quietToolkit()).register(Counting).build();
  recorded.length = 0;
  await router.fetch(new Request('http://localhost/'));
  await router.fetch(new Request('http://localhost/'));
  expect(recorded).toEqual([
    ['counted', 1],
    ['counted', 1],
  ]);
});
