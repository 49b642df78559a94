import type { Secret } from '@writ/diagnostics';
import type { User } from './user.ts';
import type { RoutingContext } from './context.ts';
import type { HttpRequest } from './http-request.ts';
import type { HttpResponse } from './http-response.ts';
import type { FileUpload } from './file-upload.ts';
import type { DefaultLimits } from './limits.ts';
import type { Type } from './type.ts';

/**
 * Reads an argument from a body, or from a string of path, query, matrix, cookie, header or form. Null means absent. An
 * error other than an `HttpError` is 400.
 */
export interface ValueReader<T = any, I = any> {
  /** The form of the body that `read` receives (default: text). */
  readonly input?: 'text' | 'bytes' | 'stream';
  /** The value of the text or body; null if there is none. An `HttpError` that it throws becomes the response. */
  read(value: I, type: Type, context?: RoutingContext): T | null | Promise<T | null>;
}

/** Writes a result. If it has not ended the response when it is done, the kernel ends it. */
export interface HttpResponseWriter<T = any> {
  /** Writes the result to the response. */
  write(result: T, request: HttpRequest, response: HttpResponse): void | Promise<void>;
}

/** Answers for an error. The status is preset: an `HttpError`'s own, else 500. One that throws is a 500. */
export interface ExceptionHandler<E = any> {
  /** Writes the answer to the response. */
  write(exception: E, request: HttpRequest, response: HttpResponse): void | Promise<void>;
}

/** Responds to requests that match no route; the status is preset to 404. */
export interface NotFoundWriter {
  /** Writes the answer to the response. */
  write(request: HttpRequest, response: HttpResponse): void | Promise<void>;
}

/** Gives an object for the request; null when it has none. */
export interface ContextProvider<T = any> {
  /** The object for this request; null when it has none. */
  provide(request: HttpRequest): T | null | Promise<T | null>;
}

/** The credentials of a client; a provider may add keys. */
export interface Credentials {
  readonly scheme?: string;
  readonly token?: string;
  readonly username?: string;
  readonly password?: Secret;
  readonly [key: string]: unknown;
}

/** Says who a request acts for. What it throws is handled like an error of the route. */
export interface RestAuthenticationProvider {
  /** Null when the request shows none: 401. */
  provideCredentials(context: RoutingContext): Credentials | null;
  /** Null for credentials that match no user: 401. */
  authenticate(credentials: Credentials): User | null | Promise<User | null>;
  /** The value of `WWW-Authenticate`. */
  challenge?(): string;
  /** The cookie that the credentials are in, when they are in one; for documentation, and for a warning without csrf. */
  readonly cookie?: string;
  /** Whether `provideCredentials` refuses by itself what pages of other sites send, so that no csrf filter is needed. */
  readonly refusesCrossSite?: boolean;
}

/**
 * Decides the authorizations of a user. False and an empty list are 403; a list is stored under the id, in
 * `context.authorizations` and, if the user is a plain object, in `user.authorizations`.
 */
export interface AuthorizationProvider {
  /** The key under which a granted list is stored. */
  getId(): string;
  /** The authorizations of the user. False and an empty list are 403; true lets the request pass without a list. */
  getAuthorizations(user: User): readonly string[] | boolean | Promise<readonly string[] | boolean>;
}

/** The contents of a multipart form. */
export interface FormBody {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly FileUpload[];
  /** Called when the request ends. */
  discard?(): void | Promise<void>;
}

/** The limits of the route that the body is for. */
export type BodyLimits = DefaultLimits;

/** Reads multipart forms. An object of your own with the same `read` serves as well. */
export interface BodyHandlerLike {
  /**
   * Called for a request with `multipart/form-data`. Throws `HttpError`: 400 for an invalid form, 413 above a limit.
   */
  read(request: HttpRequest, limits: BodyLimits): Promise<FormBody>;
  /** Maximum size in bytes of a body that is not a multipart form, in place of the toolkit's limit. */
  readonly maxBody?: number | undefined;
  /** Maximum size in bytes of a whole multipart form, in place of the limit of bodies. */
  readonly maxTotal?: number | undefined;
}

/**
 * Does something with what a route has produced or thrown. It runs once status, headers and body are fixed and before
 * the response ends: what it does synchronously delays the response, what it promises does not. When it fails, that is
 * logged and changes nothing.
 */
export interface RestEvent<T = any> {
  /** Called once for each response of the route; `entity` is the result, or the error. */
  execute(entity: T, context: RoutingContext): void | Promise<void>;
}
