/** A file's name, as findings give it, and what it holds: bytes as they are read, or a text. */
export interface ConfigFile {
  readonly file: string;
  readonly text: string | Uint8Array;
}
