import type { Secret } from '@writ/diagnostics';
import { HASH_COST, hashPassword, isPassword, passwordRule, type HashCost } from './password-hash.ts';
import { PeopleError } from './people-error.ts';

/**
 * Hashes a new password.
 *
 * @throws {PeopleError} when the password is too short or too long
 */
export async function hashNewPassword(password: Secret, cost: HashCost = HASH_COST): Promise<string> {
  if (!isPassword(password)) throw new PeopleError('invalid', `invalid password: use ${passwordRule}`);
  return hashPassword(password, cost);
}
