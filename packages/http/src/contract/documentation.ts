/** The documentation of a handler in its JSDoc comment, as plain data. */
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
  /** `@throws {404} if there is no such note`, by status. */
  readonly throws?: Readonly<Record<string, string>>;
  /** `@param id the number of the note`, by index; null for a parameter without description. */
  readonly parameters?: readonly (string | null)[];
}
