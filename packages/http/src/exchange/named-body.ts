import { isObject } from '@writ/diagnostics/internal';
import { HttpError } from '../errors/http-error.ts';
import type { FileUpload } from '../contract/file-upload.ts';
import { Failure } from '../types/failure.ts';
import { parseForm, type NameLimits, type Query } from '../protocol/query.ts';

/** The named and positional values of a body, which `form`, `position`, `name`, `object` and `rest` bindings use. */
export interface NamedBody {
  /** JSON values by name; undefined if the body is not a JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
  /** The strings of a form by name. */
  readonly form: Query | undefined;
  /** The files of a multipart form by name. */
  readonly files: ReadonlyMap<string, readonly FileUpload[]> | undefined;
  /** JSON values by position. Their positions follow those of the path segments. */
  readonly positional: readonly unknown[];
  /** Whether `positional` contains the elements of a JSON array instead of a single value. */
  readonly isArray?: true;
  /** Whether the whole JSON array is the only positional value. */
  readonly isWhole?: true;
  /** The text of a plain-text body, which is the only positional value. */
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
