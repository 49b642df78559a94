/** Converts a value to a string for an address. Returns undefined if the value has no string form. */
export function toAddressString(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return Number.isFinite(value) ? String(value) : undefined;
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? undefined : objectToString(value);
    default:
      return undefined;
  }
}

/** Converts dates, URLs and other objects that define `toJSON` or `toString`. */
function objectToString(value: object): string | undefined {
  const { toJSON, toString } = value as { toJSON?: unknown; toString?: unknown };
  if (typeof toJSON === 'function') {
    const json: unknown = Reflect.apply(toJSON, value, []);
    if (typeof json === 'string') return json;
  }
  if (typeof toString !== 'function' || toString === Object.prototype.toString || Array.isArray(value))
    return undefined;
  return String(value);
}
