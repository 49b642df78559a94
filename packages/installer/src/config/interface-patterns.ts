/** True if a name in `nics` is a pattern for several interfaces. */
export function isPattern(iface: string): boolean {
  return /[*?[]/.test(iface);
}

/**
 * True if the name of an interface matches a pattern in the notation of fnmatch(3), which systemd-networkd uses. The
 * check of names excludes negated sets and escape sequences.
 */
export function matchesPattern(name: string, pattern: string): boolean {
  const parts = pattern.match(/\[\]?[^\]]*\]|./gs) ?? [];
  let rest: readonly string[] = [name];
  for (const part of parts) rest = [...new Set(rest.flatMap((text) => afterPart(text, part)))];
  return rest.includes('');
}

/** Returns the possible remainders of a name after a part of a pattern. */
function afterPart(text: string, part: string): string[] {
  if (part === '*') return Array.from({ length: text.length + 1 }, (_item, index) => text.slice(index));
  const [first] = text;
  if (first === undefined) return [];
  const matches = part === '?' || part === first || (part.length > 1 && isInSet(first, part.slice(1, -1)));
  return matches ? [text.slice(1)] : [];
}

function isInSet(character: string, set: string): boolean {
  const members = set.match(/.-.|./gs) ?? [];
  return members.some((member) =>
    member.length === 3
      ? member.charAt(0) <= character && character <= member.charAt(2)
      : member === character,
  );
}
