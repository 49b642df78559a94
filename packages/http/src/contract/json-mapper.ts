/** The JSON mapper of all default readers and writers; replace it to change them all. */
export interface JsonMapper {
  /** The value of a JSON text. Throws for a text that is not JSON. */
  parse(text: string): unknown;
  /** The JSON text of a value; undefined for a value without one, such as a function. */
  stringify(value: unknown): string | undefined;
}
