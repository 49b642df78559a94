/**
 * Returns the secret name of a mirror's login, the part between `//` and `@` in the mirror's
 * address.
 */
export function mirrorLoginName(address: string): string {
  return `login of ${address}`;
}

/** Returns the secret name of a custom command; `number` starts at 1. */
export function commandSecretName(number: number): string {
  return `custom command ${number}`;
}

/** Returns the secret name of a user's password. */
export function passwordSecretName(name: string): string {
  return `password of ${name}`;
}
