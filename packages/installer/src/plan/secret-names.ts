/**
 * Returns the secret name of a mirror's login, which is the part between `//` and `@` in the mirror's
 * address.
 */
export function mirrorLoginName(address: string): string {
  return `login of ${address}`;
}

/** The list that contains a command: `custom-commands`, or one in `x-writ.commands`. */
export type CommandKind = 'custom' | 'early' | 'error';

/** Returns the secret name of a command; `number` starts at 1. */
export function commandSecretName(kind: CommandKind, number: number): string {
  return `${kind} command ${number}`;
}

/** The secret name of the passphrase of encrypted partitions. */
export const PASSPHRASE = 'passphrase';

/** Returns the secret name of a user's password. */
export function passwordSecretName(name: string): string {
  return `password of ${name}`;
}
