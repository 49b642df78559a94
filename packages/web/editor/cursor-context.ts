/** The context of a position in a configuration, which is rarely well-formed while it is being typed. */
export interface CursorContext {
  /** Whether the position belongs to a key or to a value, which may still have to be typed. */
  readonly role: 'key' | 'value';
  /** Path from the outermost container to the key or list index, without a key that is being typed. */
  readonly path: readonly (string | number)[];
  /** Range of the word or string at the position; an empty range between words. */
  readonly start: number;
  readonly end: number;
  /** The word or string without quotes; empty between words. */
  readonly text: string;
  /** The other keys of the object. */
  readonly siblings: ReadonlySet<string>;
  /** The token after the word; if it is `:`, the key already has a value. */
  readonly next: string;
}

interface Frame {
  readonly isList: boolean;
  key: string | undefined;
  /** Whether the position is between a colon and the value of the key. */
  expectsValue: boolean;
  index: number;
  readonly keys: string[];
}

interface TokenContext {
  readonly frame: Frame;
  readonly role: CursorContext['role'];
  readonly path: readonly (string | number)[];
  readonly start: number;
  readonly end: number;
}

// An unclosed string ends with its line, so that the following lines are still parsed.
const TOKEN = /"(?:[^"\\\n]|\\[^\n])*"?|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** The context of an offset; undefined outside of the outermost object or list. */
export function cursorContextAt(text: string, offset: number): CursorContext | undefined {
  const frames: Frame[] = [];
  let found: TokenContext | undefined;
  let next = '';
  for (const { 0: word, index: start } of text.matchAll(TOKEN)) {
    const end = start + word.length;
    const mark = word.length === 1 && '{}[]:,'.includes(word);
    if (found === undefined) {
      if (offset <= start) found = tokenContext(frames, offset, offset);
      // After a closed string and before punctuation, no word is being typed.
      else if (!mark && offset < end + (isClosedString(word) ? 0 : 1))
        found = tokenContext(frames, start, end);
      if (offset <= start && found === undefined) return undefined;
    }
    if (found !== undefined && next === '' && start >= found.end) next = word;
    if (mark) applyMark(frames, word);
    else applyWord(frames, unquote(word));
  }
  found ??= tokenContext(frames, offset, offset);
  if (found === undefined) return undefined;
  const { frame, ...place } = found;
  const content = unquote(text.slice(found.start, found.end));
  const others = frame.keys.filter((key) => place.role === 'value' || key !== content);
  return { ...place, text: content, siblings: new Set(others), next };
}

function tokenContext(frames: readonly Frame[], start: number, end: number): TokenContext | undefined {
  const frame = frames.at(-1);
  if (frame === undefined) return undefined;
  const role = frame.isList || frame.expectsValue ? 'value' : 'key';
  const outer = frames.slice(0, -1).map(pathStep);
  return { frame, role, path: role === 'value' ? [...outer, pathStep(frame)] : outer, start, end };
}

const pathStep = ({ isList, index, key }: Frame): string | number => (isList ? index : (key ?? ''));

function applyMark(frames: Frame[], mark: string): void {
  const frame = frames.at(-1);
  if (mark === '{' || mark === '[') {
    frames.push({ isList: mark === '[', key: undefined, expectsValue: false, index: 0, keys: [] });
  } else if (mark === '}' || mark === ']') {
    frames.pop();
    const outer = frames.at(-1);
    if (outer !== undefined) outer.expectsValue = false;
  } else if (frame !== undefined) {
    if (mark === ':') frame.expectsValue = !frame.isList;
    else {
      frame.expectsValue = false;
      frame.index += 1;
    }
  }
}

function applyWord(frames: readonly Frame[], word: string): void {
  const frame = frames.at(-1);
  if (frame === undefined || frame.isList) return;
  if (!frame.expectsValue) {
    frame.key = word;
    frame.keys.push(word);
  }
  // A key without a comma before it is still a key.
  frame.expectsValue = false;
}

const isClosedString = (word: string): boolean =>
  word.length > 1 && word.startsWith('"') && word.endsWith('"');
const unquote = (word: string): string => word.replace(/^"|"$/g, '');
