/** A file to check: its name in findings, and its content as bytes or a string. */
export interface ConfigFile {
  readonly file: string;
  readonly text: string | Uint8Array;
}
