import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Batch, BatchPlan } from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import { readLabels } from '../text/label-list.ts';
import { templateLanguageOption } from '../text/template.ts';
import type { Consent } from './consent.ts';
import type { Session } from './session.ts';

/** The planned part of a draft: a template with a table, and the target and labels of each row. */
interface DraftRequest {
  readonly template: string;
  readonly table: string;
  readonly image?: string;
  readonly device?: string;
  readonly labels?: Record<string, string>;
  readonly credentials?: string;
  readonly advanced?: true;
}

/** How a batch runs. */
export interface BatchSettings {
  /** The maximum number of rows that are installed at the same time. */
  readonly concurrency: number;
  /** The number of rows that must be done before the others start. */
  readonly canaries: number;
  /** The number of failed rows after which no more rows start. */
  readonly stopAfter: number;
}

const DEFAULT_IMAGE = '{{hostname}}.img';
const DEFAULT_SETTINGS: BatchSettings = { concurrency: 4, canaries: 1, stopAfter: 1 };

/**
 * A batch that is being composed. The table may contain secrets: it is only in memory, and is discarded when the batch
 * starts or the user logs out.
 */
export class BatchDraft {
  readonly template: Signal<string> = signal('');
  /** Changes when a template is opened; the editor then discards its undo history. */
  readonly opening: Signal<number> = signal(0);
  readonly table: Signal<string> = signal('');
  /** Whether the rows are installed onto disks instead of into images. */
  readonly isDevice: Signal<boolean> = signal(false);
  /** The target of each row, with variables. */
  readonly target: Signal<string> = signal(DEFAULT_IMAGE);
  /** Labels of the workers as the user has written them, with variables. */
  readonly labels: Signal<string> = signal('');
  readonly settings: Signal<BatchSettings> = signal<BatchSettings>(DEFAULT_SETTINGS);
  /** The last review; undefined if there is none. */
  readonly plan: Signal<BatchPlan | undefined> = signal<BatchPlan | undefined>(undefined);
  readonly isReviewing: Signal<boolean> = signal(false);
  /** Whether the rows can be reviewed. */
  readonly isComplete: ReadonlySignal<boolean> = computed(
    () =>
      [this.template, this.table, this.target].every(({ value }) => value.trim() !== '') &&
      typeof readLabels(this.labels.value) !== 'string',
  );
  /** Whether what is planned has changed since the review. */
  readonly isOutdated: ReadonlySignal<boolean> = computed(
    () => this.plan.value !== undefined && this.#reviewed.value !== this.#request.value,
  );
  readonly #request: ReadonlySignal<DraftRequest> = computed(() => this.#makeRequest());
  readonly #reviewed: Signal<DraftRequest | undefined> = signal<DraftRequest | undefined>(undefined);
  readonly #session: Session;
  readonly #consent: Pick<Consent, 'ask'>;
  readonly #credentialsFor: (text: string) => string | undefined;
  #reviewing = new AbortController();

  /** @param credentialsFor returns the secrets to which a configuration refers, as JSON */
  constructor(
    session: Session,
    consent: Pick<Consent, 'ask'>,
    credentialsFor: (text: string) => string | undefined,
  ) {
    this.#session = session;
    this.#consent = consent;
    this.#credentialsFor = credentialsFor;
  }

  /** Replaces the template. */
  openTemplate(text: string): void {
    batch(() => {
      this.template.value = text;
      this.opening.value += 1;
    });
  }

  /**
   * Checks and plans all rows.
   *
   * @param repeated whether this follows a failed start, whose message remains
   */
  async review(repeated = false): Promise<void> {
    this.#reviewing.abort();
    this.#reviewing = new AbortController();
    const { signal: stopped } = this.#reviewing;
    const body = this.#request.peek();
    this.isReviewing.value = true;
    const plan = await this.#session.guard(
      () => dataOf(service().POST('/api/batches/plan', { body, signal: stopped })),
      repeated,
    );
    if (stopped.aborted) return;
    batch(() => {
      this.isReviewing.value = false;
      this.plan.value = plan;
      this.#reviewed.value = body;
    });
  }

  /** Starts the reviewed batch after consent to its losses, and discards the draft. Returns the batch if it was started. */
  async start(): Promise<Batch | undefined> {
    const plan = this.plan.peek();
    const request = this.#reviewed.peek();
    if (plan?.digest === undefined || request === undefined || this.isOutdated.peek()) return undefined;
    const losses = plan.rows.flatMap((row) => row.losses);
    if (plan.overwrites && !(await this.#consent.ask(losses))) return undefined;
    const body = {
      ...request,
      ...this.settings.peek(),
      planSha256: plan.digest,
      overwrite: plan.overwrites,
    };
    const started = await this.#session.guard(() => dataOf(service().POST('/api/batches', { body })));
    if (started === undefined) await this.review(true);
    else this.discard();
    return started;
  }

  /** Forgets the template, the table and the review. */
  discard(): void {
    this.#reviewing.abort();
    this.openTemplate('');
    batch(() => {
      this.table.value = '';
      this.isDevice.value = false;
      this.target.value = DEFAULT_IMAGE;
      this.labels.value = '';
      this.settings.value = DEFAULT_SETTINGS;
      this.plan.value = undefined;
      this.isReviewing.value = false;
      this.#reviewed.value = undefined;
    });
  }

  #makeRequest(): DraftRequest {
    const template = this.template.value;
    const target = this.target.value.trim();
    const labels = readLabels(this.labels.value);
    const credentials = this.#credentialsFor(template);
    return {
      template,
      table: this.table.value,
      ...(this.isDevice.value ? { device: target } : { image: target }),
      ...(typeof labels !== 'string' && Object.keys(labels).length > 0 && { labels: { ...labels } }),
      ...(credentials !== undefined && { credentials }),
      ...templateLanguageOption(template),
    };
  }
}
