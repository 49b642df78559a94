/**
 * The thrown value as a string. It may be anything; a value that cannot be converted must not prevent its finding.
 */
export function describeThrown(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'a value that cannot be converted to a string';
  }
}
