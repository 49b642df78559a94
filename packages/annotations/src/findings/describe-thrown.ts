/** Converts any thrown value to a string for a report, even if the value's own conversion fails. */
export function describeThrown(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'a value that cannot be converted to a string';
  }
}
