import { HttpError } from '../errors/http-error.ts';
import { decode } from './decode.ts';

/** Returns the decoded values of a matrix parameter from all segments of a path, in order. */
export type Matrix = (name: string) => readonly string[];

const NONE: readonly string[] = [];

export const NO_MATRIX: Matrix = () => NONE;

/** Returns the matrix parameters of segments that are given as sent. The parameters are parsed on first use. */
export function matrixOf(parts: readonly string[]): Matrix {
  let values: Map<string, string[]> | undefined;
  return (name) => (values ??= readMatrix(parts)).get(name) ?? NONE;
}

/** Removes the matrix parameters from a segment. */
export function removeMatrix(part: string): string {
  const semicolon = part.indexOf(';');
  return semicolon === -1 ? part : part.slice(0, semicolon);
}

function readMatrix(parts: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const part of parts) {
    for (const pair of part.split(';').slice(1)) {
      const equals = pair.indexOf('=');
      const name = decodePathPart(equals === -1 ? pair : pair.slice(0, equals));
      if (name === '') continue;
      const value = equals === -1 ? '' : decodePathPart(pair.slice(equals + 1));
      const others = values.get(name);
      if (others === undefined) values.set(name, [value]);
      else others.push(value);
    }
  }
  return values;
}

/** Decodes a part of a path. Throws an `HttpError` with status 400 if the part is malformed. */
export function decodePathPart(text: string): string {
  try {
    return decode(text);
  } catch {
    throw new HttpError('invalid-path', 'the path has a malformed percent escape');
  }
}
