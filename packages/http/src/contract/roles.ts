import type { Secret } from '@writ/diagnostics';
import type { User } from './user.ts';
import type { RoutingContext } from './context.ts';
import type { HttpRequest } from './http-request.ts';
import type { HttpResponse } from './http-response.ts';
import type { FileUpload } from './file-upload.ts';
import type { DefaultLimits } from './limits.ts';
import type { Type } from './type.ts';

/**
 * Reads an argument from a body, or from a string of path, query, matrix, cookie, header or form. Null means
 * absent. An error other than an `HttpError` results in 400.
 */
export interface ValueReader<T = any, I = any> {
  /** The form in which `read` receives the body (default: text). */
  readonly input?: 'text' | 'bytes' | 'stream';
  /** Returns the value, or null if it is absent. An `HttpError` that it throws becomes the response. */
  read(value: I, type: Type, context?: RoutingContext): T | null | Promise<T | null>;
}

/** Writes a handler's result. If it does not end the response, the kernel does. */
export interface HttpResponseWriter<T = any> {
  /** Writes the result to the response. */
  write(result: T, request: HttpRequest, response: HttpResponse): void | Promise<void>;
}

/**
 * Responds to an error. The status is preset to that of an `HttpError`, otherwise to 500. If the handler
 * throws, the response is 500.
 */
export interface ExceptionHandler<E = any> {
  /** Writes the response. */ write(
    exception: E,
    request: HttpRequest,
    response: HttpResponse,
  ): void | Promise<void>;
}

/** Responds to requests that match no route; the status is preset to 404. */
export interface NotFoundWriter {
  /** Writes the response. */ write(request: HttpRequest, response: HttpResponse): void | Promise<void>;
}

/** Creates context objects, such as the user. */
export interface ContextProvider<T = any> {
  /** Returns the object for this request, or null if there is none. */
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

/** Authenticates the user of a request. An error that it throws is handled like an error of the route. */
export interface RestAuthenticationProvider {
  /** Returns the credentials of the request; null, if there are none, results in 401. */
  provideCredentials(context: RoutingContext): Credentials | null;
  /** Returns the user; null, if the credentials match no user, results in 401. */
  authenticate(credentials: Credentials): User | null | Promise<User | null>;
  /** Returns the value of `WWW-Authenticate` for a 401. */
  challenge?(): string;
  /**
   * The cookie that carries the credentials, if one does; for documentation, and for a warning if there is no
   * csrf filter.
   */
  readonly cookie?: string;
  /** Whether `provideCredentials` itself rejects cross-site requests, so that no csrf filter is needed. */
  readonly refusesCrossSite?: boolean;
}

/**
 * Determines the authorizations of a user. A list is stored under the provider's id in
 * `context.authorizations` and, if the user is a plain object, in `user.authorizations`.
 */
export interface AuthorizationProvider {
  /** The key under which a granted list is stored. */
  getId(): string;
  /**
   * Returns the authorizations of the user. False or an empty list results in 403; true admits the request
   * without a list.
   */
  getAuthorizations(user: User): readonly string[] | boolean | Promise<readonly string[] | boolean>;
}

/** The contents of a multipart form. */
export interface FormBody {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly FileUpload[];
  /** Called when the request ends. */
  discard?(): void | Promise<void>;
}

/** The limits of the route that reads the body. */
export type BodyLimits = DefaultLimits;

/** Reads multipart forms. Any object with a compatible `read` method can be used. */
export interface BodyHandlerLike {
  /**
   * Called for a request with `multipart/form-data`. Throws `HttpError` 400 for an invalid form and 413 above
   * a limit.
   */
  read(request: HttpRequest, limits: BodyLimits): Promise<FormBody>;
  /** Maximum size in bytes of a body that is not a multipart form, in place of the toolkit's limit. */
  readonly maxBody?: number | undefined;
  /** Maximum size in bytes of a whole multipart form, in place of the limit of bodies. */
  readonly maxTotal?: number | undefined;
}

/**
 * An action that runs after a route has returned a result or thrown an error. It runs once status, headers
 * and body are fixed and before the response ends: synchronous work delays the response, a promise does not.
 * A failure is logged and does not change the response.
 */
export interface RestEvent<T = any> {
  /** Called once for each response of the route; `entity` is the result, or the error. */
  execute(entity: T, context: RoutingContext): void | Promise<void>;
}
