import { STATUS_CODES } from 'node:http';
import { nearest } from '@writ/diagnostics';
import { codeOf, ERRORS, type ErrorCode } from './table.ts';

/** An invalid or missing value in a request. */
export interface ValueError {
  /** The source of the value: `path`, `query`, `header`, `body` … */
  readonly source: string;
  /** The name of the value; omitted for a whole body. */
  readonly name?: string;
  /**
   * The kind of problem: `missing`, `invalid`, `rounded`, `unknown`, `malformed`, `unreadable`, or a custom
   * code.
   */
  readonly code: string;
  readonly detail: string;
  /** JSON pointer (RFC 6901) to the invalid part of the value. */
  readonly pointer?: string;
}

/** Options for an {@link HttpError}. All of them except `cause` are sent to the client. */
export interface HttpErrorOptions {
  /** An explanation, for the client, of what is wrong with the request. */
  readonly detail?: string;
  readonly title?: string;
  /** Custom code that replaces the default code of the status. */
  readonly code?: string;
  readonly errors?: readonly ValueError[];
  /** Additional members of the problem document. */
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

const OPTIONS: Readonly<Record<keyof HttpErrorOptions, true>> = {
  detail: true,
  title: true,
  code: true,
  errors: true,
  extensions: true,
  headers: true,
  cause: true,
};

const brand = Symbol.for('writ.HttpError');

/**
 * An error that is sent as the response, wherever it is thrown: `new HttpError(404)`,
 * `new HttpError('conflict', 'already exists')`. The client receives all members except `cause`. The status is 400 to
 * 599.
 *
 * `instanceof` checks a brand, so it also recognizes errors that were created by another copy of the package.
 */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string | undefined;
  readonly errors: readonly ValueError[] | undefined;
  readonly extensions: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(kind: ErrorCode | number, options: HttpErrorOptions | string = {}) {
    const given = typeof options === 'string' ? { detail: options } : options;
    for (const name of Object.keys(given)) {
      if (!Object.hasOwn(OPTIONS, name)) throw unknownOption(name);
    }
    const known = typeof kind === 'number' ? codeOf(kind) : kind;
    const status = typeof kind === 'number' ? kind : ERRORS[kind].status;
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      throw new RangeError(`the status of an HttpError must be from 400 to 599, not ${status}`);
    }
    const title = given.title ?? (known && ERRORS[known].title) ?? STATUS_CODES[status] ?? `Status ${status}`;
    super(given.detail ?? title, given.cause === undefined ? undefined : { cause: given.cause });
    this.name = 'HttpError';
    this.status = status;
    this.code = given.code ?? known ?? `status-${status}`;
    this.title = title;
    this.detail = given.detail;
    this.errors = given.errors;
    this.extensions = given.extensions;
    this.headers = given.headers;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== HttpError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && (value as { [brand]?: true })[brand] === true;
  }
}

Object.defineProperty(HttpError.prototype, brand, { value: true });

function unknownOption(name: string): TypeError {
  const known = Object.keys(OPTIONS);
  const meant = nearest(name, known);
  const hint = meant === undefined ? `it has ${known.join(', ')}` : `did you mean ${meant}?`;
  return new TypeError(`HttpError has no option ${JSON.stringify(name)}: ${hint}`);
}
