import {
  applyEdits,
  findNodeAtLocation,
  modify,
  parse,
  parseTree,
  type JSONPath,
  type ParseError,
} from 'jsonc-parser';

/** Keys and list indexes from the outermost object. */
export type Path = JSONPath;

/** Maximum number of characters of a value that is printed on one line. */
const LINE_LENGTH = 60;

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object in the text; undefined if the text is malformed or contains any other value. */
export function parseObject(text: string): JsonObject | undefined {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { disallowComments: true });
  return errors.length === 0 && isObject(value) ? value : undefined;
}

/** Sets a value and preserves the layout of all others. `undefined` removes the member or the item. */
export function setValue(text: string, path: Path, value: unknown): string {
  const edits = modify(text, path, value, {});
  if (value === undefined) return applyEdits(text, edits);
  const start = containerStart(text, path);
  return applyEdits(
    text,
    edits.map(({ offset, length, content }) => ({
      offset,
      length,
      content: format(text, offset, content, text.slice(start, offset).includes('\n')),
    })),
  );
}

/** Renames the key of a member in place. Has no effect if there is none, or if its object already has the new key. */
export function renameKey(text: string, path: Path, key: string): string {
  const tree = parseTree(text);
  if (tree === undefined) return text;
  const member = findNodeAtLocation(tree, path)?.parent;
  const name = member?.children?.[0];
  if (member?.type !== 'property' || name === undefined) return text;
  if (findNodeAtLocation(tree, [...path.slice(0, -1), key]) !== undefined) return text;
  return text.slice(0, name.offset) + JSON.stringify(key) + text.slice(name.offset + name.length);
}

/** The offset of the innermost existing object or list on the path to a value. */
function containerStart(text: string, path: Path): number {
  const tree = parseTree(text);
  if (tree === undefined) return 0;
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, depth));
    if (node !== undefined) return node.offset;
  }
  return tree.offset;
}

/**
 * Adds spaces and line breaks to an inserted value, member or item.
 *
 * @param isMultiline whether the container has its members or items on separate lines
 */
function format(text: string, offset: number, content: string, isMultiline: boolean): string {
  const [, comma = '', key = '', json = ''] = /^(,?)("(?:[^"\\]|\\.)*":)?(.*)$/s.exec(content) ?? [];
  const before = text.slice(0, offset);
  const margin = /^\s*/.exec(before.slice(before.lastIndexOf('\n') + 1))?.[0] ?? '';
  const isFirst = comma === '' && key !== '';
  const unit = ' '.repeat(indentation(text));
  // The first member of an object is indented more than the object.
  const inner = isFirst ? margin + unit : margin;
  const value = `${key}${key && ' '}${print(JSON.parse(json), unit, inner)}`;
  if (isFirst) return `\n${inner}${value}\n${margin}`;
  if (comma === '') return value;
  return isMultiline ? `,\n${inner}${value}` : `, ${value}`;
}

/** Prints JSON on one line if it is short, and otherwise with an indented line for each member or item. */
function print(value: unknown, unit: string, margin: string): string {
  const line = printLine(value);
  return line.length <= LINE_LENGTH
    ? line
    : JSON.stringify(value, null, unit).replaceAll('\n', `\n${margin}`);
}

function printLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printLine).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${printLine(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** The value at a path; undefined if there is none. */
export function readPath(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((container, step) => {
    if (Array.isArray(container)) return typeof step === 'number' ? container[step] : undefined;
    return isObject(container) && Object.hasOwn(container, step) ? container[step] : undefined;
  }, value);
}

/** The JSON pointer (RFC 6901) of a path, as findings use it. */
export function toPointer(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * The path of a JSON pointer.
 *
 * @param value the value to which the pointer refers; its lists determine which steps are indexes
 */
export function parsePointer(pointer: string, value?: unknown): Path {
  let container = value;
  return pointer
    .split('/')
    .slice(1)
    .map((step) => {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      const typed = Array.isArray(container) ? Number(key) : key;
      container = readPath(container, [typed]);
      return typed;
    });
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The number of spaces before the first indented line; 2 if there is none. */
function indentation(text: string): number {
  return /^( +)\S/m.exec(text)?.[1]?.length ?? 2;
}
