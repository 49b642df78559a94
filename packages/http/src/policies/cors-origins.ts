import type { CorsOptions } from './cors.ts';

type Origins = CorsOptions['origin'];

/** Whether a page of that origin is allowed. */
export function originTest(origin: Origins): (origin: string) => boolean {
  if (typeof origin === 'function') return origin;
  if (origin === '*') return () => true;
  const pattern = patternOf(origin);
  if (pattern !== undefined) {
    const whole = new RegExp(`^(?:${pattern.source})$`, pattern.flags.replaceAll(/[gy]/g, ''));
    return (given) => whole.test(given);
  }
  const known = new Set<unknown>(origin as readonly string[]);
  return (given) => known.has(given);
}

/** The expression for the origins, when there is one. Throws `SyntaxError` for one that does not compile. */
export function patternOf(origin: Origins): RegExp | undefined {
  if (origin instanceof RegExp) return origin;
  if (typeof origin !== 'string' || origin === '*') return undefined;
  // As a wildcard the dot of `https://app.example` would let in `https://appXexample`, which anybody can register.
  return new RegExp(PLAIN.test(origin) ? escaped(origin) : origin, 'u');
}

/** An origin without a pattern: nothing in it but its dots means anything in an expression. */
const PLAIN = /^[a-z][\w-]*:\/\/[\w-]+(?:\.[\w-]+)*(?::\d+)?$/i;

function escaped(text: string): string {
  return text.replaceAll('.', '\\.');
}

/** A text among the origins that is the origin of no page. */
export interface NoOrigin {
  readonly text: string;
  readonly why: string;
  readonly hint: string;
}

export function noOriginsIn(origin: Origins): readonly NoOrigin[] {
  if (typeof origin === 'function' || origin instanceof RegExp || origin === '*') return [];
  if (typeof origin === 'string') return [checkedText(origin) ?? checkedPattern(origin) ?? []].flat();
  return origin.flatMap((text) => checkedText(text) ?? checkedEntry(text) ?? []);
}

/** A host, also one whose dots are escaped for a pattern. As a pattern it has no place for the "//" of an origin. */
const HOST = /^[\w-]+(?:\\?\.[\w-]+)*(?::\d+)?$/;
const WITH_PATH = /^([a-z][\w-]*:\/\/[\w-]+(?:\\?\.[\w-]+)*(?::\d+)?)\/[\w./-]*$/i;
const WILDCARD = /^[a-z][\w-]*:\/\/\*/i;

function checkedText(text: string): NoOrigin | undefined {
  // The origin of pages in a sandbox is "null".
  if (text === 'null') return undefined;
  if (HOST.test(text)) return { text, why: 'it has no scheme', hint: written(`https://${text}`) };
  const [, before] = WITH_PATH.exec(text) ?? [];
  if (before !== undefined)
    return { text, why: 'an origin ends with its host or port', hint: written(before) };
  return undefined;
}

function checkedEntry(text: string): NoOrigin | undefined {
  if (!/[*\\()[\]|^$+?]/.test(text)) return undefined;
  return {
    text,
    why: 'a list has whole origins',
    hint: 'write one pattern in place of the list, or a function: (origin) => …',
  };
}

/** A wildcard of shells, which an expression takes for a repeat of the slash before it. */
function checkedPattern(text: string): NoOrigin | undefined {
  if (!WILDCARD.test(text)) return undefined;
  const hint = written(escaped(text).replace('*', '[^/]*'));
  return { text, why: '"*" repeats what stands before it', hint };
}

function written(text: string): string {
  return `write ${JSON.stringify(text)}`;
}
