import { quoteParameter, readMedia, splitOutsideQuotes } from './syntax.ts';

/** A media type such as `text/plain; charset=utf-8`, or a range such as `text/*`. */
export class MediaType {
  static readonly WILDCARD = '*/*';
  static readonly APPLICATION_JSON = 'application/json';
  static readonly APPLICATION_JSON_PATCH_JSON = 'application/json-patch+json';
  static readonly APPLICATION_MERGE_PATCH_JSON = 'application/merge-patch+json';
  static readonly APPLICATION_PROBLEM_JSON = 'application/problem+json';
  static readonly APPLICATION_XML = 'application/xml';
  static readonly APPLICATION_ATOM_XML = 'application/atom+xml';
  static readonly APPLICATION_XHTML_XML = 'application/xhtml+xml';
  static readonly APPLICATION_SVG_XML = 'application/svg+xml';
  static readonly APPLICATION_FORM_URLENCODED = 'application/x-www-form-urlencoded';
  static readonly APPLICATION_OCTET_STREAM = 'application/octet-stream';
  static readonly MULTIPART_FORM_DATA = 'multipart/form-data';
  static readonly TEXT_PLAIN = 'text/plain';
  static readonly TEXT_HTML = 'text/html';
  static readonly TEXT_XML = 'text/xml';
  static readonly SERVER_SENT_EVENTS = 'text/event-stream';

  /** The type in lower case. The subtype and the names of parameters are also in lower case. */
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;

  constructor(type: string, subtype: string, parameters: Iterable<readonly [string, string]> = []) {
    this.type = type.toLowerCase();
    this.subtype = subtype.toLowerCase();
    this.parameters = new Map([...parameters].map(([name, value]) => [name.toLowerCase(), value]));
  }

  /** Parses a media type. Returns undefined if it is invalid. Ignores malformed parameters. */
  static parse(text: string | null | undefined): MediaType | undefined {
    const read = text === null || text === undefined ? undefined : readMedia(text);
    return read && new MediaType(read.type, read.subtype, read.parameters);
  }

  /**
   * Joins lists without duplicates. Elements with the same type and subtype are merged at the position of the first
   * one, with the parameters of all of them. An element may be a comma-separated list. Invalid media types are retained
   * unchanged.
   */
  static join(...lists: readonly (readonly string[])[]): string[] {
    const joined = new Map<string, string>();
    for (const text of lists.flat().flatMap((each) => splitOutsideQuotes(each, ','))) {
      const read = MediaType.parse(text);
      const known = MediaType.parse(joined.get(read?.essence ?? ''));
      if (read === undefined) joined.set(text.trim(), text.trim());
      else {
        const parameters = new Map([...(known?.parameters ?? []), ...read.parameters]);
        joined.set(read.essence, new MediaType(read.type, read.subtype, parameters).toString());
      }
    }
    return [...joined.values()];
  }

  /** The type and subtype without parameters, such as `text/html`. */
  get essence(): string {
    return `${this.type}/${this.subtype}`;
  }

  /** The value of the parameter `charset` as written. */
  get charset(): string | undefined {
    return this.parameters.get('charset');
  }

  /** Whether the subtype is `*`. */
  get isWildcard(): boolean {
    return this.subtype === '*';
  }

  /** Whether one of the media types includes the other, as `text/*` includes `text/html`. Parameters are ignored. */
  matches(other: MediaType | string): boolean {
    const that = typeof other === 'string' ? MediaType.parse(other) : other;
    if (that === undefined) return false;
    if (this.type === '*' || that.type === '*') return true;
    return this.type === that.type && (this.isWildcard || that.isWildcard || this.subtype === that.subtype);
  }

  toString(): string {
    return [
      this.essence,
      ...[...this.parameters].map(([name, value]) => `${name}=${quoteParameter(value)}`),
    ].join('; ');
  }
}
