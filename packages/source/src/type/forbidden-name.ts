/** Names that would reach into an object's prototype; never a parameter, never a key. */
export function isForbiddenName(name: string): boolean {
  return name === '__proto__' || name === 'constructor' || name === 'prototype';
}
