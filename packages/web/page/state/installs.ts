import { batch, signal, type Signal } from '@preact/signals';
import type { DownloadedFile, Install, InstallState, PlanAnswer } from '../api/answers.ts';
import { Problem } from '../api/problem.ts';
import { dataOf, service } from '../api/requests.ts';
import { languageOption } from '../text/language-option.ts';
import type { Consent } from './consent.ts';
import type { Target } from './planning.ts';
import type { Session } from './session.ts';

/** A configuration with its target and its plan. */
interface StartOptions {
  readonly configuration: string;
  readonly target: Target;
  readonly plan: PlanAnswer;
  /** Secrets to which the configuration refers, as JSON. */
  readonly credentials?: string | undefined;
}

/** The filter for the displayed installations; empty strings match all. */
export interface InstallFilter {
  /** Part of the target, the configuration or the failure. */
  readonly text: string;
  readonly state: InstallState | '';
}

/** Milliseconds without further changes after which the list is loaded. */
const TYPING_PAUSE = 250;

/** The service's installations, and the requests that change them. */
export class Installs {
  /** Undefined until they are loaded. */
  readonly list: Signal<readonly Install[] | undefined> = signal<readonly Install[] | undefined>(undefined);
  /** The number of all installations that match the filter. */
  readonly total: Signal<number> = signal(0);
  /** Whether the last request for them failed. */
  readonly hasFailed: Signal<boolean> = signal(false);
  /** The installations that the user has selected to compare them, at most two. */
  readonly selected: Signal<readonly number[]> = signal<readonly number[]>([]);
  readonly filter: Signal<InstallFilter> = signal<InstallFilter>({ text: '', state: '' });
  #request = 0;
  /** The number of requests for the list whose responses are not known yet. */
  #pending = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #session: Session;
  readonly #consent: Consent;

  constructor(session: Session, consent: Consent) {
    this.#session = session;
    this.#consent = consent;
  }

  /** Loads the newest installations that match the filter. */
  load(): Promise<void> {
    return this.#loadBefore(undefined);
  }

  /** Loads the installations that are older than the displayed ones. */
  loadMore(): Promise<void> {
    return this.#loadBefore(this.list.peek()?.at(-1)?.id);
  }

  /**
   * Loads the newest installations again, because they may have changed. If the request fails, the earlier list
   * remains until the next attempt.
   */
  async refresh(): Promise<void> {
    // The response to an earlier request is just as new, and must not be replaced.
    if (this.#pending === 0) await this.#loadBefore(undefined, true);
  }

  /** Sets the filter, and loads the list after a short time without further changes. */
  select(filter: InstallFilter): void {
    this.filter.value = filter;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.load(), TYPING_PAUSE);
  }

  /** Selects or deselects an installation for a comparison. */
  toggle(id: number): void {
    const selected = this.selected.peek();
    if (selected.includes(id)) this.selected.value = selected.filter((each) => each !== id);
    else if (selected.length < 2) this.selected.value = [...selected, id];
  }

  /** Deletes the records of an ended installation, and its image if requested. */
  async remove(id: number, withImage: boolean): Promise<void> {
    const params = { path: { id }, query: { ...(withImage && { image: true }) } };
    const deleted = await this.#session.guard(() => service().DELETE('/api/installs/{id}', { params }));
    // A successful request would remove the message about a failed one.
    if (deleted === undefined) return;
    this.selected.value = this.selected.peek().filter((each) => each !== id);
    await this.load();
  }

  async #loadBefore(before: number | undefined, isRefresh = false): Promise<void> {
    this.#request += 1;
    this.#pending += 1;
    const request = this.#request;
    if (!isRefresh) this.hasFailed.value = false;
    const { text, state } = this.filter.peek();
    const query = {
      ...(text !== '' && { text }),
      ...(state !== '' && { state: [state] }),
      ...(before !== undefined && { before }),
    };
    const isLoaded = await this.#session.guard(async () => {
      try {
        const { data: loaded = [], response } = await service().GET('/api/installs', { params: { query } });
        if (request !== this.#request) return true;
        const shown = this.list.peek() ?? [];
        const last = loaded.at(-1)?.id ?? 0;
        const older = isRefresh ? shown.filter(({ id }) => id < last) : [];
        batch(() => {
          this.list.value = before === undefined ? [...loaded, ...older] : [...shown, ...loaded];
          this.total.value = Number(response.headers.get('x-total-count') ?? loaded.length);
        });
        return true;
      } catch (error) {
        if (isRefresh && (!(error instanceof Problem) || error.status !== 401)) return undefined;
        throw error;
      }
    }, isRefresh);
    this.#pending -= 1;
    if (request === this.#request) this.hasFailed.value = isLoaded === undefined;
  }

  /**
   * Starts an installation, after consent to its losses.
   *
   * @returns the installation, or undefined if the user does not consent
   * @throws {Problem} if the service refuses the request, for example because the plan has changed
   */
  async start({ configuration, target, plan, credentials }: StartOptions): Promise<Install | undefined> {
    const overwrite = plan.overwrites;
    if (overwrite && !(await this.#consent.ask(plan.plan.losses))) return undefined;
    const request = {
      configuration,
      ...target,
      ...languageOption(configuration),
      ...(credentials !== undefined && { credentials }),
      planSha256: plan.digest,
    };
    const send = (agreed: boolean): Promise<Install> =>
      dataOf(service().POST('/api/installs', { body: { ...request, overwrite: agreed } }));
    try {
      return await send(overwrite);
    } catch (error) {
      if (!(error instanceof Problem) || error.document.losses === undefined) throw error;
      // The target has changed since the plan was made.
      const { losses, planSha256 } = error.document;
      if (planSha256 !== plan.digest) throw error;
      if (!(await this.#consent.ask(losses))) return undefined;
      return await send(true);
    }
  }

  /**
   * Resumes an installation with the configuration that the service has stored.
   *
   * @param rerunCommand whether the interrupted custom command runs again
   */
  resume(id: number, rerunCommand: boolean): Promise<Install | undefined> {
    const request = { params: { path: { id } }, body: { rerunCommand } };
    return this.#session.guard(() => dataOf(service().POST('/api/installs/{id}/resume', request)));
  }

  async cancel(id: number): Promise<void> {
    await this.#session.guard(() =>
      service().POST('/api/installs/{id}/cancel', { params: { path: { id } } }),
    );
  }

  supplySecrets(id: number, secrets: Readonly<Record<string, string>>): Promise<Install | undefined> {
    const request = { params: { path: { id } }, body: secrets };
    return this.#session.guard(() => dataOf(service().POST('/api/installs/{id}/secrets', request)));
  }

  /** The one-time address of a file, which is needed because the browser sends no token with a download. */
  downloadAddress(id: number, file: DownloadedFile): Promise<string | undefined> {
    return this.#session.guard(async () => {
      const request = { params: { path: { id } }, body: { file } };
      const { address } = await dataOf(service().POST('/api/installs/{id}/downloads', request));
      return address;
    });
  }
}
