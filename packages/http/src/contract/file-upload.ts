/** A file of a multipart form, kept on disk until the request ends. Also what `FormParam(name, FileUpload)` takes. */
export abstract class FileUpload {
  /** The name of the form's field. */
  abstract readonly name: string;
  /** What the client calls the file: a text to show, never a path to open. Without folders, which some clients send. */
  abstract readonly fileName: string;
  /** As the client says; `application/octet-stream` when it does not. */
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
