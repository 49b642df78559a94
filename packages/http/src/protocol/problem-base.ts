/** The default prefix of the `type` of problems. The code is appended to it. */
export const DEFAULT_PROBLEM_BASE = 'urn:writ:problem:';

/** Matches an absolute URI or an absolute path. */
const BASE = /^(?:[a-z][a-z\d+.-]*:|\/)(?:[\w\-.~!$&'()*+,;=:@/?#[\]]|%[\da-f]{2})*$/i;
const SEPARATED = /[/#:=?]$/;

/**
 * Throws `TypeError` if the string with an appended code is not a URI reference, or if it does not end with a
 * separator.
 */
export function assertProblemBase(base: unknown): asserts base is string {
  const invalid = `Toolkit: problems.base ${JSON.stringify(base) ?? String(base)}`;
  if (typeof base !== 'string' || !BASE.test(base)) {
    throw new TypeError(
      `${invalid} is not a URI: write one such as https://example.org/problems/, or a path such as /problems/`,
    );
  }
  if (SEPARATED.test(base)) return;
  throw new TypeError(
    `${invalid} does not end with a separator, so "not-found" would follow it directly: write ${JSON.stringify(`${base}/`)} or ${JSON.stringify(`${base}#`)}`,
  );
}
