/** The JSON mapper that all default readers and writers use. */
export interface JsonMapper {
  /** Parses JSON. Throws for a string that is not JSON. */
  parse(text: string): unknown;
  /** Serializes a value; undefined if JSON cannot represent it, such as a function. */
  stringify(value: unknown): string | undefined;
}
