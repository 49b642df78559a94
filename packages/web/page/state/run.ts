import { batch, signal, type Signal } from '@preact/signals';
import type { Install, InstallEvent, InstallFailure } from '../../src/answers.ts';
import { followEvents } from '../api/event-follower.ts';
import { Problem } from '../api/problem.ts';
import { getJson } from '../api/requests.ts';
import type { Session } from './session.ts';

type StartEvent = Extract<InstallEvent, { readonly type: 'start' }>;
type FinishEvent = Extract<InstallEvent, { readonly type: 'finish' }>;
type ProgressEvent = Extract<InstallEvent, { readonly type: 'progress' }>;
type EndEvent = Extract<InstallEvent, { readonly type: 'end' }>;

/** A stage of the installation, such as `packages`. */
export interface Stage {
  readonly name: string;
  readonly state: 'waiting' | 'now' | 'good' | 'bad';
}

/** The step that started last. */
export interface CurrentStep {
  readonly title: string;
  readonly bytes?: { readonly done: number; readonly total: number } | undefined;
  /** Number of other steps that run at the same time. */
  readonly others: number;
}

/** Receives the output of an installation. */
export interface OutputSink {
  /** @param source `title` for the title of a step, else the source of the event */
  write(output: string, source: string): void;
  clear(): void;
}

/** The displayed installation, followed from its first event. */
export class Run {
  /** Undefined until it is loaded. */
  readonly install: Signal<Install | undefined> = signal<Install | undefined>(undefined);
  /** Whether the service does not have the installation. */
  readonly isAbsent: Signal<boolean> = signal(false);
  readonly isConnected: Signal<boolean> = signal(true);
  /** Progress from 0 to 1. */
  readonly total: Signal<number> = signal(0);
  readonly step: Signal<CurrentStep | undefined> = signal<CurrentStep | undefined>(undefined);
  readonly stages: Signal<readonly Stage[]> = signal<readonly Stage[]>([]);
  readonly failure: Signal<InstallFailure | undefined> = signal<InstallFailure | undefined>(undefined);
  readonly #session: Session;
  /** Called when an installation ends while it is displayed. */
  readonly #ended: () => void;
  #stop = new AbortController();
  #output: OutputSink | undefined;
  #steps = new Map<string, StartEvent>();
  /** Ids of the running steps in the order of their starts, except for the installation itself. */
  #running = new Set<string>();
  /** Whether the installation had already ended when it was first displayed. */
  #hasEnded = false;

  constructor(session: Session, ended: () => void) {
    this.#session = session;
    this.#ended = ended;
  }

  /** Loads an installation and follows it until its end, or until `close`. */
  async open(id: number, output: OutputSink): Promise<void> {
    this.close();
    this.#stop = new AbortController();
    const { signal: ended } = this.#stop;
    this.#reset(output);
    await this.#session.guard(async () => {
      const install = await this.#load(id);
      if (install === undefined || ended.aborted) return;
      this.show(install);
      await followEvents(id, { onEvent: this.#receive, onConnection: this.#reportConnection }, ended);
    });
  }

  /** Shows the state of an installation after a request that changed it. */
  show(install: Install): void {
    this.install.value = install;
    this.#hasEnded = install.ended !== undefined;
    if (install.failure !== undefined) this.#showFailure(install.failure);
  }

  close(): void {
    this.#stop.abort();
  }

  async #load(id: number): Promise<Install | undefined> {
    try {
      return await getJson<Install>(`/api/installs/${id}`);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404) throw error;
      this.isAbsent.value = true;
      return undefined;
    }
  }

  #reset(output: OutputSink): void {
    this.#output = output;
    this.#steps = new Map();
    this.#running = new Set();
    output.clear();
    batch(() => {
      this.install.value = undefined;
      this.isAbsent.value = false;
      this.isConnected.value = true;
      this.total.value = 0;
      this.step.value = undefined;
      this.stages.value = [];
      this.failure.value = undefined;
    });
  }

  readonly #reportConnection = (connected: boolean): void => {
    if (!this.#stop.signal.aborted && !this.#hasEnded) this.isConnected.value = connected;
  };

  readonly #receive = (event: InstallEvent): void => {
    if (this.#stop.signal.aborted) return;
    batch(() => {
      if (event.type === 'start') this.#showStart(event);
      else if (event.type === 'finish') this.#showFinish(event);
      else if (event.type === 'progress') this.#showProgress(event);
      else if (event.type === 'log') {
        this.#output?.write(this.#running.size > 1 ? `${event.id}: ${event.text}` : event.text, event.source);
      } else if (event.type === 'failure') this.#showFailure(event);
      else if (event.type === 'end') this.#showEnd(event);
    });
  };

  #showStart(event: StartEvent): void {
    const install = this.install.value;
    // The events of an ended installation are only replayed.
    if (!this.#hasEnded && install !== undefined && install.state !== 'running') {
      const { needs: _, ...rest } = install;
      this.install.value = { ...rest, state: 'running' };
    }
    this.#steps.set(event.id, event);
    if (event.parent !== undefined) {
      this.#running.add(event.id);
      this.#markStage(event.stage, 'now');
    }
    this.#showStep(event.id);
    this.#output?.write(event.title, 'title');
  }

  #showFinish({ id, outcome }: FinishEvent): void {
    this.#running.delete(id);
    const latest = [...this.#running].at(-1);
    if (latest !== undefined) this.#showStep(latest);
    const step = this.#steps.get(id);
    if (step?.parent === undefined) return;
    if (outcome !== 'done' && outcome !== 'skipped') this.#markStage(step.stage, 'bad');
    else if (![...this.#running].some((other) => this.#steps.get(other)?.stage === step.stage)) {
      this.#markStage(step.stage, 'good');
    }
  }

  #showProgress({ id, total, bytes }: ProgressEvent): void {
    this.total.value = total;
    this.#showStep(id, bytes);
  }

  #showFailure({ id, message, next, command, exitStatus, signal: killed, tail }: InstallFailure): void {
    const failure = { id, message, next, command, exitStatus, signal: killed, tail };
    // The event `end` repeats the failure, which should be announced once.
    if (JSON.stringify(failure) === JSON.stringify(this.failure.value)) return;
    this.failure.value = Object.fromEntries(
      Object.entries(failure).filter(([, value]) => value !== undefined),
    ) as unknown as InstallFailure;
  }

  #showEnd({ state, resumable, failure }: EndEvent): void {
    const install = this.install.value;
    if (state === 'done') this.total.value = 1;
    this.step.value = undefined;
    if (install !== undefined && !this.#hasEnded) {
      const { needs: _, ...rest } = install;
      const ended = new Date().toISOString();
      this.install.value = { ...rest, state, ended, resumable, ...(failure && { failure }) };
    }
    if (failure !== undefined) this.#showFailure(failure);
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#ended();
  }

  /** Shows a step; if others run at the same time, with their number. */
  #showStep(id: string, bytes?: CurrentStep['bytes']): void {
    const others = this.#running.size - (this.#running.has(id) ? 1 : 0);
    this.step.value = { title: this.#steps.get(id)?.title ?? '', bytes, others };
  }

  #markStage(name: string, state: Stage['state']): void {
    const stages = this.stages.value;
    const known = stages.find((stage) => stage.name === name);
    if (known === undefined) this.stages.value = [...stages, { name, state }];
    // A stage with a failed step remains failed.
    else if (known.state !== state && known.state !== 'bad') {
      this.stages.value = stages.map((stage) => (stage === known ? { name, state } : stage));
    }
  }
}
