import { BodyParam, Context, GET, HeaderParam, Path, PathParam, POST } from '@writ/annotations';
import { HttpError, HttpResponse, int, object, optional, type EventStream } from '@writ/http';
import { hasEnded, type Install } from '../installs/install.ts';
import type { Queue, Refusal } from '../installs/queue.ts';
import type { Store } from '../store/store.ts';
import { assertConsent } from './consent.ts';
import type { EventStreams } from './event-streams.ts';
import { fileName, planFor } from './installation-plan.ts';
import { targetOf, type TargetRules } from './target.ts';

const listed = 100;

/** What is asked for: a configuration as text, and the target by one of `image` and `device`. */
export interface NewInstallation {
  readonly configuration: string;
  readonly image?: string | undefined;
  readonly device?: string | undefined;
  /** Goes on where an earlier installation onto the target stopped; needs the same configuration. */
  readonly resume?: boolean | undefined;
  /** The digest of the plan that is agreed to. */
  readonly planSha256?: string | undefined;
  /** Whether what the plan loses may be lost. */
  readonly overwrite?: boolean | undefined;
  /** A package lock as text: exactly these packages are installed, or none. */
  readonly lock?: string | undefined;
}

const newInstallation = object({
  configuration: String,
  image: optional(String),
  device: optional(String),
  resume: optional(Boolean),
  planSha256: optional(String),
  overwrite: optional(Boolean),
  lock: optional(String),
});

export interface InstallsParts {
  readonly store: Store;
  readonly queue: Queue;
  readonly streams: EventStreams;
  readonly rules: TargetRules;
  readonly now: () => Date;
}

@Path('/api/installs')
export class Installs {
  readonly #parts: InstallsParts;

  constructor(parts: InstallsParts) {
    this.#parts = parts;
  }

  @POST('/', BodyParam(newInstallation), Context(HttpResponse), Context(AbortSignal))
  async begin(asked: NewInstallation, response: HttpResponse, signal: AbortSignal): Promise<Install> {
    const { queue, rules, now } = this.#parts;
    const { configuration, resume = false, lock } = asked;
    const { name, path } = targetOf(rules, asked.image, asked.device);
    const { plan, masked } = await planFor(configuration, path, signal);
    assertConsent(plan, asked);
    const install = queue.add(
      {
        target: name,
        path,
        resume,
        digest: plan.digest,
        created: now().toISOString(),
        configuration: masked,
      },
      {
        config: { file: fileName, text: configuration },
        targets: [path],
        yes: true,
        resume,
        planSha256: plan.digest,
        ...(lock === undefined ? {} : { lock: { file: 'lock', text: lock } }),
      },
    );
    if (typeof install === 'string') throw refused(install, name);
    response.status = 202;
    response.headers.set('location', `/api/installs/${install.id}`);
    return install;
  }

  @GET('/')
  list(): readonly Install[] {
    return this.#parts.store.list(listed);
  }

  @GET('/{id}', PathParam('id', int))
  one(id: number): Install & { readonly configuration: string } {
    return { ...this.#found(id), configuration: this.#parts.store.configuration(id) ?? '' };
  }

  @GET(
    '/{id}/events',
    { produces: 'text/event-stream' },
    PathParam('id', int),
    HeaderParam('Last-Event-ID', optional(int)),
    Context(AbortSignal),
  )
  events(id: number, after: number | undefined, signal: AbortSignal): EventStream | undefined {
    const install = this.#found(id);
    const last = after ?? 0;
    // 204, which tells an EventSource that has everything not to connect again.
    if (hasEnded(install) && last >= this.#parts.store.lastNumber(id)) return undefined;
    return this.#parts.streams.of(id, last, signal);
  }

  @POST('/{id}/cancel', PathParam('id', int), Context(HttpResponse))
  cancel(id: number, response: HttpResponse): Install {
    this.#found(id);
    if (!this.#parts.queue.cancel(id))
      throw new HttpError('conflict', `Installation ${id} has ended already`);
    response.status = 202;
    return this.#found(id);
  }

  #found(id: number): Install {
    const install = this.#parts.store.get(id);
    if (install === undefined) throw new HttpError('not-found', `There is no installation ${id}`);
    return install;
  }
}

function refused(reason: Refusal, name: string): HttpError {
  switch (reason) {
    case 'target-taken':
      return new HttpError('conflict', `An installation onto ${name} is running or waiting already`);
    case 'full':
      return new HttpError('too-many-requests', {
        detail: 'Too many installations are waiting; try again when one has ended',
        headers: { 'retry-after': '60' },
      });
    case 'closing':
      return new HttpError('unavailable', 'The service is being stopped');
  }
}
