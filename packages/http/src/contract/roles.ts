import type { Secret } from '@writ/diagnostics';
import type { User } from './user.ts';
import type { RoutingContext } from './context.ts';
import type { HttpRequest } from './http-request.ts';
import type { HttpResponse } from './http-response.ts';
import type { FileUpload } from './file-upload.ts';
import type { DefaultLimits } from './limits.ts';
import type { Type } from './type.ts';

/**
 * Makes an argument: of a body, or of a text of path, query, matrix, cookie, header or form. Null is "absent". An error
 * that is no `HttpError` is 400.
 */
export interface ValueReader<T = any, I = any> {
  /** What of a body it reads; its text when not given. */
  readonly input?: 'text' | 'bytes' | 'stream';
  /** The value of the text or body; null when there is none. An `HttpError` that it throws is the answer. */
  read(value: I, type: Type, context?: RoutingContext): T | null | Promise<T | null>;
}

/** Writes a result. When it has neither written nor ended the response once it is done, the kernel ends it. */
export interface HttpResponseWriter<T = any> {
  /** Writes the result to the response. */
  write(result: T, request: HttpRequest, response: HttpResponse): void | Promise<void>;
}

/** Answers for an error. The status is preset: an `HttpError`'s own, else 500. One that throws is a 500. */
export interface ExceptionHandler<E = any> {
  /** Writes the answer to the response. */
  write(exception: E, request: HttpRequest, response: HttpResponse): void | Promise<void>;
}

/** Answers what no route is there for; the status is preset to 404. */
export interface NotFoundWriter {
  /** Writes the answer to the response. */
  write(request: HttpRequest, response: HttpResponse): void | Promise<void>;
}

/** Gives an object for the request; null when it has none. */
export interface ContextProvider<T = any> {
  /** The object for this request; null when it has none. */
  provide(request: HttpRequest): T | null | Promise<T | null>;
}

/** What a client shows to say who it is; a provider may add keys of its own. */
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
  /** Null for credentials that nobody has: 401. */
  authenticate(credentials: Credentials): User | null | Promise<User | null>;
  /** What `WWW-Authenticate` asks for. */
  challenge?(): string;
  /** The cookie that the credentials are in, when they are in one; for documentation, and for a warning without csrf. */
  readonly cookie?: string;
  /** Whether `provideCredentials` refuses by itself what pages of other sites send, so that no csrf filter is needed. */
  readonly refusesCrossSite?: boolean;
}

/**
 * Says what a user may do. False and an empty list are 403; a list is kept under the id, in `context.authorizations` and,
 * unless the user is an object of a class, in `user.authorizations`.
 */
export interface AuthorizationProvider {
  /** The key under which a list that it grants is kept. */
  getId(): string;
  /** The authorizations of the user. False and an empty list are 403; true lets the request pass without a list. */
  getAuthorizations(user: User): readonly string[] | boolean | Promise<readonly string[] | boolean>;
}

/** What a multipart form holds. */
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
  /** Called for a request with `multipart/form-data`. Throws `HttpError`: 400 for what is no form, 413 past a limit. */
  read(request: HttpRequest, limits: BodyLimits): Promise<FormBody>;
  /** Bytes of a body that is no multipart form, in place of the toolkit's limit. */
  readonly maxBody?: number | undefined;
  /** Bytes of a whole multipart form, in place of the limit of bodies. */
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
