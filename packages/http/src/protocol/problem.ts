import { defined } from '@writ/diagnostics/internal';
import type { HttpError } from '../errors/http-error.ts';

/** RFC 9457. */
export interface Problem {
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

export function problemOf(error: HttpError, path: string): Problem {
  const { code, title, status, detail, errors, extensions } = error;
  return {
    ...extensions,
    type: `urn:writ:problem:${code}`,
    title,
    status,
    ...defined({ detail }),
    instance: path,
    code,
    ...defined({ errors }),
  };
}
