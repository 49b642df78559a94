import { batch, signal, type Signal } from '@preact/signals';
import type { Install, InstallEvent, InstallFailure, TimelineAnswer } from '../api/answers.ts';
import { followEvents } from '../api/event-follower.ts';
import { Problem } from '../api/problem.ts';
import { dataOf, service } from '../api/requests.ts';
import type { RunLog } from './run-log.ts';
import { listStages, type Stage, type StageStep } from './stages.ts';
import type { Session } from './session.ts';
import type { Timeline } from './timeline.ts';

type StartEvent = Extract<InstallEvent, { readonly type: 'start' }>;
type FinishEvent = Extract<InstallEvent, { readonly type: 'finish' }>;
type ProgressEvent = Extract<InstallEvent, { readonly type: 'progress' }>;
type EndEvent = Extract<InstallEvent, { readonly type: 'end' }>;

/** A step of the installation. */
interface Step extends StageStep {
  readonly title: string;
}

/** The running step that started last. */
export interface CurrentStep {
  readonly title: string;
  readonly stage: string;
  readonly bytes?: { readonly done: number; readonly total: number } | undefined;
  /** Number of other steps that run at the same time. */
  readonly others: number;
}

/** The displayed installation, followed until its end. */
export class Run {
  /** Undefined until it is loaded. */
  readonly install: Signal<Install | undefined> = signal<Install | undefined>(undefined);
  /** Whether the service does not know the installation. */
  readonly isAbsent: Signal<boolean> = signal(false);
  /** Whether the request for the installation failed. */
  readonly hasFailed: Signal<boolean> = signal(false);
  readonly isConnected: Signal<boolean> = signal(true);
  /** Progress from 0 to 1. */
  readonly total: Signal<number> = signal(0);
  readonly step: Signal<CurrentStep | undefined> = signal<CurrentStep | undefined>(undefined);
  readonly stages: Signal<readonly Stage[]> = signal<readonly Stage[]>([]);
  readonly failure: Signal<InstallFailure | undefined> = signal<InstallFailure | undefined>(undefined);
  readonly #session: Session;
  readonly #log: RunLog;
  readonly #timeline: Timeline;
  /** Called when an installation ends while it is displayed. */
  readonly #ended: () => void;
  #stop = new AbortController();
  /** The steps in the order of their starts. */
  #steps = new Map<string, Step>();

  constructor(session: Session, log: RunLog, timeline: Timeline, ended: () => void) {
    this.#session = session;
    this.#log = log;
    this.#timeline = timeline;
    this.#ended = ended;
  }

