import { HttpError } from '../errors/http-error.ts';
import type { FileUpload } from '../contract/file-upload.ts';
import { Failure } from '../types/failure.ts';
import { isObject } from '../types/primitives.ts';
import { parseForm, type NameLimits, type Query } from '../protocol/query.ts';

/** A body as named and positional values, for `form`, `position`, `name`, `object` and `rest` bindings. */
export interface NamedBody {
  /** JSON values by name; undefined when the body has none. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
  /** Texts by name, of a form. */
  readonly form: Query | undefined;
  /** Files by name, of a multipart form. */
  readonly files: ReadonlyMap<string, readonly FileUpload[]> | undefined;
  /** JSON values by position, after those of the path. */
  readonly positional: readonly unknown[];
  /** Whether those are the elements of a JSON array, and not one other value. */
  readonly isArray?: true;
  /** Whether the array itself is the one positional value. */
  readonly isWhole?: true;
  /** A string that is one positional value. */
  readonly text: string | undefined;
}

export const NO_BODY: NamedBody = {
  json: undefined,
  form: undefined,
  files: undefined,
  positional: [],
  text: undefined,
};

export function namedBodyFromJson(value: unknown): NamedBody {
  if (Array.isArray(value)) return { ...NO_BODY, positional: value, isArray: true };
  return isObject(value) ? { ...NO_BODY, json: value } : { ...NO_BODY, positional: [value] };
}

export function namedBodyFromForm(text: string, limits: NameLimits): NamedBody | Failure {
  try {
    return { ...NO_BODY, form: parseForm(text, limits) };
  } catch (error) {
    const why = error instanceof HttpError && error.detail !== undefined ? `: ${error.detail}` : '';
    return new Failure([{ code: 'malformed', detail: `is not a form${why}`, pointer: '' }]);
  }
}

export function namedBodyFromText(text: string): NamedBody {
  return { ...NO_BODY, text };
}
