import { createHash } from 'node:crypto';
import type { Secret } from '@writ/diagnostics';
import type { RoutingContext } from '../../contract/context.ts';
import type { Filter } from '../../contract/filter.ts';
import { withProviderTimeout } from '../../exchange/provider-timeout.ts';
import { assertMethods, assertTypes } from '../../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../../internal/options.ts';
import { isThenable } from '../../internal/thenable.ts';
import { parseCookieKeys } from '../cookie-keys.ts';
import { deleteCookie, setCookie } from '../cookies.ts';
import { assertSameSite, parseTrustedOrigins, type CsrfFilter, type CsrfOptions } from '../csrf.ts';
import { describeFilter, markFilterFactory } from '../filter-metadata.ts';
import { CookieSeal, type SealedSession } from './cookie-seal.ts';
import type { SessionRecord, SessionStore } from './session-store.ts';
import { Session } from './session.ts';

/** Options for {@link sessions}. Exactly one of `keys` and `store` must be set. */
export interface SessionsOptions extends CsrfOptions {
  /**
   * Keys for sealing sessions in the cookie, each with at least 32 characters. Sessions are sealed with the first key,
   * and cookies sealed with any of the keys are accepted.
   */
  readonly keys?: readonly (string | Secret)[];
  /** Store for the sessions. The cookie then contains only the session id. */
  readonly store?: SessionStore;
  /** Name of the cookie (default: `__Host-session`). */
  readonly cookie?: string;
  /**
   * Number of seconds without a request after which a session ends (default: 1,800). Requests that do not change the
   * session extend it only after a tenth of this time.
   */
  readonly idle?: number;
  /** Number of seconds after which a session ends even if it is in use (default: 43,200). */
  readonly absolute?: number;
}

/** A filter that {@link sessions} returns. Like {@link CsrfFilter}, it protects against cross-site requests. */
export type SessionsFilter = CsrfFilter;

const OPTIONS: OptionNames<SessionsOptions> = {
  keys: true,
  store: true,
  cookie: true,
  idle: true,
  absolute: true,
  trustedOrigins: true,
};

/** Divisor of the idle time: after a tenth of it, a request that does not change the session extends it. */
const REFRESH = 10;

/**
 * Creates a filter that provides a {@link Session} for each request, as `sessionOf(context)` or as a context parameter
 * of the type `Session`. Sessions are sealed in a cookie or kept in a store. The cookie has the attributes `HttpOnly`,
 * `Secure` and `SameSite=Lax`. Like `csrf`, the filter responds with 403 to state-changing requests from pages of other
 * origins. Throws `TypeError` or `RangeError` if an option is invalid.
 */
export function sessions(options: SessionsOptions): SessionsFilter {
  const settings = resolveOptions(options);
  const { trustedOrigins } = settings;
  const filter: Filter = function inSession(context, next) {
    assertSameSite(context, trustedOrigins);
    const known = readSession(context, settings);
    return isThenable(known)
      ? Promise.resolve(known).then((found) => runInSession(context, next, settings, found))
      : runInSession(context, next, settings, known);
  };
  return describeFilter(Object.assign(filter, { trustedOrigins }), { refuses: ['forbidden'] });
}

markFilterFactory(sessions);

/** Returns the session of a request. Throws an error if no filter provides one. */
export function sessionOf(context: RoutingContext): Session {
  const session = context.data.get(Session);
  if (session instanceof Session) return session;
  throw new Error('the request has no session: use(sessions({ keys })) for the router, a class or a route');
}

interface Settings {
  readonly seal: CookieSeal | undefined;
  readonly store: SessionStore | undefined;
  readonly cookie: string;
  readonly idle: number;
  readonly absolute: number;
  readonly trustedOrigins: ReadonlySet<string>;
}

function resolveOptions(options: SessionsOptions): Settings {
  assertOptions('sessions', options, OPTIONS);
  assertTypes('sessions', options, { cookie: 'a string', idle: 'a number', absolute: 'a number' });
  assertMethods('sessions: store', options.store, ['get', 'set', 'delete']);
  const { keys, store, cookie = '__Host-session', idle = 1800, absolute = 43_200, trustedOrigins } = options;
  if ((keys === undefined) === (store === undefined)) {
    throw new TypeError('sessions: pass either keys, to seal sessions in the cookie, or a store');
  }
  for (const [name, seconds] of [
    ['idle', idle],
    ['absolute', absolute],
  ] as const) {
    if (Number.isSafeInteger(seconds) && seconds > 0) continue;
    throw new RangeError(`sessions: ${name} must be a whole number of seconds, 1 or more, not ${seconds}`);
  }
  const seal = keys && new CookieSeal(parseCookieKeys('sessions', keys), cookie);
  const origins = parseTrustedOrigins(trustedOrigins === undefined ? {} : { trustedOrigins });
  return { seal, store, cookie, idle, absolute, trustedOrigins: origins };
}

