const space = /\s/;

/** Offsets in UTF-16 code units. */
interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

/** The range of a member's value in the outermost object; the JSON may be malformed elsewhere. */
function memberRange(text: string, name: string): OffsetRange | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === '"') {
      const end = stringEnd(text, at);
      const colon = skipSpace(text, end);
      if (depth === 1 && text[colon] === ':' && text.slice(at, end) === JSON.stringify(name)) {
        const start = skipSpace(text, colon + 1);
        return { start, end: valueEnd(text, start) };
      }
      at = end - 1;
    }
  }
  return undefined;
}

/**
 * Sets a member of the outermost object; a missing member is inserted before all others. A text without a brace is
 * returned unchanged.
 */
export function withMember(text: string, name: string, value: unknown): string {
  const shown = JSON.stringify(value, undefined, 2).replaceAll('\n', '\n  ');
  const range = memberRange(text, name);
  if (range !== undefined) return text.slice(0, range.start) + shown + text.slice(range.end);
  const brace = text.indexOf('{');
  if (brace === -1) return text;
  const comma = text[skipSpace(text, brace + 1)] === '}' ? '\n' : ',';
  return `${text.slice(0, brace + 1)}\n  ${JSON.stringify(name)}: ${shown}${comma}${text.slice(brace + 1)}`;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && space.test(text[at]!)) at += 1;
  return at;
}

/** The offset after the closing quote; an unclosed string ends with its line. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
    else if (text[at] === '\n') return at;
  }
  return text.length;
}

function valueEnd(text: string, start: number): number {
  let depth = 0;
  let end = start;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = stringEnd(text, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      if (depth === 0) return end;
      depth -= 1;
    } else if (character === ',' && depth === 0) return end;
    if (!space.test(text[at]!)) end = at + 1;
  }
  return end;
}
