/** A file from a multipart form, stored on disk until the request ends. `FormParam(name, FileUpload)` binds it. */
export abstract class FileUpload {
  /** The name of the form field. */
  abstract readonly name: string;
  /** The client's file name, without the folders that some clients include. Display it, but never open it as a path. */
  abstract readonly fileName: string;
  /** The media type that the client declares (default: `application/octet-stream`). */
  abstract readonly contentType: string;
  /** Size in bytes. */
  abstract readonly size: number;
  /** The path of the stored file, which has a random name. */
  abstract readonly path: string;
  /** Reads the content from disk. Each call starts at the beginning. */
  abstract stream(): ReadableStream<Uint8Array>;
  /** Keeps the file after the request ends. The application must then delete it. */
  abstract keep(): void;
}
