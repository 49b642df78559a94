import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Agent, type AgentEnd, type AgentOptions } from './agent.ts';
import { ServiceRefusal } from './connection.ts';
import { StateFile } from './state.ts';
import { FakeMachine, FakeService, installation, temporaryFolder } from './testing.ts';

interface Setting {
  readonly service: FakeService;
  readonly machine: FakeMachine;
  readonly folder: string;
  readonly printed: string[];
  /** Starts an agent in the same folder. */
  readonly start: (more?: Partial<AgentOptions>) => Promise<AgentEnd>;
}

function setUp(): Setting {
  const [service, machine, folder, printed] = [
    new FakeService(),
    new FakeMachine(),
    join(temporaryFolder(), 'state'),
    [] as string[],
  ];
  const start: Setting['start'] = async (more = {}) =>
    Agent.run({
      send: service.send,
      host: machine,
      state: await StateFile.open(folder),
      readToken: async () => 'the-token',
      labels: {},
      signal: new AbortController().signal,
      print: (message) => printed.push(message),
      delays: { first: 1, longest: 4 },
      interval: 1,
      ...more,
    });
  return { service, machine, folder, printed, start };
}

/** Gives work to the node, as an administrator does. */
function order(service: FakeService): void {
  Object.assign(service, { state: 'approved', work: installation, run: service.run + 1 });
}

