/** The JSON mapper of all default readers and writers; replace it to change them all. */
export interface JsonMapper {
  /** Parses JSON. Throws for a string that is not JSON. */
  parse(text: string): unknown;
  /** Serializes a value; undefined for a value without JSON, such as a function. */
  stringify(value: unknown): string | undefined;
}
