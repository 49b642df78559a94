import { signal, type Signal } from '@preact/signals';
import type {
  AuditEntry,
  AuditVerification,
  Caller,
  CreatedToken,
  Right,
  StoredToken,
  User,
} from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import type { Session } from './session.ts';

/** Entries of the audit log that are loaded at once. */
const PAGE_SIZE = 50;

/** A token that the user asks for. */
export interface AskedToken {
  readonly name: string;
  readonly scope: Right;
  readonly days: number;
  readonly owner?: string;
}

/** The user of the page and their rights and, for administrators, all users and the audit log. */
export class People {
  /** The sender of the page's requests; undefined until it is loaded. */
  readonly caller: Signal<Caller | undefined> = signal(undefined);
  readonly users: Signal<readonly User[] | undefined> = signal(undefined);
  readonly tokens: Signal<readonly StoredToken[] | undefined> = signal(undefined);
  /** The token that was just created, which the service does not return again. */
  readonly created: Signal<CreatedToken | undefined> = signal(undefined);
  readonly audit: Signal<readonly AuditEntry[] | undefined> = signal(undefined);
  /** Whether there are older entries. */
  readonly hasOlder: Signal<boolean> = signal(false);
  readonly verification: Signal<AuditVerification | undefined> = signal(undefined);
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Whether the user of the page has a right. */
  may(right: Right): boolean {
    const own = this.caller.value?.right;
    return own === 'administer' || own === right || (own === 'run' && right === 'view');
  }

  /**
   * Loads the caller; fails with 401 if the page is not open. Returns whether the caller is another user than before,
   * and forgets what only the previous one may see.
   */
  async loadCaller(): Promise<boolean> {
    const before = this.caller.peek();
    const caller = await dataOf(service().GET('/api/session'));
    const isOther = before !== undefined && before.user !== caller.user;
    if (isOther) this.discard();
    this.caller.value = caller;
    return isOther;
  }

  /** Loads the tokens and, for administrators, the users and the newest entries of the audit log. */
  async load(): Promise<void> {
    await this.#session.guard(async () => {
      this.tokens.value = await dataOf(service().GET('/api/tokens'));
      if (!this.may('administer')) return;
      this.users.value = await dataOf(service().GET('/api/users'));
      await this.#loadAudit();
    });
  }

  /** Forgets what only the previous user may see. */
  discard(): void {
    for (const each of [this.caller, this.users, this.tokens, this.created, this.audit, this.verification])
      each.value = undefined;
  }

  /** Changes the user's own password, which ends the session. Returns whether it was changed. */
  async changePassword(current: string, password: string): Promise<boolean> {
    return this.#change(() => service().PUT('/api/session/password', { body: { current, password } }));
  }

  async addUser(name: string, role: Right, password: string): Promise<boolean> {
    return this.#change(() => service().POST('/api/users', { body: { name, role, password } }), true);
  }

  async removeUser(name: string): Promise<boolean> {
    return this.#change(() => service().DELETE('/api/users/{name}', { params: { path: { name } } }), true);
  }

  async setRole(name: string, role: Right): Promise<boolean> {
    const params = { path: { name } };
    return this.#change(() => service().PUT('/api/users/{name}/role', { params, body: { role } }), true);
  }

  async createToken(asked: AskedToken): Promise<boolean> {
    return this.#change(async () => {
      this.created.value = await dataOf(service().POST('/api/tokens', { body: asked }));
    }, true);
  }

  async revokeToken(id: number): Promise<boolean> {
    return this.#change(() => service().DELETE('/api/tokens/{id}', { params: { path: { id } } }), true);
  }

  async loadOlder(): Promise<void> {
    const last = this.audit.value?.at(-1)?.number;
    await this.#session.guard(() => this.#loadAudit(last));
  }

  async verify(): Promise<void> {
    await this.#session.guard(async () => {
      this.verification.value = await dataOf(service().GET('/api/audit/verification'));
    });
  }

  async #loadAudit(before?: number): Promise<void> {
    const query = { limit: PAGE_SIZE, ...(before !== undefined && { before }) };
    const entries = await dataOf(service().GET('/api/audit', { params: { query } }));
    this.hasOlder.value = entries.length === PAGE_SIZE && entries.at(-1)!.number > 1;
    this.audit.value = before === undefined ? entries : [...(this.audit.value ?? []), ...entries];
  }

  /** Sends a request, and then loads the lists again. Returns whether the request succeeded. */
  async #change(send: () => Promise<unknown>, isListed = false): Promise<boolean> {
    const done = await this.#session.guard(async () => {
      await send();
      return true;
    });
    if (isListed && done === true) await this.load();
    return done === true;
  }
}
