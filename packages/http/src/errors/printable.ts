/**
 * Characters that a terminal or a log acts on in place of showing them: controls, line and paragraph separators, and
 * those that turn the direction of writing.
 */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNPRINTABLE = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** One line of the string, in which what cannot be shown is escaped as in JSON. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (char) => {
    const short = SHORT[char];
    return short ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r' };
