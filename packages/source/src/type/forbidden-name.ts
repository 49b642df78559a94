/** Whether a name would access an object's prototype; such names are rejected as parameters and keys. */
export function isForbiddenName(name: string): boolean {
  return name === '__proto__' || name === 'constructor' || name === 'prototype';
}
