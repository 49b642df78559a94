import { encodeSegment } from '../protocol/encode.ts';
import { parsePattern } from '../routing/pattern.ts';
import { tokenize, type Token } from '../routing/pattern-tokens.ts';

/** A variable in a path. */
export interface PathVariable {
  readonly name: string;
  /** The regular expression that the whole value must match. */
  readonly regex?: string;
  /** Whether the value may span several segments. */
  readonly spansSegments?: boolean;
  /** Whether the variable is a matrix parameter: `;name=value` after a segment. */
  readonly isMatrix?: boolean;
}

/** One form of a path. Each segment consists of percent-encoded literals and variables. */
export type PathForm = readonly (readonly (string | PathVariable)[])[];

/** Formats a form as a path template, such as `/notes/{id}`. */
export function printForm(form: PathForm, nameOf: (variable: PathVariable) => string): string {
  const segments = form.map((pieces) =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : `{${nameOf(piece)}}`)).join(''),
  );
  return `/${segments.join('/')}`;
}

/**
 * Returns a key that contains no variable names except those of matrix parameters. Forms with the same key share one
 * path in OpenAPI.
 */
export function formShape(form: PathForm): string {
  return printForm(form, ({ isMatrix, name }) => (isMatrix ? `;${name}` : ''));
}

export function variablesIn(form: PathForm): readonly PathVariable[] {
  return form.flat().filter((piece) => typeof piece !== 'string');
}

/**
 * Returns the forms of a pattern: the pattern itself and, if its catch-all may be empty, the path without the
 * catch-all.
 */
export function formsOfPattern(pattern: string, mayBeEmpty: (name: string) => boolean): readonly PathForm[] {
  const segments = tokenize(pattern.startsWith('/') ? pattern : `/${pattern}`, 0);
  const form = segments.map((tokens) => tokens.map(toPiece));
  // The slash before a catch-all is required after another variable that spans segments.
  const leavesOut =
    parsePattern(pattern).tail?.matches === 'anything' &&
    variablesIn(form.slice(-1)).every(({ name }) => mayBeEmpty(name));
  return leavesOut ? [form.slice(0, -1), form] : [form];
}

function toPiece(token: Token): string | PathVariable {
  if (token.kind === 'text') return encodeSegment(token.text);
  const { name, regex } = token;
  if (regex === undefined) return { name };
  const spansSegments = regex === '.*' || regex === '.+';
  return spansSegments ? { name, spansSegments } : { name, regex };
}

/** A variable of a path in the notation of mounted matchers. */
export interface TemplateVariable {
  readonly optional: boolean;
  readonly rest: boolean;
}

/**
 * Returns the forms of a path in the notation of mounted matchers, such as `/a/{id}/{page?}/{...rest}`: with all
 * segments, and without the optional segments at its end.
 */
export function formsOfPrinted(
  path: string,
  placeOf: (name: string) => TemplateVariable | undefined,
): readonly PathForm[] {
  const form: PathForm = path.split('/').filter(Boolean).map(printedSegment(placeOf));
  const forms = [form];
  for (let shorter = form; isOptionalSegment(shorter.at(-1), placeOf);) {
    shorter = shorter.slice(0, -1);
    forms.unshift(shorter);
  }
  return forms;
}

function printedSegment(placeOf: (name: string) => TemplateVariable | undefined) {
  return (text: string): readonly (string | PathVariable)[] => {
    const name = /^\{(?:\.\.\.)?([^{}?]+)\??\}$/.exec(text)?.[1];
    if (name === undefined) return [encodeSegment(text)];
    return [{ name, ...(placeOf(name)?.rest ? { spansSegments: true } : {}) }];
  };
}

function isOptionalSegment(
  segment: PathForm[number] | undefined,
  placeOf: (name: string) => TemplateVariable | undefined,
): boolean {
  const [piece] = segment ?? [];
  if (piece === undefined || typeof piece === 'string') return false;
  const place = placeOf(piece.name);
  return place !== undefined && (place.optional || place.rest);
}
