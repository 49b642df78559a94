import type { CorsOptions } from './cors.ts';

type Origins = CorsOptions['origin'];

/** Whether a page of that origin is allowed. */
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

/** The expression for the origins, when there is one. Throws `SyntaxError` for one that does not compile. */
export function originPattern(origin: Origins): RegExp | undefined {
  if (origin instanceof RegExp) return origin;
  if (typeof origin !== 'string' || origin === '*') return undefined;
  // As a wildcard the dot of `https://app.example` would let in `https://appXexample`, which anybody can register.
  return new RegExp(PLAIN_ORIGIN.test(origin) ? escapeDots(origin) : origin, 'u');
}

/** An origin without a pattern: nothing in it but its dots means anything in an expression. */
const PLAIN_ORIGIN = /^[a-z][\w-]*:\/\/[\w-]+(?:\.[\w-]+)*(?::\d+)?$/i;

function escapeDots(text: string): string {
  return text.replaceAll('.', '\\.');
}

/** A text among the origins that is the origin of no page. */
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

/** A host, also one whose dots are escaped for a pattern. As a pattern it has no place for the "//" of an origin. */
const HOST = /^[\w-]+(?:\\?\.[\w-]+)*(?::\d+)?$/;
const WITH_PATH = /^([a-z][\w-]*:\/\/[\w-]+(?:\\?\.[\w-]+)*(?::\d+)?)\/[\w./-]*$/i;
const WILDCARD = /^[a-z][\w-]*:\/\/\*/i;

function checkOrigin(text: string): InvalidOrigin | undefined {
  // The origin of pages in a sandbox is "null".
  if (text === 'null') return undefined;
  if (HOST.test(text)) return { text, why: 'it has no scheme', hint: hintToWrite(`https://${text}`) };
  const [, before] = WITH_PATH.exec(text) ?? [];
  if (before !== undefined)
    return { text, why: 'an origin ends with its host or port', hint: hintToWrite(before) };
  return undefined;
}

function checkListedOrigin(text: string): InvalidOrigin | undefined {
  if (!/[*\\()[\]|^$+?]/.test(text)) return undefined;
  return {
    text,
    why: 'a list has whole origins',
    hint: 'write one pattern in place of the list, or a function: (origin) => …',
  };
}

/** A wildcard of shells, which an expression takes for a repeat of the slash before it. */
function checkOriginPattern(text: string): InvalidOrigin | undefined {
  if (!WILDCARD.test(text)) return undefined;
  const hint = hintToWrite(escapeDots(text).replace('*', '[^/]*'));
  return { text, why: '"*" repeats what stands before it', hint };
}

function hintToWrite(text: string): string {
  return `write ${JSON.stringify(text)}`;
}
