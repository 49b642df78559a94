import type { HttpRequest } from './http-request.ts';
import type { FileUpload } from './file-upload.ts';
import type { DefaultLimits } from './limits.ts';

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
