/**
 * A file of a multipart form, stored on disk until the request ends. Also the type for `FormParam(name, FileUpload)`.
 */
export abstract class FileUpload {
  /** The name of the form's field. */
  abstract readonly name: string;
  /**
   * The client's name for the file: a string to display, never a path to open. Folders, which some clients
   * include, are removed.
   */
  abstract readonly fileName: string;
  /** The media type that the client declares (default: `application/octet-stream`). */
  abstract readonly contentType: string;
  /** Size in bytes. */
  abstract readonly size: number;
  /** The path of the stored file, which has a random name. */
  abstract readonly path: string;
  /** Reads the content from disk. Each call starts at the beginning. */
  abstract stream(): ReadableStream<Uint8Array>;
  /** Keeps the file when the request ends; the application must then delete it. */
  abstract keep(): void;
}
