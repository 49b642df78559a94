/**
 * Converts a thrown value to a string. The value may be anything; if it cannot be converted, it must still be reported.
 */
export function describeThrown(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'a value that cannot be converted to a string';
  }
}
