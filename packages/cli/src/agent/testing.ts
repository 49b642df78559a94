import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ServiceRefusal, type Send } from './connection.ts';
import type { AgentHost, WorkEnd, WorkOptions } from './host.ts';
import type { MachineIdentity, NumberedEvent, Orders, Work } from './protocol.ts';

/** Creates a folder that is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'writ-agent-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const installation: Work = {
  kind: 'install',
  config: '{}',
  creds: '{"secret":"canary-claimed"}',
  options: {},
  planSha256: 'd'.repeat(64),
  ending: 'reboot',
};

/** A service in memory, with one node. */
export class FakeService {
  /** Paths of the requests, without `/agent`. */
  readonly calls: string[] = [];
  readonly events: NumberedEvent[] = [];
  state = 'pending';
  work: Work | undefined;
  run = 0;
  isCancelled = false;
  nonce: string | undefined;
  isConfirmed = false;
  report: { readonly failure?: object } | undefined;
  token = 'the-token';
  key: string | undefined;
  /** Called before each request is handled; it may throw. */
  before: (path: string) => void = () => {};
  /** Called after each request has been handled, before the response; it may throw. */
  after: (path: string) => void = () => {};

  readonly send: Send = async (path, body, key) => {
    const short = path.replace('/agent/', '').replace('orders/', '');
    this.calls.push(short);
    this.before(short);
    const response = this.#handle(short, body as Readonly<Record<string, unknown>>, key);
    this.after(short);
    return response;
  };

  #handle(path: string, body: Readonly<Record<string, unknown>>, key: string | undefined): unknown {
    if (path === 'registrations') {
      if (body['token'] !== this.token || (this.key !== undefined && this.key !== body['key']))
        throw new ServiceRefusal(403, 'the token is used');
      this.key = String(body['key']);
      return this.#orders();
    }
    if (key !== this.key) throw new ServiceRefusal(401, 'unknown key');
    if (path === 'orders') return this.#orders();
    if (body['run'] !== this.run) throw new ServiceRefusal(409, 'another run');
    if (path === 'claim') {
      if ((this.nonce !== undefined && this.nonce !== body['nonce']) || this.isConfirmed)
        throw new ServiceRefusal(409, 'claimed');
      this.nonce = String(body['nonce']);
      return this.work;
    }
    if (path === 'claim/confirmation') {
      this.isConfirmed = true;
      return {};
    }
    if (path === 'events') {
      for (const event of body['events'] as NumberedEvent[])
        if (event.number === this.events.length + 1) this.events.push(event);
      return { last: this.events.length };
    }
    this.report = body;
    this.work = undefined;
    return {};
  }

  #orders(): Orders {
    const work = this.work && { run: this.run, kind: this.work.kind, isCancelled: this.isCancelled };
    return { node: 1, state: this.state, code: '0123-4567-89ab', interval: 5, ...(work && { work }) };
  }
}

/** A machine without disks. */
export class FakeMachine implements AgentHost {
  readonly endings: string[] = [];
  readonly runs: { readonly isResumed: boolean }[] = [];
  /** Replaces the installation. */
  perform: (options: WorkOptions) => Promise<WorkEnd> = async ({ onEvent }) => {
    onEvent({ type: 'start' });
    onEvent({ type: 'finish' });
    return { isInterrupted: false };
  };

  facts = '{}';

  readIdentity(): Promise<MachineIdentity> {
    return Promise.resolve({ macs: ['52:54:00:12:34:56'] });
  }

  readFacts(): Promise<string> {
    return Promise.resolve(this.facts);
  }

  install(_work: object, options: WorkOptions): Promise<WorkEnd> {
    return this.#run(options);
  }

  erase(_work: object, options: WorkOptions): Promise<WorkEnd> {
    return this.#run(options);
  }

  async end(ending: string): Promise<void> {
    this.endings.push(ending);
  }

  #run(options: WorkOptions): Promise<WorkEnd> {
    this.runs.push({ isResumed: options.isResumed });
    return this.perform(options);
  }
}
