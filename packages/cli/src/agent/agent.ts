import { randomBytes } from 'node:crypto';
import { ServiceRefusal, type Send } from './connection.ts';
import type { AgentHost, WorkEnd } from './host.ts';
import type { Orders, Work } from './protocol.ts';
import { DEFAULT_DELAYS, retry, wait, type RetryDelays } from './retry.ts';
import { EventSender } from './sender.ts';
import { Spool } from './spool.ts';
import type { AgentState, RunState, StateFile } from './state.ts';

export interface AgentOptions {
  readonly send: Send;
  readonly host: AgentHost;
  readonly state: StateFile;
  /** Reads the one-time token; called only for the registration. */
  readonly readToken: () => Promise<string>;
  readonly labels: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly print: (message: string) => void;
  readonly delays?: RetryDelays;
  /** Milliseconds between requests for orders; default: as the service says. */
  readonly interval?: number;
}

/** Why the agent ended. */
export type AgentEnd = 'released' | 'refused' | 'ending';

/**
 * Registers the machine, and works until the node is released, the machine restarts or turns off, or `signal` aborts. Every
 * step is stored before it is made, so that an agent that was killed continues where it was.
 */
export class Agent {
  readonly #options: AgentOptions;
  readonly #delays: RetryDelays;
  #state: AgentState;

  private constructor(options: AgentOptions, state: AgentState) {
    this.#options = options;
    this.#delays = options.delays ?? DEFAULT_DELAYS;
    this.#state = state;
  }

