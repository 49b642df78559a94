import { defined } from '@writ/diagnostics/internal';
import type { HttpError } from '../errors/http-error.ts';

/** A problem document (RFC 9457). */
export interface Problem {
  /** The toolkit's base, followed by the code. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  /** The path of the request, without its query. */
  readonly instance: string;
  readonly code: string;
  readonly errors?: readonly unknown[];
  readonly [extension: string]: unknown;
}

/** Creates the problem document of an error for a request with this path. `base` is the toolkit's base. */
export function toProblem(error: HttpError, path: string, base: string): Problem {
  const { code, title, status, detail, errors, extensions } = error;
  const type = `${base}${code}`;
  // Most errors have none of the optional members, and need no intermediate objects.
  if (detail === undefined && errors === undefined && extensions === undefined)
    return { type, title, status, instance: path, code };
  return {
    ...extensions,
    type,
    title,
    status,
    ...defined({ detail }),
    instance: path,
    code,
    ...defined({ errors }),
  };
}
