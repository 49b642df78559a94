import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Agent } from '../../../packages/cli/src/agent/agent.ts';
import { createConnection, type Send } from '../../../packages/cli/src/agent/connection.ts';
import { StateFile } from '../../../packages/cli/src/agent/state.ts';
import { diskSerial, macOf, SimulatedMachine, type SimulatedWork } from './machine.ts';

/** A fleet of simulated machines and the service that installs them. */
export interface Fleet {
  /** Address of the service. */
  readonly address: string;
  /** The token of the service. */
  readonly token: string;
  readonly machines: number;
  readonly work: SimulatedWork;
  /** Milliseconds between two requests of an agent. */
  readonly interval: number;
  /** Milliseconds within which all machines must end. */
  readonly limit: number;
}

export interface FleetResult {
  /** Number of machines whose node is installed, and which then restarted. */
  readonly installed: number;
  /** Number of events that the service has stored, with the `end` events. */
  readonly events: number;
  /** Milliseconds of each request of the agents. */
  readonly latencies: readonly number[];
  /** Milliseconds until all machines had ended. */
  readonly time: number;
}

/** Number of nodes that the administrator handles at the same time. */
const IN_FLIGHT = 8;

/** Registers, approves and installs all machines. */
export async function simulateFleet(fleet: Fleet): Promise<FleetResult> {
  const { limit } = fleet;
  const folder = mkdtempSync(join(tmpdir(), 'writ-bench-fleet-'));
  const { signal, abort } = new DeadlineSignal(limit);
  const latencies: number[] = [];
  const start = performance.now();
  try {
    const administrator = new Administrator(fleet, signal);
    const tokens = await administrator.prepare();
    const agents = tokens.map((token, index) =>
      startAgent(fleet, { folder, index, token, latencies, signal }),
    );
    await Promise.all([administrator.installAll(), ...agents]);
    const time = performance.now() - start;
    const ended = await Promise.all(agents);
    const { installed, events } = await administrator.count();
    const restarted = ended.filter(({ ending }) => ending === 'reboot').length;
    return { installed: Math.min(installed, restarted), events, latencies, time };
  } finally {
    abort();
    rmSync(folder, { recursive: true, force: true });
  }

  async function startAgent(
    { address, interval, work }: Fleet,
    agent: {
      readonly folder: string;
      readonly index: number;
      readonly token: string;
      readonly latencies: number[];
      readonly signal: AbortSignal;
    },
  ): Promise<SimulatedMachine> {
    const machine = new SimulatedMachine(agent.index, work);
    const send = measure(
      createConnection({ server: new URL(address), signal: agent.signal }),
      agent.latencies,
    );
    await Agent.run({
      send,
      host: machine,
      state: await StateFile.open(join(agent.folder, String(agent.index))),
      readToken: async () => agent.token,
      labels: { simulated: 'yes' },
      signal: agent.signal,
      print: () => {},
      interval,
    });
    return machine;
  }
}

/** A signal that aborts after a time. */
class DeadlineSignal {
  readonly #controller = new AbortController();
  readonly signal: AbortSignal;
  readonly abort = (): void => this.#controller.abort();

  constructor(limit: number) {
    this.signal = AbortSignal.any([this.#controller.signal, AbortSignal.timeout(limit)]);
  }
}

function measure(send: Send, latencies: number[]): Send {
  return async (...sent) => {
    const start = performance.now();
    const response = await send(...sent);
    latencies.push(performance.now() - start);
    return response;
  };
}

/** A configuration whose passwords are hashes, so that no program runs. */
const HASH = `$6$benchmark$${'a'.repeat(86)}`;

function configuration(index: number): string {
  return JSON.stringify({
    bootloader: 'systemd-bootctl',
    kernels: ['linux'],
    'mirror-region': { Test: { 'http://127.0.0.1:9/$repo/os/$arch': true } },
    harddrives: [`serial=${diskSerial(index)}`],
    hostname: `machine-${index}`,
    '!root-password': HASH,
  });
}

interface NodeState {
  readonly id: number;
  readonly state: string;
  readonly macs: readonly string[];
}

class Administrator {
  readonly #fleet: Fleet;
  readonly #signal: AbortSignal;

  constructor(fleet: Fleet, signal: AbortSignal) {
    this.#fleet = fleet;
    this.#signal = signal;
  }

  /** Adds a configuration and a token for each machine, and returns the tokens. */
  prepare(): Promise<string[]> {
    return this.#forEach(
      Array.from({ length: this.#fleet.machines }, (_, index) => index),
      async (index) => {
        const selector = { mac: macOf(index) };
        await this.#send('POST', '/api/node-configurations', {
          selector,
          configuration: configuration(index),
        });
        return ((await this.#send('POST', '/api/nodes/tokens', {})) as { token: string }).token;
      },
    );
  }

  /** Approves nodes as they register, and sets them to install. */
  async installAll(): Promise<void> {
    let left = this.#fleet.machines;
    while (left > 0) {
      const pending = (await this.#send('GET', '/api/nodes?state=pending')) as NodeState[];
      await this.#forEach(pending, async ({ id }) => {
        await this.#send('POST', `/api/nodes/${id}/approve`, {});
        const { digest } = (await this.#send('GET', `/api/nodes/${id}/plan`)) as { digest: string };
        await this.#send('POST', `/api/nodes/${id}/install`, { planSha256: digest });
      });
      left -= pending.length;
    }
  }

  /** Counts installed nodes and their events. */
  async count(): Promise<{ readonly installed: number; readonly events: number }> {
    const nodes = (await this.#send('GET', '/api/nodes?state=installed')) as NodeState[];
    const counts = await this.#forEach(nodes, async ({ id }) => {
      const stream = await this.#text('GET', `/api/nodes/${id}/runs/1/events`);
      const numbers = [...stream.matchAll(/^id: ?(\d+)$/gm)].map(([, number]) => Number(number));
      // Numbers without gaps show that no event is missing or stored twice.
      return numbers.every((number, position) => number === position + 1) ? numbers.length : 0;
    });
    return { installed: nodes.length, events: counts.reduce((sum, count) => sum + count, 0) };
  }

  async #forEach<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
    const results: R[] = [];
    const share = async (first: number): Promise<void> => {
      for (let index = first; index < items.length; index += IN_FLIGHT)
        results[index] = await work(items[index]!);
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, (_, first) => share(first)));
    return results;
  }

  async #send(method: string, path: string, json?: object): Promise<unknown> {
    return JSON.parse(await this.#text(method, path, json)) as unknown;
  }

  /** Uses new connections of `node:http`: `fetch` gives up after 10 s, which a busy machine may exceed. */
  #text(method: string, path: string, json?: object): Promise<string> {
    const { address, token } = this.#fleet;
    return new Promise((resolve, reject) => {
      const sent = request(`${address}${path}`, {
        method,
        agent: false,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        signal: this.#signal,
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        const { statusCode = 0 } = response;
        const complete = (body: string): void => {
          if (statusCode < 400) resolve(body);
          else reject(new Error(`${method} ${path}: ${statusCode} ${body}`));
        };
        text(response).then(complete, reject);
      });
      sent.end(json === undefined ? undefined : JSON.stringify(json));
    });
  }
}
