import { mkdirSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RestRouter } from '@writ/annotations';
import { loadControllers } from '@writ/controllers';
import { csrf, type Logger, type Router, Toolkit } from '@writ/http';
import { hashPasswords, install } from '@writ/installer';
import { Checks } from './api/checks.ts';
import { Downloads, type Download } from './api/downloads.ts';
import { createEventStreams } from './api/event-streams.ts';
import { reportMachineFailures } from './api/machine-failures.ts';
import { Health } from './api/health.ts';
import { Installs } from './api/installs.ts';
import { ServiceInfo, type ServiceEnvironment } from './api/service-info.ts';
import { Session } from './api/session.ts';
import { revalidateConsent, toRunRequest } from './consent/run-request.ts';
import { createNotifier } from './installs/notifier.ts';
import { InstallQueue, type Installer } from './installs/queue.ts';
import type { Hasher } from './jobs/hash-logins.ts';
import { createResumption } from './jobs/resumption.ts';
import { readSealKey } from './jobs/seal-key.ts';
import { createSeal, type Seal } from './jobs/seal.ts';
import { resolveStoredTarget } from './api/target.ts';
import { securityHeaders } from './security/headers.ts';
import { requireLoopbackHost } from './security/loopback-host.ts';
import { createOneTimeCodes } from './security/one-time-codes.ts';
import { readOrCreateToken } from './security/token-file.ts';
import { createTickets } from './security/tickets.ts';
import { requireToken } from './security/token.ts';
import { redactErrors } from './security/redacting-logger.ts';
import { openStore, type Store } from './store/store.ts';

/** Where the service keeps its files, and what it does with installations. */
export interface ServiceOptions {
  /** Folder of the database, made 0700 when it is not there. */
  readonly state: string;
  /** Folder of the images, made 0700 when it is not there. */
  readonly images: string;
  /** What clients have to send; that of the token file in the state folder when not given. */
  readonly token?: string;
  /** Whether the token file gets a new token first; false when not given. */
  readonly newToken?: boolean;
  /** File of a key that seals secrets which are needed after a kill of the service; they are not stored when not given. */
  readonly sealKeyFile?: string;
  /** Whether block devices may be installed onto; false when not given. */
  readonly devices?: boolean;
  /** Asked for each request that shows it, since the demonstration mirror may come up after the service. */
  readonly environment: () => ServiceEnvironment;
  /** Whether every installation waits for `begin`; without it those do that an earlier service has left. */
  readonly held?: boolean;
  /** Stands in for the real installer in tests. */
  readonly install?: Installer;
  /** Stands in for openssl in tests. */
  readonly hash?: Hasher;
  readonly logger?: Logger;
  /** Milliseconds between two comments on a silent event stream; 15 s when not given. */
  readonly heartbeat?: number;
  /** Event streams that may be open at once; 64 when not given. */
  readonly streams?: number;
}

/** The service, ready to be served. */
export interface Service {
  readonly toolkit: Toolkit;
  readonly router: Router;
  /** The images folder without symbolic links. */
  readonly images: string;
  /** Where other clients read the token; undefined when `token` was given. */
  readonly tokenFile: string | undefined;
  /** A new code that a page exchanges for the token: once, within two minutes. */
  readonly issueCode: () => string;
  /** Begins what waits: left by an earlier service, or held. */
  readonly begin: () => void;
  /** Whether an installation runs. */
  readonly busy: () => boolean;
  /** Event streams that are open. */
  readonly openStreams: () => number;
  /**
   * Takes no more installations and ends the one that runs, with its clean-up; `late` when that takes longer than
   * `limit` milliseconds. Those that wait are left for the next service. Requests are still answered meanwhile: close
   * the server after it, then `release`.
   */
  stop(limit: number): Promise<'clean' | 'late'>;
  /** Closes the store. */
  release(): void;
}

// The longest configuration that is checked, 1 MiB, with each character escaped in a JSON string. What is longer but
// below this gets a finding that says so. No body is read before its token was judged.
const BODY_LIMIT = 8 * 1024 * 1024;
const WAITING_LIMIT = 8;

/**
 * The install service: an API by annotations and pages by controllers on one router.
 *
 * @throws {StoreUnusable} when the state folder cannot be used
 * @throws {SealKeyUnusable} when the file of the key cannot be used
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { devices = false, hash = hashPasswords, heartbeat = 15_000, streams = 64 } = options;
  mkdirSync(options.images, { recursive: true, mode: 0o700 });
  const images = realpathSync(options.images);
  // Before the token is read or replaced: while another service uses the folder, neither happens.
  const store = openStore(options.state);
  const { token, tokenFile, seal } = readServiceSecrets(options, images, store);
  const codes = createOneTimeCodes();
  const logger = redactErrors(options.logger ?? new Toolkit().logger);
  const toolkit = new Toolkit({ limits: { body: BODY_LIMIT }, logger });
  const now = (): Date => new Date();
  const notifier = createNotifier();
  const queue = new InstallQueue({
    store,
    notifier,
    install: options.install ?? install,
    toRunRequest,
    revalidateConsent,
    seal,
    held: options.held ?? false,
    limit: WAITING_LIMIT,
    now,
    reportError: (message, error) => logger.error({ error }, message),
  });
  const eventStreams = createEventStreams(store, notifier, { limit: streams, heartbeat });
  const rules = { images, devices };
  const resumption = createResumption(store, seal, (target) => resolveStoredTarget(rules, target).path);
  const router = RestRouter.register(
    toolkit,
    new Checks(rules),
    new Installs({ store, queue, streams: eventStreams, rules, resumption, hash, now }),
    new ServiceInfo(rules, options.environment),
    new Downloads({ store, tickets: createTickets<Download>(), now }),
    new Session(codes, token),
    new Health(store),
  )
    .use(securityHeaders)
    .use(requireLoopbackHost)
    .use('/session', csrf())
    .use('/api/{path:.*}', requireToken(token))
    .use('/api/{path:.*}', reportMachineFailures(options.state));
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
    begin: () => queue.begin(),
    busy: () => queue.busy,
    openStreams: () => eventStreams.openCount,
    stop: (limit) => queue.close(limit),
    release: () => store.close(),
  };
}

interface ServiceSecrets {
  readonly token: string;
  readonly tokenFile: string | undefined;
  readonly seal: Seal | undefined;
}

/** What the service has to read first; a store that is open is closed when it cannot. */
function readServiceSecrets(options: ServiceOptions, images: string, store: Store): ServiceSecrets {
  const { state, token, newToken = false, sealKeyFile } = options;
  try {
    const seal =
      sealKeyFile === undefined ? undefined : createSeal(readSealKey(sealKeyFile, [state, images]));
    if (token !== undefined) return { token, tokenFile: undefined, seal };
    const kept = readOrCreateToken(state, newToken);
    return { token: kept.token, tokenFile: kept.file, seal };
  } catch (error) {
    store.close();
    throw error;
  }
}
