import { batch, signal, type Signal } from '@preact/signals';
import type { CheckAnswer, PlanAnswer, Report } from '../../src/answers.ts';
import { Problem } from '../api/problem.ts';
import { postText } from '../api/requests.ts';
import type { Configuration } from './configuration.ts';
import type { Memory } from './memory.ts';
import { isAbort, type Session } from './session.ts';

/** Milliseconds without a change before the configuration is checked. */
const TYPING_PAUSE = 250;
/** Milliseconds between two attempts while the service does not respond. */
const RETRY_PAUSE = 2_000;

/** The names of images that the service accepts. */
export const imagePattern = '[A-Za-z0-9][A-Za-z0-9._\\-]*\\.(img|raw)';
export const imageLength = 100;

/** The displayed plan, or the reason why there is none. */
export type PlanState =
  | { readonly kind: 'unchecked' | 'errors' | 'bad-image' }
  | { readonly kind: 'refused'; readonly title: string; readonly details: readonly string[] }
  | { readonly kind: 'planned'; readonly answer: PlanAnswer };

/** The progress of a check. */
export type CheckState = 'checking' | 'checked' | 'failed';

/** Checks the configuration, and plans it if it has no errors. */
export class Planning {
  /** The text to which the findings refer. */
  readonly checkedText: Signal<string | undefined> = signal<string | undefined>(undefined);
  /** The findings of the last check that succeeded. */
  readonly report: Signal<Report | undefined> = signal<Report | undefined>(undefined);
  readonly checkState: Signal<CheckState> = signal<CheckState>('checking');
  /** Remains displayed until the next plan is known. */
  readonly state: Signal<PlanState> = signal<PlanState>({ kind: 'unchecked' });
  /** The plan of the present text and image; undefined while it is unknown. */
  readonly current: Signal<PlanAnswer | undefined> = signal<PlanAnswer | undefined>(undefined);
  readonly image: Signal<string> = signal('demonstration.img');
  readonly #configuration: Configuration;
  readonly #memory: Memory;
  readonly #session: Session;
  #checking = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(configuration: Configuration, memory: Memory, session: Session) {
    this.#configuration = configuration;
    this.#memory = memory;
    this.#session = session;
  }

  /** Discards the plan, and checks after a short time without changes. */
  checkSoon(): void {
    this.discard();
    this.#checkIn(TYPING_PAUSE, false);
  }

  /** Discards the plan, which no longer applies. */
  discard(): void {
    this.current.value = undefined;
  }

  async check(repeated = false): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#checking.abort();
    this.#checking = new AbortController();
    const { signal: ended } = this.#checking;
    await this.#session.guard(async () => {
      await this.#checkText(ended);
      if (repeated) this.#session.message.value = undefined;
    }, repeated);
  }

  #checkIn(pause: number, repeated: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(repeated), pause);
  }

  async #checkText(ended: AbortSignal): Promise<void> {
    const text = this.#configuration.text.value;
    // A retry leaves the failure displayed until it succeeds.
    if (this.checkState.value !== 'failed') this.checkState.value = 'checking';
    try {
      const { masked, ...report } = await postText<CheckAnswer>('/api/check', text, ended);
      this.#memory.storeText(text, masked);
      batch(() => {
        this.report.value = report;
        this.checkedText.value = text;
        this.checkState.value = 'checked';
      });
      if (report.valid) await this.#makePlan(text, ended);
      else this.state.value = { kind: 'errors' };
    } catch (error) {
      if (!isAbort(error)) this.#handleError(error);
      throw error;
    }
  }

  async #makePlan(text: string, ended: AbortSignal): Promise<void> {
    const image = this.image.value;
    if (!isImageName(image)) {
      this.state.value = { kind: 'bad-image' };
      return;
    }
    try {
      const path = `/api/plan?image=${encodeURIComponent(image)}`;
      const answer = await postText<PlanAnswer>(path, text, ended);
      this.state.value = { kind: 'planned', answer };
      this.current.value = answer;
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 401) throw error;
      const { title = error.message, errors = [], detail } = error.document;
      const details = errors.map((each) => [each.detail, each.hint].filter(Boolean).join('\n    '));
      this.state.value = {
        kind: 'refused',
        title,
        details: details.length > 0 || detail === undefined ? details : [detail],
      };
    }
  }

  #handleError(error: unknown): void {
    this.checkState.value = 'failed';
    this.discard();
    this.state.value = { kind: 'unchecked' };
    if (error instanceof Problem && error.status < 500) return;
    // A change since then has scheduled an earlier check.
    if (this.#timer === undefined) this.#checkIn(RETRY_PAUSE, true);
  }
}

function isImageName(name: string): boolean {
  return name.length <= imageLength && new RegExp(`^${imagePattern}$`).test(name);
}
