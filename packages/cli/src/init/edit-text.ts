import { isDeepStrictEqual } from 'node:util';
import { applyEdits, modify, parseTree, type FormattingOptions } from 'jsonc-parser';
import { isObject, valueAt, type Json } from './json.ts';
import type { Edit } from './question.ts';

const BOM = '\uFEFF';

/**
 * Changes values in a JSON text and preserves everything else: layout, order, and keys that Writ does not know. Values
 * that do not change are not rewritten. If the removal of a value leaves a nested object empty, this object is also
 * removed.
 */
export function editText(text: string, edits: readonly Edit[]): string {
  const mark = text.startsWith(BOM) ? BOM : '';
  return mark + edits.reduce(applyEdit, text.slice(mark.length));
}

/** Parses a JSON text, which may begin with a byte order mark. */
export function parseText(text: string): Json {
  return JSON.parse(text.startsWith(BOM) ? text.slice(BOM.length) : text) as Json;
}

function applyEdit(text: string, { path, value }: Edit): string {
  const before = valueAt(JSON.parse(text) as Json, path);
  if (isDeepStrictEqual(before, value)) return text;
  const changed = applyEdits(text, modify(text, [...path], value, { formattingOptions: formattingOf(text) }));
  const outer = path.slice(0, -1);
  const isLeftEmpty =
    value === undefined && outer.length > 0 && isEmptyObject(valueAt(JSON.parse(changed) as Json, outer));
  return isLeftEmpty ? applyEdit(changed, { path: outer, value: undefined }) : changed;
}

function isEmptyObject(value: Json | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** Returns the indentation and line endings of the text. */
function formattingOf(text: string): FormattingOptions {
  const root = parseTree(text);
  const [first] = root === undefined ? [] : (root.children ?? []);
  const line = first === undefined ? '' : text.slice(text.lastIndexOf('\n', first.offset) + 1, first.offset);
  const indent = /^[ \t]+$/.test(line) ? line : '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
