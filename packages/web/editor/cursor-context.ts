/** Where in a configuration a position lies, found in texts that are being typed and therefore seldom well-formed. */
export interface CursorContext {
  /** Whether a key or a value stands, or would be written, there. */
  readonly role: 'key' | 'value';
  /** From the outermost container to the key or list index that is meant; a key being written is left out. */
  readonly path: readonly (string | number)[];
  /** Of the word or string that the position is in or at the end of; the position itself, twice, between them. */
  readonly start: number;
  readonly end: number;
  /** The word or string without its quotation marks; empty between them. */
  readonly text: string;
  /** Keys of the object that the position is in, without the one there. */
  readonly siblings: ReadonlySet<string>;
  /** What follows the word: `:` says that a key has a value already. */
  readonly next: string;
}

interface Frame {
  readonly isList: boolean;
  key: string | undefined;
  /** Between a colon and the value of the key. */
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

// A string ends at its line's end when nobody closed it, so that the lines after it are still read.
const TOKEN = /"(?:[^"\\\n]|\\[^\n])*"?|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** The place of an offset; undefined outside every object, where nothing can be said. */
export function cursorContextAt(text: string, offset: number): CursorContext | undefined {
  const frames: Frame[] = [];
  let found: TokenContext | undefined;
  let next = '';
  for (const { 0: word, index: start } of text.matchAll(TOKEN)) {
    const end = start + word.length;
    const mark = word.length === 1 && '{}[]:,'.includes(word);
    if (found === undefined) {
      if (offset <= start) found = tokenContext(frames, offset, offset);
      // Behind a closed string, and before a mark, nothing is being typed any more.
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
  const inside = unquote(text.slice(found.start, found.end));
  const others = frame.keys.filter((key) => place.role === 'value' || key !== inside);
  return { ...place, text: inside, siblings: new Set(others), next };
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
  // A key without a comma before it is a key all the same.
  frame.expectsValue = false;
}

const isClosedString = (word: string): boolean =>
  word.length > 1 && word.startsWith('"') && word.endsWith('"');
const unquote = (word: string): string => word.replace(/^"|"$/g, '');
