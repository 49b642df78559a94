/**
 * Whether a regular expression may match a slash. A false positive costs only time, because matching the path as a
 * whole yields the same result as matching its segments. A false negative would prevent a variable from spanning
 * segments.
 */
export function canMatchSlash(regex: string): boolean {
  for (let index = 0; index < regex.length; index += 1) {
    const char = regex[index]!;
    if (char === '.' || char === '/') return true;
    if (char === '\\') {
      index += 1;
      // Letters that begin negated classes, Unicode classes, code points and control characters.
      if ('DWSPpuxc/'.includes(regex[index] ?? '')) return true;
    } else if (char === '[') {
      const end = endOfClass(regex, index);
      if (new RegExp(regex.slice(index, end + 1), 'u').test('/')) return true;
      index = end;
    }
  }
  return false;
}

function endOfClass(regex: string, start: number): number {
  for (let index = start + 1; index < regex.length; index += 1) {
    if (regex[index] === '\\') index += 1;
    else if (regex[index] === ']') return index;
  }
  return regex.length;
}
