import type { Secret } from '@writ/diagnostics';
import type { User } from './user.ts';
import type { RoutingContext } from './context.ts';
import type { HttpRequest } from './http-request.ts';
import type { HttpResponse } from './http-response.ts';
import type { FileUpload } from './file-upload.ts';
import type { DefaultLimits } from './limits.ts';
import type { Type } from './type.ts';

/**
 * Reads an argument from a body, or from a string in the path, query, matrix parameters, cookies, headers or form. If
 * `read` returns null, the value counts as missing. An error other than an `HttpError` results in 400.
 */
export interface ValueReader<T = any, I = any> {
  /** The representation of the body that `read` receives (default: text). */
  readonly input?: 'text' | 'bytes' | 'stream';
  /** Returns the value, or null if it is missing. An `HttpError` that it throws becomes the response. */
  read(value: I, type: Type, context?: RoutingContext): T | null | Promise<T | null>;
}

/** Writes a handler's result. The kernel ends the response if the writer does not. */
export interface HttpResponseWriter<T = any> {
  /** Writes the result to the response. */
  write(result: T, request: HttpRequest, response: HttpResponse): void | Promise<void>;
}

/**
 * Responds to an error. The status is preset to the status of an `HttpError`, or to 500 for any other error. If the
 * handler throws, the response is 500.
 */
export interface ExceptionHandler<E = any> {
  /** Writes the response. */
  write(exception: E, request: HttpRequest, response: HttpResponse): void | Promise<void>;
}

/** Responds to requests that match no route. The status is preset to 404. */
export interface NotFoundWriter {
  /** Writes the response. */
  write(request: HttpRequest, response: HttpResponse): void | Promise<void>;
}

/** Creates context objects, such as the user. */
export interface ContextProvider<T = any> {
  /** Returns the object for this request, or null if there is none. */
  provide(request: HttpRequest): T | null | Promise<T | null>;
}

/** The credentials of a client. A provider may add other members. */
export interface Credentials {
  readonly scheme?: string;
  readonly token?: string;
  readonly username?: string;
  readonly password?: Secret;
  readonly [key: string]: unknown;
}

/** Authenticates the user of a request. Errors that it throws are handled like errors that the route throws. */
export interface RestAuthenticationProvider {
  /** Returns the request's credentials, or null if it contains none, which results in 401. */
  provideCredentials(context: RoutingContext): Credentials | null;
  /** Returns the user, or null if the credentials are invalid, which results in 401. */
  authenticate(credentials: Credentials): User | null | Promise<User | null>;
  /** Returns the value of `WWW-Authenticate` for a 401. `rejected` is true if the request contained credentials. */
  challenge?(rejected?: boolean): string;
  /**
   * The name of the cookie that contains the credentials, if any. The OpenAPI document lists it. At start-up, a warning
   * is logged about routes that change state and have no csrf filter, unless `refusesCrossSite` is true.
   */
  readonly cookie?: string;
  /** Whether `provideCredentials` rejects cross-site requests, which makes a csrf filter unnecessary. */
  readonly refusesCrossSite?: boolean;
}

/**
 * Provides a user's authorizations. If it grants a list, the list is stored under the provider's id in
 * `context.authorizations` and, if the user is a plain object, in `user.authorizations`.
 */
export interface AuthorizationProvider {
  /** Returns the key under which granted authorizations are stored. */
  getId(): string;
  /**
   * Returns the user's authorizations. False or an empty list results in 403; true admits the request without a list.
   */
  getAuthorizations(user: User): readonly string[] | boolean | Promise<readonly string[] | boolean>;
}

/** The contents of a multipart form. */
export interface FormBody {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: readonly FileUpload[];
  /** Deletes the stored files; called when the request ends. */
  discard?(): void | Promise<void>;
}

/** The limits of the route that reads the body. */
export type BodyLimits = DefaultLimits;

/** Reads multipart forms. Any object with a compatible `read` method is accepted. */
export interface BodyHandlerLike {
  /**
   * Reads the body of a `multipart/form-data` request. Throws `HttpError` 400 if the form is invalid or contains too
   * many names, and 413 if it exceeds another limit.
   */
  read(request: HttpRequest, limits: BodyLimits): Promise<FormBody>;
  /** Maximum size in bytes of bodies other than multipart forms; replaces the toolkit's limit. */
  readonly maxBody?: number | undefined;
  /** Maximum size in bytes of a whole multipart form; replaces the body limit. */
  readonly maxTotal?: number | undefined;
}

/**
 * An action that runs after a route has returned a result or thrown an error, when status, headers and body are final
 * but the response has not ended. Its synchronous work delays the response, but the response does not wait for its
 * promise. A failure is logged and does not change the response.
 */
export interface RestEvent<T = any> {
  /**
   * Called at most once for each response of the route, if the listener's conditions are met. `entity` is the error or
   * the result: the body of a `RestResponse`, or undefined if the handler wrote the response itself.
   */
  execute(entity: T, context: RoutingContext): void | Promise<void>;
}