  /**
   * Runs an agent.
   *
   * @throws UsageError when the state folder, the token or the machine's identity cannot be used
   */
  static async run(options: AgentOptions): Promise<AgentEnd> {
    const key = randomBytes(32).toString('base64url');
    const agent = new Agent(options, (await options.state.read()) ?? { key, isRegistered: false });
    try {
      if (!agent.#state.isRegistered) await agent.#register();
      return await agent.#work();
    } catch (error) {
      if (!(error instanceof ServiceRefusal)) throw error;
      options.print(error.message);
      if (error.status !== 401) return 'refused';
      // The key and the claimed configuration are of no use any more.
      await options.state.remove();
      return 'released';
    }
  }

  async #register(): Promise<void> {
    const { host, readToken, labels, print } = this.#options;
    const [token, identity, facts] = [await readToken(), await host.readIdentity(), await host.readFacts()];
    // Stored first: if the response is lost, the same key and token register the same agent.
    await this.#set({});
    const { key } = this.#state;
    const orders = (await this.#request('/agent/registrations', {
      token,
      key,
      ...identity,
      labels,
      facts,
    })) as Orders;
    await this.#set({ isRegistered: true });
    print(`registered as node ${orders.node}; compare this code before you approve it: ${orders.code}`);
  }

  async #work(): Promise<'ending'> {
    const { signal, print } = this.#options;
    let lastState = '';
    for (;;) {
      const orders = (await this.#request('/agent/orders', {}, true)) as Orders;
      if (orders.state !== lastState) print(`node ${orders.node} is ${orders.state} (code ${orders.code})`);
      lastState = orders.state;
      const interval = this.#options.interval ?? orders.interval;
      const { run } = this.#state;
      const isUnreported = run?.outcome !== undefined && run.isReported !== true;
      if (isUnreported || (run?.isReported === true && run.outcome?.ending !== 'wait')) {
        if (await this.#finish(interval)) return 'ending';
      } else if (orders.work !== undefined) {
        if (await this.#runWork(orders.work.run, interval)) return 'ending';
      }
      await wait(interval, signal);
    }
  }

  /** Runs the work of a run, and reports its outcome; returns true if the machine ends. */
  async #runWork(run: number, interval: number): Promise<boolean> {
    const work = await this.#claim(run);
    if (work === undefined) return false;
    const spool = Spool.open(this.#options.state.folder, run);
    try {
      const current = this.#state.run!;
      await this.#set({ run: { ...current, isStarted: true } });
      const end = await this.#perform(work, spool, current.isStarted === true, interval);
      // An interrupted agent continues the work when it is started again.
      if (end.isInterrupted) this.#options.signal.throwIfAborted();
      const failure = end.isInterrupted ? { message: 'The run was cancelled' } : end.failure;
      const { nonce } = current;
      const outcome = {
        ending: failure === undefined ? work.ending : 'wait',
        ...(failure && { failure }),
      } as const;
      await this.#set({ run: { run, nonce, outcome } });
    } finally {
      spool.close();
    }
    return this.#finish(interval);
  }

  async #claim(run: number): Promise<Work | undefined> {
    const last = this.#state.run;
    // A database that was restored without `writ restore` gives the numbers of reported runs to new work.
    const known = last?.run === run && last.outcome === undefined ? last : undefined;
    const nonce = known?.nonce ?? randomBytes(32).toString('base64url');
    if (known === undefined) {
      Spool.clear(this.#options.state.folder);
      await this.#set({ run: { run, nonce } });
    }
    let work = known?.work;
    try {
      if (work === undefined) {
        work = (await this.#request('/agent/orders/claim', { run, nonce }, true)) as Work;
        await this.#set({ run: { run, nonce, work } });
      }
      await this.#request('/agent/orders/claim/confirmation', { run, nonce }, true);
      return work;
    } catch (error) {
      if (!(error instanceof ServiceRefusal) || error.status === 401) throw error;
      this.#options.print(`run ${run} cannot be claimed: ${error.message}`);
      // The stored work is that of an earlier run with the same number; the next claim gets the current work.
      if (known?.work !== undefined && error.status === 409) await this.#set({ run: undefined });
      return undefined;
    }
  }

  async #perform(work: Work, spool: Spool, isResumed: boolean, interval: number): Promise<WorkEnd> {
    const { host, signal, print } = this.#options;
    const cancel = new AbortController();
    const sender = this.#createSender(spool, interval, () => {
      if (!cancel.signal.aborted) print('the administrator has cancelled the run');
      cancel.abort();
    });
    print(`${work.kind === 'install' ? 'installing' : 'erasing'} as run ${this.#state.run!.run}`);
    const following = sender.follow(signal).catch((error: unknown) => {
      if (!(error instanceof ServiceRefusal)) return undefined;
      // Without its node, the work has no purpose. Otherwise, it does not depend on its events.
      if (error.status !== 401) print(`events are no longer sent: ${error.message}`);
      else cancel.abort();
      return error.status === 401 ? error : undefined;
    });
    const options = {
      isResumed,
      signal: AbortSignal.any([signal, cancel.signal]),
      onEvent: (event: { readonly type: string }) => spool.add(event),
    };
    const performed = work.kind === 'install' ? host.install(work, options) : host.erase(work, options);
    const end = await performed.finally(() => sender.end());
    const refusal = await following;
    if (refusal !== undefined) throw refusal;
    return end;
  }

  /** Sends the remaining events and the report, and ends the machine if it is to end; returns true then. */
  async #finish(interval: number): Promise<boolean> {
    const { host, signal, print, state } = this.#options;
    const current = this.#state.run!;
    const { run, nonce, outcome } = current;
    if (current.isReported !== true) {
      const spool = Spool.open(state.folder, run);
      try {
        await this.#createSender(spool, interval, () => {})
          .flush(signal)
          .catch((error: unknown) => {
            if (!(error instanceof ServiceRefusal) || error.status === 401) throw error;
            print(`events were not sent: ${error.message}`);
          });
      } finally {
        spool.close();
      }
      const { failure } = outcome!;
      await this.#request('/agent/orders/report', { run, ...(failure && { failure }) }, true).catch(
        (error: unknown) => {
          // The records of the service contain no such run; they may have been restored from a backup.
          if (!(error instanceof ServiceRefusal) || error.status !== 409) throw error;
          print(`the report of run ${run} was refused: ${error.message}`);
        },
      );
      await this.#set({ run: { run, nonce, outcome: outcome!, isReported: true } });
      print(failure === undefined ? `run ${run} is complete` : `run ${run} failed: ${failure.message}`);
    }
    const { ending } = outcome!;
    if (ending === 'wait') return false;
    print(`next: ${ending}`);
    await host.end(ending);
    return true;
  }

  #createSender(spool: Spool, interval: number, cancelled: () => void): EventSender {
    const { send, print } = this.#options;
    const { key, run } = this.#state;
    return new EventSender(spool, {
      send,
      key,
      run: run!.run,
      delays: this.#delays,
      interval,
      failed: (reason) => print(`the service does not respond: ${reason}`),
      cancelled,
    });
  }

  #request(path: string, body: object, isOwn = false): Promise<unknown> {
    const { send, signal, print } = this.#options;
    return retry(() => send(path, body, isOwn ? this.#state.key : undefined), {
      delays: this.#delays,
      signal,
      failed: (reason) => print(`the service does not respond: ${reason}`),
    });
  }

  async #set(change: {
    readonly isRegistered?: boolean;
    readonly run?: RunState | undefined;
  }): Promise<void> {
    this.#state = { ...this.#state, ...change };
    await this.#options.state.write(this.#state);
  }
}
