import {
  HttpError,
  memoryStore,
  RestResponse,
  type Filter,
  type RateStore,
  type RoutingContext,
} from '@writ/http';
import { clientKey } from '@writ/http/kernel';
import { callerOf } from '../security/caller.ts';
import type { AuditLog } from '../store/audit-log.ts';
import type { AuditCredential, AuditRecord } from '../records/audit-entry.ts';

/**
 * The routes that are not recorded although their methods are not safe: their requests only compute something, or change
 * only a virtual machine whose changes are discarded.
 */
export const UNRECORDED: ReadonlySet<string> = new Set([
  'POST /api/batches/plan',
  'POST /api/check',
  'POST /api/convert',
  'POST /api/installs/plan',
  'POST /api/installs/{id}/machine/input',
  'POST /api/node-configurations/rows/check',
  'POST /api/node-installations/plan',
  'POST /api/password-hash',
  'POST /api/plan',
  'POST /api/plan/changes',
  'POST /api/resolve',
]);

/** The routes of agents that are not recorded: heartbeats, confirmations of responses, and events of installations. */
export const UNRECORDED_OF_AGENTS: ReadonlySet<string> = new Set([
  'POST /agent/orders',
  'POST /agent/orders/claim/confirmation',
  'POST /agent/orders/events',
]);

/** The members of an entry in the audit log that only the handler of the request knows. */
export interface AuditNote {
  /** The name of the user, for a request that logs in, or of the node; null if it is unknown. */
  readonly actor?: string | null;
  /** How the actor was identified, for a request without a caller; default: `none`. */
  readonly credential?: AuditCredential;
  /** The path or the name of what was changed; default: the path of the response's `Location`, or of the request. */
  readonly subject?: string;
  /** The digest of a plan; default: the member `digest` of the response. */
  readonly digest?: string;
  /** Whether the request repeated an earlier one, and changed nothing; default: false. */
  readonly isRepeated?: boolean;
}

const NOTE = Symbol('audit note');

/** Adds a note to the entry of a request. A request without a caller is recorded only if it has a note. */
export function noteForAudit(context: RoutingContext, note: AuditNote): void {
  context.data.set(NOTE, { ...noteOf(context), ...note });
}

function noteOf(context: RoutingContext): AuditNote | undefined {
  return context.data.get(NOTE) as AuditNote | undefined;
}

interface EntryLimits {
  /** Maximum number of entries in a window of `milliseconds`. */
  readonly entries: number;
  readonly milliseconds: number;
}

/**
 * Limits on the entries of requests that were refused (4xx) for each user, token or node, for the attempts to log in as a
 * user from each address, and for all requests without one of these together, whatever their addresses. The log is never
 * shortened, so refused requests, which change nothing, must not fill it.
 */
export const refusalLimits: EntryLimits = { entries: 100, milliseconds: 60_000 };

/**
 * Limits on the entries of requests that repeated an earlier one for each sender: they change nothing either. Some of them
 * are recorded, because the entry of the earlier request is missing if the service was killed before it was written. Other
 * requests that succeed are always recorded.
 */
export const repetitionLimits: EntryLimits = { entries: 10, milliseconds: 60 * 60_000 };

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Creates a filter that records each request that changes state, before its response is sent: who has sent it, from
 * where, and its result. If the entry cannot be written, the response is an error, although the request may have taken
 * effect. Filters that limit requests must precede it, so that the requests that they refuse cannot fill the log.
 *
 * @param unrecorded the routes that are not recorded
 */
export function recordChanges(
  log: AuditLog,
  now: () => Date,
  unrecorded: ReadonlySet<string> = UNRECORDED,
): Filter {
  const refusals = memoryStore();
  const repetitions = memoryStore();
  const record = async (context: RoutingContext, action: string, outcome: Outcome): Promise<void> => {
    const entry = describeChange(context, action, outcome);
    if (entry === undefined) return;
    const isBeyond = async (store: RateStore, { entries, milliseconds }: EntryLimits): Promise<boolean> =>
      (await store.hit(describeSender(entry), milliseconds)).count > entries;
    const isRefused = entry.status >= 400 && entry.status < 500;
    if (isRefused && (await isBeyond(refusals, refusalLimits))) return;
    const isRepeated = entry.status < 400 && noteOf(context)?.isRepeated === true;
    if (isRepeated && (await isBeyond(repetitions, repetitionLimits))) return;
    await log.append({ ...entry, time: now().toISOString() });
  };
  return async (context, next) => {
    const { route } = context;
    const action = route && `${route.method} ${route.path}`;
    if (action === undefined || SAFE_METHODS.has(route!.method) || unrecorded.has(action)) return next();
    let result: unknown;
    try {
      result = await next();
    } catch (error) {
      await record(context, action, { status: error instanceof HttpError ? error.status : 500 });
      throw error;
    }
    await record(context, action, describeResult(result, context));
    return result;
  };
}

/**
 * Identifies the sender of a refused request. An attempt to log in as a user may come from anyone, so attempts from one
 * address must not hide those from another one; the limits on logins limit their number.
 */
function describeSender({ actor, credential, token, address }: Omit<AuditRecord, 'time'>): string {
  const isLogin = credential === 'none' && actor !== null && address !== null;
  return JSON.stringify([credential, actor, token, ...(isLogin ? [clientKey(address)] : [])]);
}

interface Outcome {
  readonly status: number;
  readonly location?: string;
  readonly digest?: string;
}

/** Returns the entry of a request without its time; undefined if it is not recorded. */
function describeChange(
  context: RoutingContext,
  action: string,
  { status, location, digest }: Outcome,
): Omit<AuditRecord, 'time'> | undefined {
  const caller = callerOf(context);
  const note = noteOf(context);
  if (caller === undefined && note === undefined) return undefined;
  const credential: AuditCredential = caller?.credential ?? note?.credential ?? 'none';
  const { remoteAddress, url } = context.request;
  return {
    actor: note?.actor ?? caller?.user ?? null,
    credential,
    token: caller?.token ?? null,
    address: remoteAddress ?? null,
    action,
    subject: note?.subject ?? location ?? url.pathname,
    status,
    digest: note?.digest ?? digest ?? null,
  };
}

const DIGEST = /^[0-9a-f]{64}$/;

function describeResult(result: unknown, { response }: RoutingContext): Outcome {
  const isResponse = result instanceof RestResponse;
  const body: unknown = isResponse ? result.body : result;
  const digest: unknown =
    typeof body === 'object' && body !== null && 'digest' in body ? body.digest : undefined;
  const location = isResponse ? result.headers['location'] : undefined;
  return {
    status: isResponse ? result.status : response.status,
    // The address of a download contains a ticket.
    ...(typeof location === 'string' && location.startsWith('/api/') && { location }),
    ...(typeof digest === 'string' && DIGEST.test(digest) && { digest }),
  };
}
