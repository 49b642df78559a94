import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { NodeWork } from '../records/node.ts';
import type { Engine } from '../store/engine.ts';
import { NodeConfigurations } from '../store/nodes/node-configurations.ts';
import { Nodes } from '../store/nodes/nodes.ts';
import type { Registration } from '../store/nodes/registration.ts';
import type { CreateDatabase } from './databases.ts';
import { newJob } from './fakes.ts';

const HOUR = 3_600_000;
const LOST_AFTER = 90_000;
const START = Date.parse('2026-11-20T10:00:00.000Z');
const mac = '52:54:00:12:34:56';
const otherMac = '52:54:00:12:34:57';
/** The facts about a machine. */
const machine = {
  facts: '{}',
  hardware: { firmware: 'uefi', memory: 2 ** 30, disks: 1, diskBytes: 2 ** 34 },
} as const;
const install: NodeWork = { kind: 'install', planSha256: 'd'.repeat(64), configuration: 1, ending: 'reboot' };

interface TestNodes {
  readonly nodes: Nodes;
  readonly engine: Engine;
  /** The clock of the nodes, in milliseconds since 1970. */
  readonly clock: { now: number };
  readonly time: () => string;
  /** Adds a token, and registers an agent with it. */
  readonly register: (more?: Partial<Registration>) => Promise<number>;
  /** Registers and approves an agent. */
  readonly approved: (more?: Partial<Registration>) => Promise<number>;
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}

