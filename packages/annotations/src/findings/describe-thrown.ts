/** What was thrown, as a text: it may be anything, and what cannot be shown must not keep its finding from being told. */
export function describeThrown(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'something that cannot be shown';
  }
}
