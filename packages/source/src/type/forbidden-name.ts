/** Whether a name refers to an object's prototype. These names are rejected as parameters and keys. */
export function isForbiddenName(name: string): boolean {
  return name === '__proto__' || name === 'constructor' || name === 'prototype';
}
