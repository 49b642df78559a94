/** Where in a configuration a position lies, found in texts that are being typed and therefore seldom well-formed. */
export interface Place {
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
  readonly list: boolean;
  key: string | undefined;
  /** Between a colon and the value of the key. */
  valued: boolean;
  index: number;
  readonly keys: string[];
}

interface Found {
  readonly frame: Frame;
  readonly role: Place['role'];
  readonly path: readonly (string | number)[];
  readonly start: number;
  readonly end: number;
}

// A string ends at its line's end when nobody closed it, so that the lines after it are still read.
const token = /"(?:[^"\\\n]|\\[^\n])*"?|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** The place of an offset; undefined outside every object, where nothing can be said. */
export function placeAt(text: string, offset: number): Place | undefined {
  const frames: Frame[] = [];
  let found: Found | undefined;
  let next = '';
  for (const { 0: word, index: start } of text.matchAll(token)) {
    const end = start + word.length;
    const mark = word.length === 1 && '{}[]:,'.includes(word);
    if (found === undefined) {
      if (offset <= start) found = at(frames, offset, offset);
      // Behind a closed string, and before a mark, nothing is being typed any more.
      else if (!mark && offset < end + (closed(word) ? 0 : 1)) found = at(frames, start, end);
      if (offset <= start && found === undefined) return undefined;
    }
    if (found !== undefined && next === '' && start >= found.end) next = word;
    if (mark) step(frames, word);
    else take(frames, bare(word));
  }
  found ??= at(frames, offset, offset);
  if (found === undefined) return undefined;
  const { frame, ...place } = found;
  const inside = bare(text.slice(found.start, found.end));
  const others = frame.keys.filter((key) => place.role === 'value' || key !== inside);
  return { ...place, text: inside, siblings: new Set(others), next };
}

function at(frames: readonly Frame[], start: number, end: number): Found | undefined {
  const frame = frames.at(-1);
  if (frame === undefined) return undefined;
  const role = frame.list || frame.valued ? 'value' : 'key';
  const outer = frames.slice(0, -1).map(stepOf);
  return { frame, role, path: role === 'value' ? [...outer, stepOf(frame)] : outer, start, end };
}

const stepOf = ({ list, index, key }: Frame): string | number => (list ? index : (key ?? ''));

function step(frames: Frame[], mark: string): void {
  const frame = frames.at(-1);
  if (mark === '{' || mark === '[') {
    frames.push({ list: mark === '[', key: undefined, valued: false, index: 0, keys: [] });
  } else if (mark === '}' || mark === ']') {
    frames.pop();
    const outer = frames.at(-1);
    if (outer !== undefined) outer.valued = false;
  } else if (frame !== undefined) {
    if (mark === ':') frame.valued = !frame.list;
    else {
      frame.valued = false;
      frame.index += 1;
    }
  }
}

function take(frames: readonly Frame[], word: string): void {
  const frame = frames.at(-1);
  if (frame === undefined || frame.list) return;
  if (!frame.valued) {
    frame.key = word;
    frame.keys.push(word);
  }
  // A key without a comma before it is a key all the same.
  frame.valued = false;
}

const closed = (word: string): boolean => word.length > 1 && word.startsWith('"') && word.endsWith('"');
const bare = (word: string): string => word.replace(/^"|"$/g, '');