describe('the agent', () => {
  it('registers, waits for work, and reports it before the machine restarts', async () => {
    const { service, machine, printed, start } = setUp();
    service.after = () => {
      if (service.calls.length === 4) order(service);
    };
    expect(await start()).toBe('ending');
    expect(service.calls.filter((path) => path !== 'orders')).toEqual([
      'registrations',
      'claim',
      'claim/confirmation',
      'events',
      'report',
    ]);
    expect(service.events.map(({ number, type }) => [number, type])).toEqual([
      [1, 'start'],
      [2, 'finish'],
    ]);
    expect([service.report, machine.endings]).toEqual([{ run: 1 }, ['reboot']]);
    expect(printed[0]).toBe('registered as node 1; compare this code before you approve it: 0123-4567-89ab');
    expect(printed.join()).not.toContain('canary');
  });

  it('stores its state in files that only its owner can read, and forgets the secrets after the work', async () => {
    const { service, machine, folder, start } = setUp();
    order(service);
    machine.perform = async () => {
      expect(readFileSync(join(folder, 'state.json'), 'utf8')).toContain('canary-claimed');
      return { isInterrupted: false };
    };
    await start();
    expect(readFileSync(join(folder, 'state.json'), 'utf8')).not.toContain('canary-claimed');
    expect([folder, join(folder, 'state.json')].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o700, 0o600,
    ]);
  });

  it('reports a failure, and waits afterwards instead of restarting the machine', async () => {
    const { service, machine, start } = setUp();
    order(service);
    const failure = { message: 'No room', next: 'Make room' };
    machine.perform = async () => ({ failure, isInterrupted: false });
    service.after = (path) => {
      if (path === 'orders' && service.report !== undefined) service.key = 'released';
    };
    expect(await start()).toBe('released');
    expect([service.report, machine.endings]).toEqual([{ run: 1, failure }, []]);
  });

  it('repeats requests while the service does not respond, and loses no event', async () => {
    const { service, machine, start } = setUp();
    order(service);
    machine.perform = async ({ onEvent }) => {
      for (let index = 0; index < 1_200; index += 1) onEvent({ type: 'log' });
      return { isInterrupted: false };
    };
    let requests = 0;
    const fail = (): void => {
      requests += 1;
      if (requests % 5 === 1) throw new Error('connection refused');
      if (requests % 5 === 2) throw new ServiceRefusal(503, 'starting');
    };
    // Before the request takes effect, and afterwards, when the response is lost.
    service.before = fail;
    service.after = fail;
    expect(await start()).toBe('ending');
    expect(service.events.map(({ number }) => number)).toEqual(
      Array.from({ length: 1_200 }, (_, index) => index + 1),
    );
    expect(service.report).toEqual({ run: 1 });
  });

  it('cancels work that the administrator has cancelled, and reports this', async () => {
    const { service, machine, start } = setUp();
    order(service);
    machine.perform = ({ signal }) =>
      new Promise((resolve) => {
        service.isCancelled = true;
        signal.addEventListener('abort', () => resolve({ isInterrupted: true }));
      });
    service.after = (path) => {
      if (path === 'report') service.key = 'released';
    };
    await start();
    expect(service.report).toEqual({ run: 1, failure: { message: 'The run was cancelled' } });
  });

  it('ends the work and deletes its state when the node is released', async () => {
    const { service, machine, folder, start } = setUp();
    order(service);
    machine.perform = ({ signal }) =>
      new Promise((resolve) => {
        service.key = 'released';
        signal.addEventListener('abort', () => resolve({ isInterrupted: true }));
      });
    expect(await start()).toBe('released');
    expect(service.report).toBeUndefined();
    expect(statSync(folder, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('leaves files of others in its state folder alone when the node is released', async () => {
    const { service, folder, start } = setUp();
    order(service);
    service.after = (path) => {
      if (path !== 'orders') return;
      mkdirSync(join(folder, 'photos'), { recursive: true });
      writeFileSync(join(folder, 'photos/one'), 'kept');
      writeFileSync(join(folder, 'events.jsonl'), 'kept');
      writeFileSync(join(folder, '.writ-0123456789ab.new'), 'left behind by a kill');
      service.key = 'released';
    };
    expect(await start()).toBe('released');
    expect(readdirSync(folder).toSorted()).toEqual(['events.jsonl', 'photos']);
    expect(readFileSync(join(folder, 'photos/one'), 'utf8')).toBe('kept');
  });

  it('is refused if its token cannot be used, and repeats nothing then', async () => {
    const { service, printed, start } = setUp();
    expect(await start({ readToken: async () => 'another' })).toBe('refused');
    expect([service.calls, printed]).toEqual([['registrations'], ['the token is used']]);
  });

  it('does new work whose number is that of a reported run, after the service was restored', async () => {
    const { service, machine, start } = setUp();
    Object.assign(service, { state: 'approved', work: { ...installation, ending: 'wait' }, run: 4 });
    machine.perform = async ({ onEvent }) => {
      for (const type of ['start', 'log', 'finish']) onEvent({ type });
      return { isInterrupted: false };
    };
    let isRestored = false;
    service.after = (path) => {
      if (path !== 'orders' || service.report === undefined || isRestored) return;
      isRestored = true;
      // The backup has run 3, so the new work is run 4 again.
      Object.assign(service, { report: undefined, nonce: undefined, isConfirmed: false, work: installation });
      service.events.length = 0;
      machine.perform = async ({ onEvent }) => {
        onEvent({ type: 'second' });
        return { isInterrupted: false };
      };
    };
    expect(await start({ signal: AbortSignal.timeout(10_000) })).toBe('ending');
    expect([machine.runs.length, service.report]).toEqual([2, { run: 4 }]);
    expect(service.events.map(({ number, type }) => [number, type])).toEqual([[1, 'second']]);
  });

  it('does new work after the report of a run that the service does not know', async () => {
    const { service, machine, printed, start } = setUp();
    Object.assign(service, { state: 'approved', work: { ...installation, ending: 'wait' }, run: 4 });
    machine.perform = async () => {
      // The service is restored during the work.
      Object.assign(service, { run: 3, work: undefined });
      return { isInterrupted: false };
    };
    service.after = (path) => {
      if (path !== 'orders' || service.run !== 3) return;
      machine.perform = async () => ({ isInterrupted: false });
      Object.assign(service, { run: 4, work: installation, nonce: undefined, isConfirmed: false });
    };
    expect(await start({ signal: AbortSignal.timeout(10_000) })).toBe('ending');
    expect(printed).toContain('the report of run 4 was refused: another run');
    expect(service.report).toEqual({ run: 4 });
  });

  it('does not work without the claim of its run', async () => {
    const { service, machine, start } = setUp();
    order(service);
    Object.assign(service, { nonce: 'of another', isConfirmed: true });
    service.after = () => {
      if (service.calls.length === 8) service.key = 'released';
    };
    expect(await start()).toBe('released');
    expect(machine.runs).toEqual([]);
  });
});

describe('an agent that was killed', () => {
  /** Starts agents, each of which stops at one more request than the one before, until one of them ends normally. */
  async function killAtEachRequest(when: 'before' | 'after'): Promise<Setting & { readonly kills: number }> {
    const setting = setUp();
    const { service, machine, start } = setting;
    machine.perform = async ({ onEvent, isResumed }) => {
      onEvent({ type: isResumed ? 'resumed' : 'start' });
      return { isInterrupted: false };
    };
    order(service);
    for (let kills = 0; ; kills += 1) {
      // A request that never ends represents a killed process: nothing after it happens.
      let reached: () => void = () => {};
      const killed = new Promise<'killed'>((resolve) => (reached = () => resolve('killed')));
      const before = service.calls.length;
      const send: FakeService['send'] = async (...request) => {
        const isLast = service.calls.length - before === kills;
        if (isLast && when === 'before') return new Promise(() => reached());
        const response = await service.send(...request);
        if (isLast) return new Promise(() => reached());
        return response;
      };
      const end = await Promise.race([start({ send }), killed]);
      if (end !== 'killed') return { ...setting, kills };
    }
  }

  it.each(['before', 'after'] as const)(
    '%s any of its requests continues, and reports its work once',
    async (when) => {
      const { service, machine, kills } = await killAtEachRequest(when);
      expect(kills).toBeGreaterThanOrEqual(2);
      expect(service.report).toEqual({ run: 1 });
      expect(service.calls.filter((path) => path === 'report').length).toBeLessThanOrEqual(2);
      expect(machine.endings).toEqual(['reboot']);
      expect(machine.runs.slice(1).every(({ isResumed }) => isResumed)).toBe(true);
      expect(service.events.map(({ number }) => number)).toEqual(service.events.map((_, index) => index + 1));
    },
  );

  it('during its work resumes the work with its numbers of events', async () => {
    const { service, machine, start } = setUp();
    order(service);
    const killed = new Promise<void>((resolve) => {
      machine.perform = ({ onEvent }) => {
        onEvent({ type: 'start' });
        resolve();
        return new Promise(() => {});
      };
    });
    void start({
      send: (...request) => (service.events.length > 0 ? new Promise(() => {}) : service.send(...request)),
    });
    await killed;
    await vi.waitFor(() => expect(service.events).toHaveLength(1));
    machine.perform = async ({ onEvent }) => {
      onEvent({ type: 'finish' });
      return { isInterrupted: false };
    };
    expect(await start()).toBe('ending');
    expect(machine.runs).toEqual([{ isResumed: false }, { isResumed: true }]);
    expect(service.events.map(({ number, type }) => [number, type])).toEqual([
      [1, 'start'],
      [2, 'finish'],
    ]);
  });

  it('during work that the service has replaced by work with the same number continues with the new work', async () => {
    const { service, machine, start } = setUp();
    order(service);
    const stop = new AbortController();
    machine.perform = ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ isInterrupted: true }));
        stop.abort();
      });
    await expect(start({ signal: stop.signal })).rejects.toThrow();
    // The service is restored from a backup without the run, and gets new work.
    Object.assign(service, { nonce: undefined, isConfirmed: false });
    service.before = (path) => {
      if (path === 'claim/confirmation' && service.nonce === undefined)
        throw new ServiceRefusal(409, 'not claimed with this nonce');
    };
    machine.perform = async () => ({ isInterrupted: false });
    expect(await start({ signal: AbortSignal.timeout(10_000) })).toBe('ending');
    expect(machine.runs).toEqual([{ isResumed: false }, { isResumed: false }]);
    expect(service.report).toEqual({ run: 1 });
  });

  it('by a signal stops its work, which it resumes without a report', async () => {
    const { service, machine, start } = setUp();
    order(service);
    const stop = new AbortController();
    machine.perform = ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ isInterrupted: true }));
        stop.abort();
      });
    await expect(start({ signal: stop.signal })).rejects.toThrow();
    expect(service.report).toBeUndefined();
    machine.perform = async () => ({ isInterrupted: false });
    expect(await start()).toBe('ending');
    expect(machine.runs.at(-1)).toEqual({ isResumed: true });
  });
});
