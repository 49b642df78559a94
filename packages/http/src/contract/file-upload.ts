/**
 * A file of a multipart form, stored on disk until the request ends. Also the type for `FormParam(name, FileUpload)`.
 */
export abstract class FileUpload {
  /** The name of the form's field. */
  abstract readonly name: string;
  /**
   * The client's name for the file: a string to show, never a path to open. Folders, which some clients send, are
   * removed.
   */
  abstract readonly fileName: string;
  /** The media type that the client declares (default: `application/octet-stream`). */
  abstract readonly contentType: string;
  /** In bytes. */
  abstract readonly size: number;
  /** Where it lies, under a random name. */
  abstract readonly path: string;
  /** The content, read from the disk. Each call reads it from its beginning. */
  abstract stream(): ReadableStream<Uint8Array>;
  /** Leaves the file when the request ends; from then on it is yours to delete. */
  abstract keep(): void;
}
