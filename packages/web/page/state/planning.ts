import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { PlanAnswer, PlanChanges, Report } from '../api/answers.ts';
import { Problem } from '../api/problem.ts';
import { dataOf, service } from '../api/requests.ts';
import { languageOption } from '../text/language-option.ts';
import type { Configuration } from './configuration.ts';
import type { Memory } from './memory.ts';
import { isAbort, type Session } from './session.ts';

/** Milliseconds without further changes after which the configuration is checked. */
const TYPING_PAUSE = 150;
/** Milliseconds between attempts while the service does not respond. */
const RETRY_PAUSE = 2_000;

/** The names that can be entered for images; `.img` is added if they do not end in `.img` or `.raw`. */
export const imagePattern = '[A-Za-z0-9][A-Za-z0-9._\\-]*';
export const imageLength = 100;

/** The displayed plan, or the reason why there is none. */
export type PlanState =
  | { readonly kind: 'unchecked' | 'errors' | 'bad-image' }
  | { readonly kind: 'refused'; readonly title: string; readonly details: readonly string[] }
  | { readonly kind: 'planned'; readonly answer: PlanAnswer };

/** An image in the images folder, or a disk in the service's machine. */
export type Target = { readonly image: string } | { readonly device: string };

/** The progress of a check. */
export type CheckState = 'checking' | 'checked' | 'failed';

/** Checks the configuration, and plans it if it has no errors. */
export class Planning {
  /** The text to which the findings refer. */
  readonly checkedText: Signal<string | undefined> = signal<string | undefined>(undefined);
  /** The result of the last check to which the service has responded. */
  readonly report: Signal<Report | undefined> = signal<Report | undefined>(undefined);
  readonly checkState: Signal<CheckState> = signal<CheckState>('checking');
  /** The displayed plan. While an edit is checked and planned, it remains displayed, marked as outdated. */
  readonly state: Signal<PlanState> = signal<PlanState>({ kind: 'unchecked' });
  /** The plan of the current text and target; undefined while it is unknown. */
  readonly current: Signal<PlanAnswer | undefined> = signal<PlanAnswer | undefined>(undefined);
  /** The effect of the last edit on the plan; undefined if it is unknown. */
  readonly changes: Signal<PlanChanges | undefined> = signal<PlanChanges | undefined>(undefined);
  readonly image: Signal<string> = signal('archlinux.img');
  /** The disk in the service's machine that is the target; undefined if the target is an image. */
  readonly device: Signal<string | undefined> = signal<string | undefined>(undefined);
  /** The complete name. The plan remains when only the extension is added to the entered name. */
  readonly #imageName: ReadonlySignal<string> = computed(() => completeImageName(this.image.value));
  readonly #configuration: Configuration;
  readonly #memory: Memory;
  readonly #session: Session;
  /** The digest of the last plan. */
  #planned: string | undefined;
  #checking = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(configuration: Configuration, memory: Memory, session: Session) {
    this.#configuration = configuration;
    this.#memory = memory;
    this.#session = session;
  }

  /** Discards the plan, and checks the configuration after a short time without further changes. */
  checkSoon(): void {
    // The plan of the earlier configuration could arrive before the next check begins.
    this.#checking.abort();
    this.discard();
    this.#checkIn(TYPING_PAUSE, false);
  }

  /** Removes the plan of an earlier configuration. */
  reset(): void {
    this.discard();
    this.state.value = { kind: 'unchecked' };
    this.changes.value = undefined;
    this.#planned = undefined;
  }

  /** Ends the check, and removes everything that is known about the configuration and its target. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#checking.abort();
    batch(() => {
      this.reset();
      this.report.value = undefined;
      this.checkedText.value = undefined;
      this.device.value = undefined;
    });
  }

  /** Discards the plan, which no longer applies. */
  discard(): void {
    this.current.value = undefined;
  }

  get target(): Target {
    const device = this.device.value;
    return device === undefined ? { image: this.#imageName.value } : { device };
  }

  /** Whether the displayed plan belongs to an earlier text or target. */
  get isOutdated(): boolean {
    return this.state.value.kind === 'planned' && this.current.value === undefined;
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
      const { masked, ...report } = await dataOf(
        service().POST('/api/check', { body: text, params: { query: languageOption(text) }, signal: ended }),
      );
      ended.throwIfAborted();
      this.#memory.storeText(text, masked);
      batch(() => {
        this.report.value = report;
        this.checkedText.value = text;
        this.checkState.value = 'checked';
      });
      if (report.valid) await this.#makePlan(text, ended);
      else {
        this.discard();
        this.state.value = { kind: 'errors' };
      }
    } catch (error) {
      if (!isAbort(error)) this.#handleError(error);
      throw error;
    }
  }

  async #makePlan(text: string, ended: AbortSignal): Promise<void> {
    const { target } = this;
    if ('image' in target && !isImageName(target.image)) {
      this.state.value = { kind: 'bad-image' };
      return;
    }
    try {
      const request = {
        body: text,
        params: { query: { ...target, ...languageOption(text) } },
        signal: ended,
      };
      const answer = await dataOf(service().POST('/api/plan', request));
      ended.throwIfAborted();
      batch(() => {
        this.state.value = { kind: 'planned', answer };
        this.current.value = answer;
      });
      await this.#compare(answer, { configuration: text, ...target, ...languageOption(text) }, ended);
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 401) throw error;
      ended.throwIfAborted();
      const { title = error.message, errors = [], detail } = error.document;
      const details = errors.map((each) => [each.detail, each.hint].filter(Boolean).join('\n    '));
      this.state.value = {
        kind: 'refused',
        title,
        details: details.length > 0 || detail === undefined ? details : [detail],
      };
    }
  }

  /**
   * Shows the effect of the edit since the last plan. If the service has restarted, it does not know the earlier plan.
   */
  async #compare(
    { digest }: PlanAnswer,
    edited: Target & { readonly configuration: string },
    ended: AbortSignal,
  ): Promise<void> {
    const planSha256 = this.#planned;
    if (planSha256 === digest) return;
    this.changes.value = undefined;
    this.#planned = digest;
    if (planSha256 === undefined) return;
    const body = { planSha256, ...edited };
    try {
      const changes = await dataOf(service().POST('/api/plan/changes', { body, signal: ended }));
      if (!ended.aborted) this.changes.value = changes;
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 401) throw error;
    }
  }

  #handleError(error: unknown): void {
    this.checkState.value = 'failed';
    this.discard();
    this.state.value = { kind: 'unchecked' };
    if (error instanceof Problem && error.status < 500) return;
    // If the configuration has changed in the meantime, an earlier check is already scheduled.
    if (this.#timer === undefined) this.#checkIn(RETRY_PAUSE, true);
  }
}

/** Adds `.img` to the name of an image if it has neither this extension nor `.raw`. */
export function completeImageName(name: string): string {
  const trimmed = name.trim();
  return /^$|\.(?:img|raw)$/.test(trimmed) ? trimmed : `${trimmed}.img`;
}

/** Whether the service accepts the name of an image. */
export function isImageName(name: string): boolean {
  return name.length <= imageLength && new RegExp(`^${imagePattern}\\.(?:img|raw)$`).test(name);
}
