/** The stored state of a session. It consists of JSON values. */
export interface SessionRecord {
  /** The time at which the session began, in milliseconds since 1970. */
  readonly created: number;
  /** The time of the last recorded request, in milliseconds since 1970. */
  readonly seen: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Stores sessions, in memory or in a database that several servers share. The ids are hashes of the ids in cookies. */
export interface SessionStore {
  /** Returns the session with this id, or undefined if there is none. */
  get(id: string): SessionRecord | undefined | Promise<SessionRecord | undefined>;
  /** Stores a session, which may be deleted after `ttl` seconds. */
  set(id: string, record: SessionRecord, ttl: number): void | Promise<void>;
  /**
   * Replaces a stored session, as `set` does, and returns true. If there is none, because another request has ended it,
   * stores nothing and returns false. Must be atomic. If a store does not have this method, `get` and `set` are called
   * one after the other.
   */
  update?(id: string, record: SessionRecord, ttl: number): boolean | Promise<boolean>;
  /** Deletes a session, if there is one. */
  delete(id: string): void | Promise<void>;
}

interface StoredSession {
  readonly json: string;
  readonly expires: number;
}

/**
 * Creates a store in the memory of this process, for development and a single server. If there are more than
 * `maxSessions` (default: 10,000), those that were stored least recently are removed. Throws `RangeError` if
 * `maxSessions` is not a positive whole number.
 */
export function memorySessions(maxSessions: number = 10_000, now: () => number = Date.now): SessionStore {
  if (!Number.isInteger(maxSessions) || maxSessions < 1)
    throw new RangeError(`memorySessions: the maximum must be a whole number, 1 or more, not ${maxSessions}`);
  // In the order in which they were stored, so that the oldest come first.
  const stored = new Map<string, StoredSession>();
  const find = (id: string): StoredSession | undefined => {
    const found = stored.get(id);
    if (found === undefined || found.expires > now()) return found;
    stored.delete(id);
    return undefined;
  };
  const put = (id: string, record: SessionRecord, ttl: number): void => {
    // Throws an error for a value that cannot be serialized, such as a BigInt; the stored session must then remain.
    const json = JSON.stringify(record);
    stored.delete(id);
    for (const [oldest] of stored) {
      if (stored.size < maxSessions) break;
      stored.delete(oldest);
    }
    stored.set(id, { json, expires: now() + ttl * 1000 });
  };
  return {
    get(id) {
      const found = find(id);
      return found && (JSON.parse(found.json) as SessionRecord);
    },
    set: put,
    update(id, record, ttl) {
      if (find(id) === undefined) return false;
      put(id, record, ttl);
      return true;
    },
    delete: (id) => void stored.delete(id),
  };
}
