/** The JSON mapper that all built-in readers and writers use. */
export interface JsonMapper {
  /** Parses JSON. Throws if the string is not JSON. */
  parse(text: string): unknown;
  /** Serializes a value. Returns undefined for a value that JSON cannot represent, such as a function. */
  stringify(value: unknown): string | undefined;
}
