/** The name of the variable that a bit stands for: `id` of `[id]`; undefined for a literal one. */
export function variableIn(bit: string): string | undefined {
  return bit.startsWith('[') ? bit.slice(1, -1) : undefined;
}

export function variablesIn(bits: readonly string[]): readonly string[] {
  return bits.flatMap((bit) => variableIn(bit) ?? []);
}
