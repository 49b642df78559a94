/**
 * The path of a request, read alike on every transport: cut at `?`, dot segments resolved as WHATWG URL does, matrix
 * parameters cut from each segment, each segment percent-decoded once (`+` stays).
 */
export interface RequestPath {
  /** As sent, without query; starts with `/`. */
  readonly raw: string;
  /** True when `raw` reads as it stands: nothing to decode, resolve, cut or drop. */
  readonly plain: boolean;
  /** Decoded, without empty ones: `/a//b%2Fc/` is `['a', 'b/c']`. */
  readonly segments: readonly string[];
  /** Decoded, with empty ones: `/a//b/` is `['a', '', 'b', '']`. */
  readonly parts: readonly string[];
}
