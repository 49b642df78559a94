import { encodeSegment } from '../protocol/encode.ts';
import { parsePattern } from '../routing/pattern.ts';
import { tokenize, type Token } from '../routing/pattern-tokens.ts';

/** A variable of a path. */
export interface PathVariable {
  readonly name: string;
  /** The regular expression that its text must match as a whole. */
  readonly regex?: string;
  /** Whether its text may be several segments. */
  readonly spansSegments?: boolean;
  /** `;name=value`, which stands behind a segment. */
  readonly isMatrix?: boolean;
}

/** One form of a path: segments of literal texts, percent-encoded, and variables. */
export type PathForm = readonly (readonly (string | PathVariable)[])[];

/** `/notes/{id}` */
export function printForm(form: PathForm, nameOf: (variable: PathVariable) => string): string {
  const segments = form.map((pieces) =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : `{${nameOf(piece)}}`)).join(''),
  );
  return `/${segments.join('/')}`;
}

/** Two forms with the same shape are one path to OpenAPI, whatever their variables are called. */
export function formShape(form: PathForm): string {
  return printForm(form, ({ isMatrix, name }) => (isMatrix ? `;${name}` : ''));
}

export function variablesIn(form: PathForm): readonly PathVariable[] {
  return form.flat().filter((piece) => typeof piece !== 'string');
}

/**
 * The forms of a pattern: itself, and for a catch-all that takes nothing as well, the path without it, when `mayVariableBeEmpty`
 * says that its value may be an empty text.
 */
export function formsOfPattern(pattern: string, mayBeEmpty: (name: string) => boolean): readonly PathForm[] {
  const segments = tokenize(pattern.startsWith('/') ? pattern : `/${pattern}`, 0);
  const form = segments.map((tokens) => tokens.map(toPiece));
  // Behind another variable that spans segments a catch-all needs its slash.
  const leavesOut =
    parsePattern(pattern).tail?.takes === 'anything' &&
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

/** Where a mounted matcher's variable has its value from. */
export interface TemplateVariable {
  readonly optional: boolean;
  readonly rest: boolean;
}

/**
 * The forms of a path as a mounted matcher prints it, `/a/{id}/{page?}/{...rest}`: with all of its places, and without
 * those at its end that may be left out.
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
