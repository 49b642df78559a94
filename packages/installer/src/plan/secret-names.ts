/** The name under which the run finds what a mirror asks for, as it is written between `//` and `@`. */
export function mirrorLoginName(address: string): string {
  return `login of ${address}`;
}

/** The name under which the run finds a command that is a secret; `number` from 1. */
export function commandSecretName(number: number): string {
  return `custom command ${number}`;
}

/** The name under which the run finds a user's password. */
export function passwordSecretName(name: string): string {
  return `password of ${name}`;
}