  /** Loads an installation and follows it until its end, or until `close`. */
  async open(id: number): Promise<void> {
    this.close();
    this.#stop = new AbortController();
    const { signal: stopped } = this.#stop;
    this.#reset();
    await this.#session.guard(async () => {
      const install = await this.#load(id, stopped);
      if (install === undefined || stopped.aborted) return;
      const lines = await this.#log.open(id);
      if (stopped.aborted) return;
      await this.#timeline.load(id);
      if (stopped.aborted) return;
      batch(() => {
        this.show(install);
        this.#showTimeline(this.#timeline.answer.peek());
      });
      if (install.ended !== undefined) return;
      // The number of an event is never lower than that of its line, so no event is missed. Events that are already
      // known change nothing.
      const after = Math.max(0, lines - 1);
      const follower = { after, onEvent: this.#receive, onConnection: this.#reportConnection };
      await followEvents(id, follower, stopped);
    });
    if (!stopped.aborted) this.hasFailed.value = this.install.peek() === undefined && !this.isAbsent.peek();
  }

  /** Shows the state of an installation that was loaded, or that a request has changed. */
  show(install: Install): void {
    this.install.value = install;
    if (install.failure !== undefined) this.#showFailure(install.failure);
  }

  close(): void {
    this.#stop.abort();
    this.#log.close();
  }

  async #load(id: number, stopped: AbortSignal): Promise<Install | undefined> {
    try {
      const request = { params: { path: { id } }, signal: stopped };
      return await dataOf(service().GET('/api/installs/{id}', request));
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 404) throw error;
      if (!stopped.aborted) this.isAbsent.value = true;
      return undefined;
    }
  }

  #reset(): void {
    this.#steps = new Map();
    this.#timeline.discard();
    batch(() => {
      this.install.value = undefined;
      this.isAbsent.value = false;
      this.hasFailed.value = false;
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
      else if (event.type === 'failure') this.#showFailure(event);
      else if (event.type === 'end') this.#showEnd(event);
    });
    if (event.type !== 'progress' && event.type !== 'finish') this.#log.refreshSoon();
  };

  #showTimeline(answer: TimelineAnswer | undefined): void {
    for (const { id, title, stage, end, outcome } of answer?.steps ?? []) {
      const state = end === undefined && !this.#hasEnded ? 'now' : stateOf(outcome);
      this.#steps.set(id, { title, stage, state });
    }
    this.total.value = answer?.progress ?? 0;
    this.#showStages();
    if (!this.#hasEnded) this.#showStep();
  }

  #showStart({ id, parent, title, stage }: StartEvent): void {
    const install = this.install.value;
    if (install !== undefined && install.state !== 'running') {
      const { needs: _, ...rest } = install;
      this.install.value = { ...rest, state: 'running' };
    }
    // The installation itself has no parent.
    if (parent === undefined || this.#steps.has(id)) return;
    this.#steps.set(id, { title, stage, state: 'now' });
    this.#showStages();
    this.#showStep();
  }

  #showFinish({ id, outcome }: FinishEvent): void {
    const step = this.#steps.get(id);
    if (step === undefined) return;
    this.#steps.set(id, { ...step, state: stateOf(outcome) });
    this.#showStages();
    this.#showStep();
  }

  #showProgress({ total, bytes }: ProgressEvent): void {
    this.total.value = Math.max(total, this.total.peek());
    this.#showStep(bytes);
  }

  #showFailure({ id, message, next, command, exitStatus, signal: killed, tail }: InstallFailure): void {
    const failure = { id, message, next, command, exitStatus, signal: killed, tail };
    // The `end` event repeats the failure, which should be announced only once.
    if (JSON.stringify(failure) === JSON.stringify(this.failure.value)) return;
    this.failure.value = Object.fromEntries(
      Object.entries(failure).filter(([, value]) => value !== undefined),
    ) as unknown as InstallFailure;
  }

  #showEnd({ state, resumable, failure }: EndEvent): void {
    const install = this.install.value;
    if (install === undefined || this.#hasEnded) return;
    const { needs: _, ...rest } = install;
    const ended = new Date().toISOString();
    this.install.value = { ...rest, state, ended, resumable, ...(failure && { failure }) };
    if (state === 'done') this.total.value = 1;
    this.step.value = undefined;
    this.#showStages();
    if (failure !== undefined) this.#showFailure(failure);
    void this.#timeline.load(install.id);
    this.#ended();
  }

  get #hasEnded(): boolean {
    return this.install.peek()?.ended !== undefined;
  }

  /** Shows the running step that started last, with the number of other running steps. */
  #showStep(bytes?: CurrentStep['bytes']): void {
    const running = [...this.#steps.values()].filter(({ state }) => state === 'now');
    const last = running.at(-1);
    this.step.value =
      last === undefined
        ? undefined
        : { title: last.title, stage: last.stage, bytes, others: running.length - 1 };
  }

  #showStages(): void {
    const planned = this.#timeline.answer.peek()?.stages ?? [];
    const { state, resume } = this.install.peek() ?? {};
    this.stages.value = listStages(planned, [...this.#steps.values()], {
      isComplete: state === 'done',
      isResumed: resume === true,
    });
  }
}

function stateOf(outcome: FinishEvent['outcome'] | undefined): 'good' | 'bad' {
  return outcome === 'done' || outcome === 'skipped' ? 'good' : 'bad';
}
