/**
 * Returns the secret name of a mirror's login, which is the part between `//` and `@` in the mirror's
 * address.
 */
export function mirrorLoginName(address: string): string {
  return `login of ${address}`;
}

/** Returns the secret name of a custom command; `number` starts at 1. */
export function commandSecretName(number: number): string {
  return `custom command ${number}`;
}

/** The secret name of the passphrase of encrypted partitions. */
export const PASSPHRASE = 'passphrase';

/** Returns the secret name of a user's password. */
export function passwordSecretName(name: string): string {
  return `password of ${name}`;
}
