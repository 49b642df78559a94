/** The documentation from a handler's JSDoc comment, as plain data. */
export interface HandlerDocumentation {
  readonly description?: string;
  /** `@summary` (default: the first sentence of the description). */
  readonly summary?: string;
  /** `@deprecated`, on the handler or on its class. */
  readonly deprecated?: true;
  /** `@hidden`, on the handler or on its class. */
  readonly hidden?: true;
  /** `@tags notes, search` (default: the tags of the class). */
  readonly tags?: readonly string[];
  /** The descriptions from tags such as `@throws {404} if there is no such note`, by status. */
  readonly throws?: Readonly<Record<string, string>>;
  /** The response headers from tags such as `@header {201} Location the address of the note`, by status. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The examples from tags such as `@example {200} {"id":7}`, by status, or of the body of the request (`body`). */
  readonly examples?: Readonly<Record<string, readonly unknown[]>>;
  /**
   * The descriptions from tags such as `@param id the number of the note`, by index of the parameter; null for a
   * parameter without a description.
   */
  readonly parameters?: readonly (string | null)[];
}
