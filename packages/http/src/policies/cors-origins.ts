import type { CorsOptions } from './cors.ts';

type Origins = CorsOptions['origin'];

/** Compiles a function that tests whether an origin is allowed. */
export function compileOriginTest(origin: Origins): (origin: string) => boolean {
  if (typeof origin === 'function') return origin;
  if (origin === '*') return () => true;
  const pattern = originPattern(origin);
  if (pattern !== undefined) {
    const whole = new RegExp(`^(?:${pattern.source})$`, pattern.flags.replaceAll(/[gy]/g, ''));
    return (given) => whole.test(given);
  }
  const known = new Set<unknown>(origin as readonly string[]);
  return (given) => known.has(given);
}

/**
 * Returns the regular expression for the origins, or undefined if no pattern specifies them. Throws `SyntaxError` if
 * the pattern is invalid.
 */
export function originPattern(origin: Origins): RegExp | undefined {
  if (origin instanceof RegExp) return origin;
  if (typeof origin !== 'string' || origin === '*') return undefined;
  // Dots are escaped: as a wildcard, the dot in `https://app.example` would also allow `https://appXexample`, which
  // anyone can register.
  return new RegExp(PLAIN_ORIGIN.test(origin) ? escapeDots(origin) : origin, 'u');
}

/** An origin whose only special characters are dots. */
const PLAIN_ORIGIN = /^[a-z][\w-]*:\/\/[\w-]+(?:\.[\w-]+)*(?::\d+)?$/i;

function escapeDots(text: string): string {
  return text.replaceAll('.', '\\.');
}

/** A string that is listed as an origin but cannot be the origin of a page. */
export interface InvalidOrigin {
  readonly text: string;
  readonly why: string;
  readonly hint: string;
}

export function findInvalidOrigins(origin: Origins): readonly InvalidOrigin[] {
  if (typeof origin === 'function' || origin instanceof RegExp || origin === '*') return [];
  if (typeof origin === 'string') return [checkOrigin(origin) ?? checkOriginPattern(origin) ?? []].flat();
  return origin.flatMap((text) => checkOrigin(text) ?? checkListedOrigin(text) ?? []);
}

/**
 * Matches a host without a scheme, in which dots may be escaped. As a pattern, it would match no origin, because every
 * origin contains `//`.
 */
const HOST = /^[\w-]+(?:\\?\.[\w-]+)*(?::\d+)?$/;
const WITH_PATH = /^([a-z][\w-]*:\/\/[\w-]+(?:\\?\.[\w-]+)*(?::\d+)?)\/[\w./-]*$/i;
const WILDCARD = /^[a-z][\w-]*:\/\/\*/i;

function checkOrigin(text: string): InvalidOrigin | undefined {
  // The origin of sandboxed pages is "null".
  if (text === 'null') return undefined;
  if (HOST.test(text)) return { text, why: 'the scheme is missing', hint: hintToWrite(`https://${text}`) };
  const [, before] = WITH_PATH.exec(text) ?? [];
  if (before !== undefined) return { text, why: 'an origin has no path', hint: hintToWrite(before) };
  return undefined;
}

function checkListedOrigin(text: string): InvalidOrigin | undefined {
  if (!/[*\\()[\]|^$+?]/.test(text)) return undefined;
  return {
    text,
    why: 'a list contains exact origins, not patterns',
    hint: 'use one pattern instead of the list, or a function: (origin) => …',
  };
}

/** Detects a wildcard as in a shell. In a regular expression, `*` repeats the character before it. */
function checkOriginPattern(text: string): InvalidOrigin | undefined {
  if (!WILDCARD.test(text)) return undefined;
  const hint = hintToWrite(escapeDots(text).replace('*', '[^/]*'));
  return { text, why: '"*" repeats the character before it', hint };
}

function hintToWrite(text: string): string {
  return `write ${JSON.stringify(text)}`;
}
