import { randomBytes } from 'node:crypto';
import type { SessionRecord } from './session-store.ts';

/** Number of random bytes in a session id. */
const ID_BYTES = 24;

/** The conditions under which a session can be changed. */
export interface SessionRules {
  /** Throws an error if the response has started. */
  assertOpen(): void;
  /** Throws an error if the session is too large to be stored. */
  assertFits(session: { readonly id: string; readonly record: SessionRecord }): void;
}

/**
 * The session of a request: JSON values by name. A session with values is stored, and a session without values is
 * deleted. Change it only before the response starts.
 */
export class Session {
  #id: string;
  #data: Map<string, unknown>;
  #created: number;
  #isNew: boolean;
  #isChanged = false;
  /** Earlier ids, whose sessions must be deleted. */
  readonly #discarded: string[] = [];
  readonly #rules: SessionRules;

  /** Continues the session with the known id, or begins a session with a new id if `known` is undefined. */
  constructor(
    known: { readonly id: string; readonly record: SessionRecord } | undefined,
    now: number,
    rules: SessionRules,
  ) {
    this.#id = known?.id ?? createId();
    this.#data = new Map(Object.entries(known?.record.data ?? {}));
    this.#created = known?.record.created ?? now;
    this.#isNew = known === undefined;
    this.#rules = rules;
  }

  /** The id, which only the client and the server know. */
  get id(): string {
    return this.#id;
  }

  /** The time at which the session began, in milliseconds since 1970. */
  get created(): number {
    return this.#created;
  }

  /** Whether the session is new, so that the client did not send its id. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Whether the session has no values. */
  get isEmpty(): boolean {
    return this.#data.size === 0;
  }

  /** Returns a value, or undefined if it is not set. If you change an object in place, set it again afterwards. */
  get(name: string): unknown {
    return this.#data.get(name);
  }

  /**
   * Sets a value, which must be a JSON value; `undefined` deletes it. Throws an error if the response has started, or
   * if a sealed session becomes too large for a cookie.
   */
  set(name: string, value: unknown): void {
    if (value === undefined) return this.delete(name);
    const data = new Map(this.#data).set(name, value);
    const record = { created: this.#created, seen: this.#created, data: Object.fromEntries(data) };
    this.#rules.assertFits({ id: this.#id, record });
    this.#change();
    this.#data = data;
  }

  /** Deletes a value. Throws an error if the response has started. */
  delete(name: string): void {
    this.#change();
    this.#data.delete(name);
  }

  /**
   * Replaces the id and retains the values. Call it when a user logs in or the user's rights change, so that an id that
   * an attacker has planted in the browser becomes useless. The absolute time limit starts again.
   */
  regenerate(): void {
    this.#change();
    if (!this.#isNew) this.#discarded.push(this.#id);
    this.#id = createId();
    this.#created = Date.now();
    this.#isNew = true;
  }

  /** Deletes all values and the session itself. Call it when a user logs out. */
  destroy(): void {
    this.regenerate();
    this.#data = new Map();
  }

  /** Whether a method that changes the session has been called. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** The ids of sessions that must be deleted. */
  get discarded(): readonly string[] {
    return this.#discarded;
  }

  /** Returns the record to store. */
  toRecord(seen: number): SessionRecord {
    return { created: this.#created, seen, data: Object.fromEntries(this.#data) };
  }

  #change(): void {
    this.#rules.assertOpen();
    this.#isChanged = true;
  }
}

function createId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}
