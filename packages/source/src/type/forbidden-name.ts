/** Whether every request with a key of this name is rejected, because the name leads to an object's prototype. */
export function isForbiddenName(name: string): boolean {
  return name === '__proto__' || name === 'constructor' || name === 'prototype';
}
