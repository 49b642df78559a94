import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { BatchFinding, BatchPlan, Loss, NodeRows } from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import { readLabels } from '../text/label-list.ts';
import { templateLanguageOption } from '../text/template.ts';
import type { Consent } from './consent.ts';
import { batchPath, nodesPath } from './navigation.ts';
import type { Session } from './session.ts';

/**
 * The target of each row: an image, a disk of the service's machine, or a machine with an agent, which is selected by a
 * property and receives the configuration of its row.
 */
export type TargetKind = 'image' | 'device' | 'mac' | 'serial' | 'uuid';

/** The members that requests for batches and for machines share. */
interface SharedRequest {
  readonly template: string;
  readonly table: string;
  readonly credentials?: string;
  readonly advanced?: true;
}

/** The checked and planned part of a draft. */
type DraftRequest =
  | { readonly isOfNodes: true; readonly body: SharedRequest & { readonly selector: Record<string, string> } }
  | {
      readonly isOfNodes: false;
      readonly body: SharedRequest & {
        readonly image?: string;
        readonly device?: string;
        readonly labels?: Record<string, string>;
      };
    };

/** The review of all rows. */
export interface DraftReview {
  readonly isValid: boolean;
  /** The number of rows in the table. */
  readonly count: number;
  /** The number of rows without errors. */
  readonly valid: number;
  readonly findings: readonly BatchFinding[];
  /** The digest of a batch; absent if a row has an error, and for machines, which are planned one by one. */
  readonly digest?: string | undefined;
  readonly review?: BatchPlan['review'];
  readonly plans?: BatchPlan['plans'];
  readonly losses: readonly Loss[];
  /** For machines: the number of rows that select one that has registered or is expected. */
  readonly known?: number;
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

const DEFAULT_TARGETS: Readonly<Record<TargetKind, string>> = {
  image: '{{hostname}}.img',
  device: '/dev/disk/by-id/{{disk}}',
  mac: '{{mac}}',
  serial: '{{serial}}',
  uuid: '{{uuid}}',
};
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
  readonly kind: Signal<TargetKind> = signal<TargetKind>('image');
  /** The target of each row, with variables. */
  readonly target: Signal<string> = signal(DEFAULT_TARGETS.image);
  /** Whether the rows are assigned to machines with agents instead of installed by the service. */
  readonly isOfNodes: ReadonlySignal<boolean> = computed(() => this.#request.value.isOfNodes);
  /** Labels of the workers as the user has written them, with variables. */
  readonly labels: Signal<string> = signal('');
  readonly settings: Signal<BatchSettings> = signal<BatchSettings>(DEFAULT_SETTINGS);
  /** The last review; undefined if there is none. */
  readonly result: Signal<DraftReview | undefined> = signal<DraftReview | undefined>(undefined);
  readonly isReviewing: Signal<boolean> = signal(false);
  /** Whether the rows can be reviewed. */
  readonly isComplete: ReadonlySignal<boolean> = computed(
    () =>
      [this.template, this.table, this.target].every(({ value }) => value.trim() !== '') &&
      typeof readLabels(this.labels.value) !== 'string',
  );
  /** Whether what is planned has changed since the review. */
  readonly isOutdated: ReadonlySignal<boolean> = computed(
    () => this.result.value !== undefined && this.#reviewed.value !== this.#request.value,
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

  /** Selects another kind of target, and its usual pattern unless the user has written another one. */
  selectKind(kind: TargetKind): void {
    const isUnchanged = this.target.peek() === DEFAULT_TARGETS[this.kind.peek()];
    batch(() => {
      this.kind.value = kind;
      if (isUnchanged) this.target.value = DEFAULT_TARGETS[kind];
    });
  }

  /**
   * Checks all rows, and plans those of a batch.
   *
   * @param repeated whether this follows a failed start, whose message remains
   */
  async review(repeated = false): Promise<void> {
    this.#reviewing.abort();
    this.#reviewing = new AbortController();
    const { signal: stopped } = this.#reviewing;
    const request = this.#request.peek();
    this.isReviewing.value = true;
    const result = await this.#session.guard(() => reviewRows(request, stopped), repeated);
    if (stopped.aborted) return;
    batch(() => {
      this.isReviewing.value = false;
      this.result.value = result;
      this.#reviewed.value = request;
    });
  }

  /**
   * Starts the reviewed batch after consent to its losses, or assigns the rows to machines, and discards the draft.
   * Returns the path of the view that shows the result; undefined if nothing was started.
   */
  async start(): Promise<string | undefined> {
    const [result, request] = [this.result.peek(), this.#reviewed.peek()];
    if (result?.isValid !== true || request === undefined || this.isOutdated.peek()) return undefined;
    const { digest, losses } = result;
    if (losses.length > 0 && !(await this.#consent.ask(losses))) return undefined;
    const path = await this.#session.guard(async () => {
      if (request.isOfNodes) {
        await service().POST('/api/node-configurations/rows', { body: request.body });
        return nodesPath;
      }
      const consent = { ...(digest !== undefined && { planSha256: digest }), overwrite: losses.length > 0 };
      const body = { ...request.body, ...this.settings.peek(), ...consent };
      return batchPath((await dataOf(service().POST('/api/batches', { body }))).id);
    });
    if (path === undefined) await this.review(true);
    else this.discard();
    return path;
  }

  /** Forgets the template, the table and the review. */
  discard(): void {
    this.#reviewing.abort();
    this.openTemplate('');
    batch(() => {
      this.table.value = '';
      this.kind.value = 'image';
      this.target.value = DEFAULT_TARGETS.image;
      this.labels.value = '';
      this.settings.value = DEFAULT_SETTINGS;
      this.result.value = undefined;
      this.isReviewing.value = false;
      this.#reviewed.value = undefined;
    });
  }

  #makeRequest(): DraftRequest {
    const template = this.template.value;
    const [kind, target] = [this.kind.value, this.target.value.trim()];
    const labels = readLabels(this.labels.value);
    const credentials = this.#credentialsFor(template);
    const shared = {
      template,
      table: this.table.value,
      ...(credentials !== undefined && { credentials }),
      ...templateLanguageOption(template),
    };
    if (kind !== 'image' && kind !== 'device')
      return { isOfNodes: true, body: { ...shared, selector: { [kind]: target } } };
    const hasLabels = typeof labels !== 'string' && Object.keys(labels).length > 0;
    return {
      isOfNodes: false,
      body: { ...shared, [kind]: target, ...(hasLabels && { labels: { ...labels } }) },
    };
  }
}

async function reviewRows(request: DraftRequest, stopped: AbortSignal): Promise<DraftReview> {
  if (request.isOfNodes) {
    const options = { body: request.body, signal: stopped };
    return toNodesReview(await dataOf(service().POST('/api/node-configurations/rows/check', options)));
  }
  const options = { body: request.body, signal: stopped };
  return toBatchReview(await dataOf(service().POST('/api/batches/plan', options)));
}

function toBatchReview(plan: BatchPlan): DraftReview {
  const { digest, count, rows, findings, review, plans } = plan;
  const losses = rows.flatMap((row) => row.losses);
  return {
    isValid: digest !== undefined,
    count,
    valid: rows.length,
    findings,
    digest,
    review,
    plans,
    losses,
  };
}

function toNodesReview({ valid: isValid, count, rows, findings, review }: NodeRows): DraftReview {
  const known = rows.filter(({ nodes }) => nodes.length > 0).length;
  return { isValid, count, valid: rows.length, findings, review, losses: [], known };
}