/** Reads the session to which the request's cookie refers. Returns undefined if there is none or it has ended. */
function readSession(
  context: RoutingContext,
  settings: Settings,
): SealedSession | undefined | Promise<SealedSession | undefined> {
  const value = context.request.cookies[settings.cookie];
  if (value === undefined || value === '') return undefined;
  const { seal, store } = settings;
  if (seal !== undefined) return unlessEnded(seal.open(value), settings);
  const found = withProviderTimeout(context, 'store of sessions', store!.get(hash(value)));
  const toSession = (record: SessionRecord | undefined): SealedSession | undefined =>
    unlessEnded(record && { id: value, record }, settings);
  return isThenable(found) ? Promise.resolve(found).then(toSession) : toSession(found);
}

function unlessEnded(
  session: SealedSession | undefined,
  { idle, absolute }: Settings,
): SealedSession | undefined {
  if (session === undefined) return undefined;
  const now = Date.now();
  const { created, seen } = session.record;
  return now < seen + idle * 1000 && now < created + absolute * 1000 ? session : undefined;
}

function runInSession(
  context: RoutingContext,
  next: () => unknown,
  settings: Settings,
  known: SealedSession | undefined,
): unknown {
  const { response } = context;
  const session = new Session(known, Date.now(), {
    assertOpen() {
      if (response.started) throw new Error('the response has started; the session cannot be changed');
    },
    assertFits: (changed) => assertFits(changed, settings),
  });
  context.data.set(Session, session);
  let hasEnded = false;
  response.beforeHead((body) => {
    if (!hasEnded) setSessionCookie(context, session, settings, known);
    return body;
  });
  if (settings.store === undefined) return next();
  return saveAfter(next, context, async () => {
    hasEnded = (await save(session, settings, known)) === 'ended';
  });
}

/** Maximum size in bytes of a cookie that browsers store, less the size of its attributes. */
const MAX_COOKIE = 4096 - 100;

/**
 * Throws if the session is too large for a cookie. Called while the handler runs, because when the cookie is set, it is
 * too late for an error response.
 */
function assertFits(session: SealedSession, { seal, cookie }: Settings): void {
  if (seal === undefined || cookie.length + seal.seal(session).length <= MAX_COOKIE) return;
  throw new RangeError(
    'the session would be larger than 4096 bytes, so browsers would not store its cookie: use a store',
  );
}

/** Whether the session must be stored because it has changed or its idle time must be extended. */
function needsStoring(session: Session, known: SealedSession | undefined, { idle }: Settings): boolean {
  if (session.isChanged) return true;
  return known !== undefined && Date.now() - known.record.seen > (idle * 1000) / REFRESH;
}

function setSessionCookie(
  context: RoutingContext,
  session: Session,
  settings: Settings,
  known: SealedSession | undefined,
): void {
  const { response, request } = context;
  const { cookie, seal } = settings;
  if (session.isEmpty) {
    if (session.isChanged && request.cookies[cookie] !== undefined) deleteCookie(response, cookie);
    return;
  }
  if (!needsStoring(session, known, settings)) return;
  const now = Date.now();
  const value = seal?.seal({ id: session.id, record: session.toRecord(now) }) ?? session.id;
  setCookie(response, cookie, value, { maxAge: timeLeft(session, settings, now) });
  // A cache must not store the cookie.
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
}

/** Returns the number of seconds, at least 1, until the session ends if there are no further requests. */
function timeLeft({ created }: Session, { idle, absolute }: Settings, now: number): number {
  return Math.max(1, Math.min(idle, Math.ceil((created + absolute * 1000 - now) / 1000)));
}

/** Stores the session after the handler has run, even if it failed, and before its result is written. */
async function saveAfter(
  next: () => unknown,
  context: RoutingContext,
  store: () => Promise<void>,
): Promise<unknown> {
  try {
    return await next();
  } finally {
    await withProviderTimeout(context, 'store of sessions', store());
  }
}

/**
 * Stores or deletes the session in the store, if necessary. Resolves with `ended` if another request has ended the
 * session in the meantime, so that it must not be restored, and otherwise with `current`.
 */
async function save(
  session: Session,
  settings: Settings,
  known: SealedSession | undefined,
): Promise<'current' | 'ended'> {
  const store = settings.store!;
  for (const id of session.discarded) await store.delete(hash(id));
  if (!needsStoring(session, known, settings)) return 'current';
  const id = hash(session.id);
  const now = Date.now();
  const [record, ttl] = [session.toRecord(now), timeLeft(session, settings, now)];
  if (session.isNew) {
    if (!session.isEmpty) await store.set(id, record, ttl);
    return 'current';
  }
  if (store.update !== undefined && !session.isEmpty)
    return (await store.update(id, record, ttl)) ? 'current' : 'ended';
  if ((await store.get(id)) === undefined) return 'ended';
  await (session.isEmpty ? store.delete(id) : store.set(id, record, ttl));
  return 'current';
}

/** Returns the id in the store, from which the id in the cookie cannot be computed. */
function hash(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
