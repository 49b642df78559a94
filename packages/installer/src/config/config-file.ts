/** A file to check: its name, as findings report it, and its content as bytes or string. */
export interface ConfigFile {
  readonly file: string;
  readonly text: string | Uint8Array;
}
