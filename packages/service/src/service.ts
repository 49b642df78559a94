import { mkdirSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RestRouter } from '@writ/annotations';
import { loadControllers } from '@writ/controllers';
import { Toolkit, type Logger, type Router } from '@writ/http';
import { install } from '@writ/installer';
import { Checks } from './api/checks.ts';
import { Downloads, type Download } from './api/downloads.ts';
import { createEventStreams } from './api/event-streams.ts';
import { Installs } from './api/installs.ts';
import { ServiceFacts, type Surroundings } from './api/service-facts.ts';
import { Session } from './api/session.ts';
import { createChanges } from './installs/changes.ts';
import { createQueue, type Installer } from './installs/queue.ts';
import { protectiveHeaders } from './security/headers.ts';
import { loopbackNamesOnly } from './security/host.ts';
import { createOneTimeCodes } from './security/one-time-codes.ts';
import { ownPageOnly } from './security/own-page.ts';
import { tokenOf } from './security/token-file.ts';
import { createTickets } from './security/tickets.ts';
import { bearer } from './security/token.ts';
import { withoutMessages } from './security/careful-logger.ts';
import { openStore, type Store } from './store/store.ts';

export interface ServiceOptions {
  /** Folder of the database, made 0700 when it is not there. */
  readonly state: string;
  /** Folder of the images, made 0700 when it is not there. */
  readonly images: string;
  /** What clients have to send; that of the token file in the state folder when not given. */
  readonly token?: string;
  /** Whether the token file gets a new token first; false when not given. */
  readonly newToken?: boolean;
  /** Whether block devices may be installed onto; false when not given. */
  readonly devices?: boolean;
  /** Asked for each request that shows it, since the demonstration mirror may come up after the service. */
  readonly surroundings: () => Surroundings;
  /** Stands in for the real installer in tests. */
  readonly install?: Installer;
  readonly logger?: Logger;
  /** Milliseconds between two comments on a silent event stream; 15 s when not given. */
  readonly heartbeat?: number;
  /** Event streams that may be open at once; 64 when not given. */
  readonly streams?: number;
}

export interface Service {
  readonly toolkit: Toolkit;
  readonly router: Router;
  /** The images folder without symbolic links. */
  readonly images: string;
  /** Where other clients read the token; undefined when `token` was given. */
  readonly tokenFile: string | undefined;
  /** A new code that a page exchanges for the token: once, within two minutes. */
  readonly issueCode: () => string;
  /** Whether an installation runs. */
  readonly busy: () => boolean;
  /** Event streams that are open. */
  readonly openStreams: () => number;
  /**
   * Takes no more installations and ends those that wait or run, with their clean-up; `late` when that takes longer
   * than `limit` milliseconds. Requests are still answered meanwhile: close the server after it, then `release`.
   */
  stop(limit: number): Promise<'clean' | 'late'>;
  /** Closes the store. */
  release(): void;
}

// The longest configuration that is checked, 1 MiB, with each character escaped in a JSON string. What is longer but
// below this gets a finding that says so. No body is read before its token was judged.
const bodyLimit = 8 * 1024 * 1024;
const waitingLimit = 8;

/**
 * The install service: an API by annotations and pages by controllers on one router.
 *
 * @throws {StoreUnusable} when the state folder cannot be used
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { devices = false, heartbeat = 15_000, streams = 64 } = options;
  mkdirSync(options.images, { recursive: true, mode: 0o700 });
  const images = realpathSync(options.images);
  // Before the token is read or replaced: while another service uses the folder, neither happens.
  const store = openStore(options.state);
  const { token, file: tokenFile } = givenToken(options) ?? keptToken(store, options);
  const codes = createOneTimeCodes();
  const logger = withoutMessages(options.logger ?? new Toolkit().logger);
  const toolkit = new Toolkit({ limits: { body: bodyLimit }, logger });
  const now = (): Date => new Date();
  const changes = createChanges();
  const queue = createQueue({
    store,
    changes,
    install: options.install ?? install,
    limit: waitingLimit,
    now,
    fault: (message, error) => logger.error({ error }, message),
  });
  const eventStreams = createEventStreams(store, changes, { limit: streams, heartbeat });
  const rules = { images, devices };
  const router = RestRouter.register(
    toolkit,
    new Checks(rules),
    new Installs({ store, queue, streams: eventStreams, rules, now }),
    new ServiceFacts(rules, options.surroundings),
    new Downloads({ store, tickets: createTickets<Download>(), now }),
    new Session(codes, token),
  )
    .use(protectiveHeaders)
    .use(loopbackNamesOnly)
    .use('/session', ownPageOnly)
    .use('/api/{path:.*}', bearer(token));
  const pages = await loadControllers({
    directory: fileURLToPath(new URL('.', import.meta.url)),
    prefixes: ['pages'],
  });
  router
    .mount(pages.matcher)
    .report(...pages.diagnostics)
    .build();
  return {
    toolkit,
    router,
    images,
    tokenFile,
    issueCode: codes.issue,
    busy: () => queue.busy,
    openStreams: () => eventStreams.open,
    stop: (limit) => queue.close(limit),
    release: () => store.close(),
  };
}

interface ServiceToken {
  readonly token: string;
  readonly file: string | undefined;
}

function givenToken({ token }: ServiceOptions): ServiceToken | undefined {
  return token === undefined ? undefined : { token, file: undefined };
}

function keptToken(store: Store, { state, newToken = false }: ServiceOptions): ServiceToken {
  try {
    return tokenOf(state, newToken);
  } catch (error) {
    store.close();
    throw error;
  }
}
