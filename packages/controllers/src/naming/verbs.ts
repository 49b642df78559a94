import { METHODS } from 'node:http';
import { nearest } from '@writ/diagnostics';
import type { Rule } from '../finding-codes.ts';

/** `ANY` handles the methods for which the class has no handler, except HEAD and OPTIONS. */
export const ANY = 'ANY';

/** `SOCKET` handles the opening handshakes of WebSockets, which are GET requests, and returns the hooks. */
export const SOCKET = 'SOCKET';

const VERBS: ReadonlySet<string> = new Set([
  ...METHODS.filter((method) => method !== 'CONNECT'),
  ANY,
  SOCKET,
]);

const RESERVED: ReadonlyMap<string, string> = new Map([
  ['CONNECT', 'servers do not pass CONNECT to handlers'],
  ['DISCONNECT', 'the name DISCONNECT is reserved: SOCKET returns a hook for the end of a connection'],
]);

export function isVerb(name: string): boolean {
  return VERBS.has(name);
}

export interface HandlerNameProblem {
  readonly rule: Rule;
  readonly message: string;
  readonly hint: string;
}

/**
 * Checks the name of a method that looks like a handler; returns undefined if it is valid or not intended as a handler
 * name.
 */
export function checkHandlerName(name: string): HandlerNameProblem | undefined {
  const reserved = RESERVED.get(name);
  if (reserved !== undefined) {
    return { rule: 'verb-reserved', message: reserved, hint: 'choose a different name in lower case' };
  }
  if (isVerb(name)) return undefined;
  if (/^[A-Z]+$/.test(name)) {
    const suggestion = nearest(name, VERBS);
    const hint =
      suggestion === undefined
        ? 'if the method is not a handler, write its name in lower case'
        : `did you mean ${suggestion}?`;
    return { rule: 'verb-unknown', message: `${name} is not an HTTP method`, hint };
  }
  const [verb = ''] = name.split('_', 1);
  if (!isVerb(verb)) return undefined;
  return {
    rule: 'verb-unknown',
    message: `${name} would never be called: a handler is named only after its verb`,
    hint: `write a separate class with ${verb}`,
  };
}
