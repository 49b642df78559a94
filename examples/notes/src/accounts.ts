import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { User } from '@writ/annotations';

const deriveKey = promisify<string, Uint8Array, number, Buffer>(scrypt);

export type Role = 'reader' | 'editor';

/** The accounts with access to the notes. Passwords are stored as salted hashes only. */
export class Accounts {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  isEmpty(): boolean {
    return this.#database.prepare('SELECT 1 FROM account').get() === undefined;
  }

  async add(name: string, password: string, roles: readonly Role[]): Promise<void> {
    const salt = randomBytes(16);
    this.#database
      .prepare('INSERT OR REPLACE INTO account (name, salt, hash, roles) VALUES (?, ?, ?, ?)')
      .run(name, salt, await deriveKey(password, salt, 32), roles.join(' '));
  }

  /** Returns null for unknown credentials. Checking an unknown name takes as long as checking a wrong password. */
  async find(name: string, password: string): Promise<User | null> {
    const row = this.#database.prepare('SELECT salt, hash, roles FROM account WHERE name = ?').get(name) as
      | { salt: Uint8Array; hash: Uint8Array; roles: string }
      | undefined;
    const hash = await deriveKey(password, row?.salt ?? new Uint8Array(16), 32);
    if (row === undefined || !timingSafeEqual(hash, row.hash)) return null;
    return { principal: { name }, authorizations: { accounts: row.roles.split(' ') } };
  }
}
