import type { JsonMapper } from '../../contract/json-mapper.ts';
import { Failure } from '../../types/failure.ts';
import { findRounded } from './json-rounding.ts';

/** Maximum nesting depth of arrays and objects. */
const MAX_DEPTH = 128;

/** Matches keys that could modify an object's prototype, and escapes, with which such a key could be written. */
const MAY_BE_UNSAFE = /"(?:__proto__|constructor|prototype)"\s*:|\\u00/;
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses JSON from a client. Returns a {@link Failure} for invalid JSON, deep nesting, keys that could modify a
 * prototype and, if the mapper is `JSON`, numbers that would be rounded.
 */
export function parseJson(text: string, mapper: Pick<JsonMapper, 'parse'>): unknown {
  if (isTooDeep(text)) return TOO_DEEP;
  let value: unknown;
  try {
    value = mapper.parse(text);
  } catch (error) {
    return malformed(`is not JSON${positionOf(error)}`);
  }
  // A custom mapper may accept keys without double quotes and numbers of any length.
  const fault = mapper !== JSON || MAY_BE_UNSAFE.test(text) ? findFault(value, 0) : undefined;
  return fault ?? (mapper === JSON ? findRounded(text) : undefined) ?? value;
}

/**
 * Extracts the position of a syntax error. Discards the rest of V8's message, which may quote secrets from the body.
 */
function positionOf(error: unknown): string {
  const found = error instanceof SyntaxError && /\(line (\d+) column (\d+)\)/.exec(error.message);
  return found ? ` (line ${found[1]}, column ${found[2]})` : '';
}

function isTooDeep(text: string): boolean {
  // Each nesting level needs at least one character.
  if (text.length <= MAX_DEPTH) return false;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === BACKSLASH) index += 1;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) {
      inString = true;
    } else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      depth -= 1;
    }
  }
  return false;
}

const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

function findFault(value: unknown, depth: number): Failure | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === MAX_DEPTH) return TOO_DEEP;
  // A mapper that assigns keys one by one may have replaced the prototype of this object.
  if (!hasOwnPrototype(value)) return malformed('has a key named __proto__, which is not allowed');
  for (const [key, inner] of Object.entries(value)) {
    if (UNSAFE_KEYS.has(key) && !Array.isArray(value))
      return malformed(`has a key named ${key}, which is not allowed`);
    const fault = findFault(inner, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Whether the object is plain, or an instance that a mapper created from a class. */
function hasOwnPrototype(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (typeof prototype !== 'object' || prototype === null) return prototype === null;
  if (!Object.hasOwn(prototype, 'constructor')) return false;
  const { constructor } = prototype;
  return typeof constructor === 'function' && constructor.prototype === prototype;
}

function malformed(detail: string): Failure {
  return new Failure([{ code: 'malformed', detail, pointer: '' }]);
}

const TOO_DEEP = malformed(`is nested more than ${MAX_DEPTH} levels deep`);
