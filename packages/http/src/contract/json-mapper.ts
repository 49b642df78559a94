/** The JSON mapper of all default readers and writers; replace it to change them all. */
export interface JsonMapper {
  parse(text: string): unknown;
  stringify(value: unknown): string | undefined;
}
