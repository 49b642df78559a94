/** A number of bytes in a sentence. */
export interface SizeInText {
  readonly bytes: number;
}

/** Splits a sentence of the service at its numbers of bytes, such as `8589934592 bytes`. */
export function splitSizes(sentence: string): readonly (string | SizeInText)[] {
  return sentence
    .split(/\b(\d+ bytes)\b/)
    .map((part) => (/^\d+ bytes$/.test(part) ? { bytes: Number.parseInt(part, 10) } : part))
    .filter((part) => part !== '');
}