/** Declares the tests of nodes that every engine of the store passes. */
export function describeNodes(name: string, create: CreateDatabase): void {
  const open = async (): Promise<TestNodes> => {
    const engine = await (await create()).open();
    onTestFinished(() => engine.close());
    const clock = { now: START };
    const nodes = new Nodes(engine, LOST_AFTER, () => clock.now);
    const time = (): string => new Date(clock.now).toISOString();
    const register: TestNodes['register'] = async (more = {}) => {
      const token = more.token ?? secret();
      if (more.token === undefined) await nodes.addTokens([{ token, labels: {}, expires: clock.now + HOUR }]);
      const registered = await nodes.register({
        token,
        key: secret(),
        identity: { macs: [mac] },
        labels: {},
        ...machine,
        time: time(),
        ...more,
      });
      if (typeof registered === 'string') throw new Error(`the registration was refused: ${registered}`);
      return registered.node;
    };
    const approved: TestNodes['approved'] = async (more) => {
      const id = await register(more);
      expect(await nodes.approve(id, (await nodes.get(id))!.code!, time())).toBe(true);
      return id;
    };
    return { nodes, engine, clock, time, register, approved };
  };

  const historyOf = async (nodes: Nodes, id: number): Promise<string[]> =>
    (await nodes.events(id, 0, 0, 100)).map(({ type }) => type);

  describe(`nodes in ${name}`, () => {
    it('register with a one-time token, and wait for approval', async () => {
      const { nodes, register, time } = await open();
      const id = await register({ identity: { macs: [mac], uuid: 'u', serial: 'S' }, labels: { rack: '3' } });
      const node = (await nodes.get(id))!;
      expect(node).toMatchObject({
        state: 'pending',
        macs: [mac],
        uuid: 'u',
        serial: 'S',
        labels: { rack: '3' },
        hardware: machine.hardware,
      });
      expect(node.code).toMatch(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}$/);
      expect(await nodes.facts(id)).toBe('{}');
      expect(await nodes.setWork(id, install, time())).toBeUndefined();
      expect(await nodes.approve(id, 'another-code', time())).toBe(false);
      expect(await nodes.approve(id, node.code!, time())).toBe(true);
      expect(await nodes.approve(id, node.code!, time())).toBe(false);
      expect(await nodes.get(id)).toMatchObject({ state: 'approved', approved: time() });
      expect(await historyOf(nodes, id)).toEqual(['registered', 'approved']);
    });

    it('are registered only once by repeated calls with the same token and key', async () => {
      const { nodes, clock, register, time } = await open();
      const [token, key] = [secret(), secret()];
      await nodes.addTokens([{ token, labels: {}, expires: clock.now + HOUR }]);
      const id = await register({ token, key });
      await nodes.approve(id, (await nodes.get(id))!.code!, time());
      expect(await register({ token, key })).toBe(id);
      expect((await nodes.get(id))!.state).toBe('approved');
      expect(await nodes.list({ limit: 9 })).toHaveLength(1);
    });

    it('are not registered with a token that is unknown or expired', async () => {
      const { nodes, clock, time } = await open();
      const token = secret();
      await nodes.addTokens([{ token, labels: {}, expires: clock.now + 1 }]);
      const registration = {
        key: secret(),
        identity: { macs: [mac] },
        labels: {},
        ...machine,
        time: time(),
      };
      expect(await nodes.register({ ...registration, token: secret() })).toBe('token');
      clock.now += 1;
      expect(await nodes.register({ ...registration, token, time: time() })).toBe('token');
    });

    it('have a finding after a second use of their token, whose registration is refused', async () => {
      const { nodes, clock, register, time } = await open();
      const token = secret();
      await nodes.addTokens([{ token, labels: {}, expires: clock.now + HOUR }]);
      const id = await register({ token });
      const registration = { token, key: secret(), identity: { macs: [otherMac] }, labels: {}, ...machine };
      expect(await nodes.register({ ...registration, time: time() })).toBe('token');
      expect((await nodes.get(id))!.findings).toMatchObject([{ kind: 'token-used-again', time: time() }]);
      expect(await historyOf(nodes, id)).toEqual(['registered', 'alarm']);
    });

    it('that are expected are recognized by a network card, or by UUID or serial number if they have none', async () => {
      const { nodes, register, time } = await open();
      const more = { labels: { rack: '3' }, time: time() };
      const first = await nodes.add({ macs: [mac], name: 'one', ...more });
      const second = await nodes.add({ macs: [], uuid: 'u2', ...more });
      const third = await nodes.add({ macs: [], serial: 'S3', ...more });
      expect(await nodes.add({ macs: [mac], labels: {}, time: time() })).toEqual({ taken: 1 });
      expect([first, second, third]).toMatchObject([{ state: 'expected' }, { id: 2 }, { id: 3 }]);
      expect(await register({ labels: { rack: '4', site: 'a' } })).toBe(1);
      expect(await nodes.get(1)).toMatchObject({ name: 'one', labels: { rack: '3', site: 'a' } });
      expect(await register({ identity: { macs: [otherMac], uuid: 'u2' } })).toBe(2);
      expect(await register({ identity: { macs: ['52:54:00:00:00:03'], serial: 'S3' } })).toBe(3);
      // Some manufacturers use one UUID for all machines.
      expect(await register({ identity: { macs: ['52:54:00:00:00:04'], uuid: 'u2', serial: 'S3' } })).toBe(4);
    });

    it('are not registered with the token of another machine, or if several nodes have their network cards', async () => {
      const { nodes, clock, register, time } = await open();
      await nodes.add({ macs: [mac], labels: {}, time: time() });
      await register({ identity: { macs: [otherMac] } });
      const [bound, free] = [secret(), secret()];
      const expires = clock.now + HOUR;
      await nodes.addTokens([
        { token: bound, node: 1, labels: {}, expires },
        { token: free, labels: {}, expires },
      ]);
      const registration = { key: secret(), labels: {}, ...machine, time: time() };
      const identity = { macs: ['52:54:00:00:00:09'] };
      expect(await nodes.register({ ...registration, token: bound, identity })).toBe('other-machine');
      const both = { macs: [mac, otherMac] };
      expect(await nodes.register({ ...registration, token: free, identity: both })).toBe('ambiguous');
      expect(await register({ token: bound })).toBe(1);
    });

    it('lose their approval and their work when another agent registers, which a working agent prevents', async () => {
      const { nodes, clock, register, approved, time } = await open();
      const id = await approved();
      await nodes.setWork(id, install, time());
      expect(await nodes.claim(id, 1, 'nonce', time())).toBe('first');
      const token = secret();
      await nodes.addTokens([{ token, labels: {}, expires: clock.now + HOUR }]);
      const registration = { key: secret(), identity: { macs: [mac] }, labels: {}, ...machine };
      expect(await nodes.register({ ...registration, token, time: time() })).toBe('active');
      clock.now += LOST_AFTER + 1;
      expect(await nodes.get(id)).toMatchObject({ state: 'lost', lostIn: 'installing' });
      expect(await register({ token })).toBe(id);
      const node = (await nodes.get(id))!;
      expect([node.state, node.approved, node.work]).toEqual(['pending', undefined, undefined]);
      expect(await nodes.claim(id, 1, 'nonce', time())).toBe('none');
    });

    it('are lost after a while without a heartbeat', async () => {
      const { nodes, clock, approved } = await open();
      const id = await approved();
      clock.now += LOST_AFTER;
      expect((await nodes.get(id))!.state).toBe('approved');
      clock.now += 1;
      expect(await nodes.list({ states: ['lost'], limit: 9 })).toMatchObject([{ id, lostIn: 'approved' }]);
      await nodes.touch(id);
      expect((await nodes.get(id))!.state).toBe('approved');
    });

    it('give out their work once: a repeated claim succeeds until it is confirmed, and a second one is an alarm', async () => {
      const { nodes, approved, time } = await open();
      const id = await approved();
      expect(await nodes.claim(id, 1, 'nonce', time())).toBe('none');
      expect(await nodes.setWork(id, install, time())).toBe(1);
      expect(await nodes.claim(id, 2, 'nonce', time())).toBe('none');
      expect(await nodes.claim(id, 1, 'nonce', time())).toBe('first');
      expect((await nodes.get(id))!.state).toBe('installing');
      expect(await nodes.claim(id, 1, 'nonce', time())).toBe('repeated');
      expect((await nodes.get(id))!.findings).toEqual([]);
      expect(await nodes.claim(id, 1, 'other', time())).toBe('second');
      expect(await nodes.confirmClaim(id, 1, 'other')).toBe(false);
      expect(await nodes.confirmClaim(id, 1, 'nonce')).toBe(true);
      expect(await nodes.claim(id, 1, 'nonce', time())).toBe('none');
      expect((await nodes.get(id))!.findings).toMatchObject([{ kind: 'second-claim' }]);
      expect(await historyOf(nodes, id)).toEqual([
        'registered',
        'approved',
        'install-requested',
        'claimed',
        'alarm',
      ]);
    });

    it('are claimed by one of several simultaneous requests', async () => {
      const { nodes, approved, time } = await open();
      const id = await approved();
      await nodes.setWork(id, install, time());
      const nonces = ['a', 'b', 'c', 'd'];
      const results = await Promise.all(nonces.map((nonce) => nodes.claim(id, 1, nonce, time())));
      expect(results.toSorted()).toEqual(['first', 'second', 'second', 'second']);
    });

    it('store each event once and without gaps, and end with an outcome', async () => {
      const { nodes, approved, time } = await open();
      const id = await approved();
      await nodes.setWork(id, install, time());
      const event = (number: number) => ({ number, type: 'log', data: `{"number":${number}}` });
      expect(await nodes.append(id, 1, [event(1)])).toBeUndefined();
      await nodes.claim(id, 1, 'nonce', time());
      expect(await nodes.append(id, 1, [event(1), event(2)])).toBe(2);
      expect(await nodes.append(id, 1, [event(1), event(2), event(3)])).toBe(3);
      expect(await nodes.append(id, 1, [event(5)])).toBe(3);
      expect(await nodes.append(id, 2, [event(4)])).toBeUndefined();
      const failure = { message: 'No room', next: 'Make room' };
      expect(await nodes.end(id, 1, { failure, time: time() })).toBe('first');
      expect(await nodes.end(id, 1, { time: time() })).toBe('repeated');
      expect(await nodes.get(id)).toMatchObject({ state: 'failed', failure, run: 1 });
      expect((await nodes.events(id, 1, 1, 9)).map(({ number, type }) => [number, type])).toEqual([
        [2, 'log'],
        [3, 'log'],
        [4, 'end'],
      ]);
      expect(await nodes.setWork(id, { ...install, ending: 'wait' }, time())).toBe(2);
      expect((await nodes.get(id))!.failure).toBeUndefined();
    });

    it('store no more lines of the log than a run may have, but remember their numbers', async () => {
      const { nodes, approved, time } = await open();
      const id = await approved();
      await nodes.setWork(id, install, time());
      await nodes.claim(id, 1, 'nonce', time());
      const data = JSON.stringify({ text: 'x'.repeat(2 ** 20) });
      const events = Array.from({ length: 17 }, (_, index) => ({ number: index + 1, type: 'log', data }));
      expect(await nodes.append(id, 1, [...events, { number: 18, type: 'finish', data: '{}' }])).toBe(18);
      expect((await nodes.events(id, 1, 0, 99)).map(({ number }) => number)).toEqual([
        ...Array.from({ length: 15 }, (_, index) => index + 1),
        18,
      ]);
    });

    it('store no more events of any type than twice as much', async () => {
      const { nodes, approved, time } = await open();
      const id = await approved();
      await nodes.setWork(id, install, time());
      await nodes.claim(id, 1, 'nonce', time());
      const data = JSON.stringify({ text: 'x'.repeat(2 ** 20) });
      const events = Array.from({ length: 40 }, (_, index) => ({ number: index + 1, type: 'finish', data }));
      expect(await nodes.append(id, 1, events)).toBe(40);
      expect(await nodes.events(id, 1, 0, 99)).toHaveLength(31);
    });

    it('retain the events of three runs', async () => {
      const { nodes, approved, time } = await open();
      const id = await approved();
      for (let run = 1; run <= 5; run += 1) {
        expect(await nodes.setWork(id, install, time())).toBe(run);
        await nodes.claim(id, run, `nonce ${run}`, time());
        await nodes.end(id, run, { time: time() });
      }
      const counts = await Promise.all([1, 2, 3, 4, 5].map((run) => nodes.events(id, run, 0, 9)));
      expect(counts.map((events) => events.length)).toEqual([0, 0, 1, 1, 1]);
    });

    it('get work together or not at all', async () => {
      const { nodes, approved, time } = await open();
      const [first, second] = [await approved(), await approved({ identity: { macs: [otherMac] } })] as const;
      await nodes.setWork(second, install, time());
      await nodes.claim(second, 1, 'nonce', time());
      const both = [second, first].map((id) => ({ id, work: install }));
      expect(await nodes.setWorkOfAll([...both, { id: 99, work: install }], time())).toEqual([second, 99]);
      expect(await nodes.get(first)).toMatchObject({ state: 'approved', run: 0 });
      expect(await historyOf(nodes, first)).not.toContain('install-requested');
      await nodes.end(second, 1, { time: time() });
      expect(await nodes.setWorkOfAll(both, time())).toEqual([]);
      expect(await nodes.get(first)).toMatchObject({ run: 1, work: install });
      expect(await nodes.get(second)).toMatchObject({ state: 'approved', run: 2, work: install });
      expect((await historyOf(nodes, first)).at(-1)).toBe('install-requested');
    });

    it('withdraw work before the claim, and mark it as cancelled afterwards', async () => {
      const { nodes, clock, approved, time } = await open();
      const id = await approved();
      expect(await nodes.cancel(id, time())).toBe(false);
      await nodes.setWork(id, install, time());
      expect(await nodes.cancel(id, time())).toBe(true);
      expect((await nodes.get(id))!.work).toBeUndefined();
      await nodes.setWork(id, install, time());
      await nodes.claim(id, 2, 'nonce', time());
      expect(await nodes.cancel(id, time())).toBe(true);
      expect(await nodes.get(id)).toMatchObject({ state: 'installing', work: { isCancelled: true } });
      clock.now += LOST_AFTER + 1;
      expect(await nodes.cancel(id, time())).toBe(true);
      expect(await nodes.get(id)).toMatchObject({
        state: 'failed',
        failure: { message: expect.stringContaining('stopped sending heartbeats') },
      });
    });

    it('boot the medium once after each decision of an administrator', async () => {
      const { nodes, clock, register, time } = await open();
      await nodes.add({ macs: [mac], labels: {}, time: time() });
      const boot = () => ({ token: secret(), expires: clock.now + HOUR, time: time() });
      expect(await nodes.takeBoot(mac, boot())).toBeUndefined();
      expect(await nodes.takeBoot(otherMac, boot())).toBeUndefined();
      expect(await nodes.setBoot(1, 'medium', time())).toBe(true);
      const sent = boot();
      const taken = await Promise.all([nodes.takeBoot(mac, sent), nodes.takeBoot(mac, boot())]);
      expect(taken.filter((id) => id !== undefined)).toEqual([1]);
      expect((await nodes.get(1))!.boot).toBe('local');
      if (taken[0] === 1) expect(await register({ token: sent.token })).toBe(1);
    });

    it('disappear with their tokens and events when they are released', async () => {
      const { nodes, clock, approved, time } = await open();
      const key = secret();
      const id = await approved({ key });
      const token = secret();
      await nodes.addTokens([{ token, node: id, labels: {}, expires: clock.now + HOUR }]);
      expect((await nodes.findAgent(key))?.id).toBe(id);
      expect(await nodes.delete(id)).toBe(true);
      expect(await nodes.delete(id)).toBe(false);
      expect(await nodes.findAgent(key)).toBeUndefined();
      expect(await nodes.events(id, 0, 0, 9)).toEqual([]);
      const registration = {
        key: secret(),
        identity: { macs: [mac] },
        labels: {},
        ...machine,
        time: time(),
      };
      expect(await nodes.register({ ...registration, token })).toBe('token');
      expect(await nodes.add({ macs: [mac], labels: {}, time: time() })).toMatchObject({ id: id + 1 });
    });

    it('are listed by state and label in the order of their numbers', async () => {
      const { nodes, time } = await open();
      for (let index = 0; index < 5; index += 1)
        await nodes.add({
          macs: [],
          serial: `S${index}`,
          labels: { parity: String(index % 2) },
          time: time(),
        });
      const numbers = async (more: object): Promise<number[]> =>
        (await nodes.list({ limit: 9, ...more })).map(({ id }) => id);
      expect(await numbers({})).toEqual([1, 2, 3, 4, 5]);
      expect(await numbers({ labels: { parity: '0' } })).toEqual([1, 3, 5]);
      expect(await numbers({ labels: { parity: '0' }, after: 1, limit: 1 })).toEqual([3]);
      expect(await numbers({ states: ['pending'] })).toEqual([]);
    });
  });

  describe(`node configurations in ${name}`, () => {
    it('apply to the nodes that their selectors select; the newest one counts', async () => {
      const { nodes, engine, time } = await open();
      const configurations = new NodeConfigurations(engine);
      const entry = (selector: object, masked: string) => ({
        selector,
        masked,
        jobFor: (id: number) => newJob({ config: `{"id":${id}}` }),
      });
      const added = await configurations.add(
        [entry({ labels: { rack: '3' } }, 'rack'), entry({ mac }, 'card')],
        time(),
      );
      expect(added.map(({ id }) => id)).toEqual([1, 2]);
      const node = await nodes.add({ macs: [mac], labels: { rack: '3' }, time: time() });
      if ('taken' in node) throw new Error('the card is taken');
      expect((await configurations.find(node))?.id).toBe(2);
      expect((await configurations.job(2))?.config).toBe('{"id":2}');
      expect(await configurations.masked(2)).toBe('card');
      expect(await configurations.delete(2)).toBe(true);
      expect(await configurations.delete(2)).toBe(false);
      expect((await configurations.find(node))?.id).toBe(1);
      expect(await configurations.find({ ...node, labels: {} })).toBeUndefined();
      expect([await configurations.job(2), await configurations.masked(9)]).toEqual([undefined, undefined]);
    });
  });
}
