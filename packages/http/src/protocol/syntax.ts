/** Functions for the syntax that media types and Accept share (RFC 9110). */

/** A media type or range. Its type and subtype are in lower case. */
export interface MediaSyntax {
  readonly type: string;
  readonly subtype: string;
  /** Parameters by their names in lower case, except malformed ones. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

/**
 * Parses a media type. Returns undefined if it is invalid. A single `*`, which some old clients send, means any type.
 */
export function readMedia(text: string): MediaSyntax | undefined {
  const [head = '', ...rest] = splitOutsideQuotes(text, ';');
  const essence = head.trim().toLowerCase();
  const slash = essence.indexOf('/');
  const type = slash === -1 ? essence : essence.slice(0, slash);
  const subtype = slash === -1 ? '*' : essence.slice(slash + 1);
  if (slash === -1 && essence !== '*') return undefined;
  if (!TOKEN.test(type) || !TOKEN.test(subtype) || (type === '*' && subtype !== '*')) return undefined;
  return { type, subtype, parameters: rest.length === 0 ? NO_PARAMETERS : readParameters(rest) };
}

function readParameters(texts: readonly string[]): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const text of texts) {
    const equals = text.indexOf('=');
    const name = text.slice(0, Math.max(equals, 0)).trim().toLowerCase();
    const value = unquoteParameter(text.slice(equals + 1).trim());
    if (TOKEN.test(name) && value !== undefined && !parameters.has(name)) parameters.set(name, value);
  }
  return parameters;
}

function unquoteParameter(value: string): string | undefined {
  if (TOKEN.test(value)) return value;
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(value)?.[1];
  return inner?.replaceAll(/\\(.)/gs, '$1');
}

/** Formats a parameter value for a header, with quotes if necessary. */
export function quoteParameter(value: string): string {
  return TOKEN.test(value) ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Splits a list at separators outside quotes. */
export function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  let inQuotes = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (char === '"') inQuotes = !inQuotes;
    else if (inQuotes && char === '\\') index += 1;
    else if (!inQuotes && char === separator) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Parses the parameter `q` (default: 1). Returns undefined if it is not a number from 0 to 1. */
export function readQuality(text: string | undefined): number | undefined {
  if (text === undefined) return 1;
  return /^(?:0?\.\d+|[01](?:\.\d*)?)$/.test(text) && Number(text) <= 1 ? Number(text) : undefined;
}
