import type { Range } from '@writ/diagnostics';

/**
 * Formats a value as a TypeScript expression. `nameOf` returns the name of an imported value, and undefined for other
 * values. `constantOf` returns the expression for a part of the value, and undefined for a part that is written in
 * place.
 */
export function writeExpression(
  value: unknown,
  nameOf: (value: unknown) => string | undefined,
  constantOf: (part: object) => string | undefined = () => undefined,
): string {
  const write = (each: unknown, where: string): string => {
    if (each === undefined || each === null || typeof each === 'boolean') return String(each);
    if (typeof each === 'string') return JSON.stringify(each);
    if (typeof each === 'number') return Object.is(each, -0) ? '-0' : String(each);
    if (typeof each === 'bigint') return `${each}n`;
    const name = nameOf(each);
    if (name !== undefined) return name;
    const isRangeValue = isPlainObject(each) && isRange(each);
    const constant = where === '' || isRangeValue ? undefined : constantOf(each);
    if (constant !== undefined) return constant;
    if (Array.isArray(each)) return `[${each.map((item, at) => write(item, `${where}[${at}]`)).join(', ')}]`;
    if (!isPlainObject(each)) throw new UnexportedValueError(where, each);
    if (isRangeValue) return writeRange(each);
    const entries = Object.entries(each).filter(([, item]) => item !== undefined);
    return `{ ${entries.map(([key, item]) => `${writeKey(key)}: ${write(item, where === '' ? key : `${where}.${key}`)}`).join(', ')} }`;
  };
  return write(value, '');
}

/** Thrown for a value that no module exports. */
export class UnexportedValueError extends Error {
  /** @param where the path of the value, such as `parameters[0].type` */
  constructor(where: string, value: unknown) {
    const description =
      typeof value === 'function' ? value.name || 'a function' : (value?.constructor.name ?? 'an object');
    super(`${where} is ${description}, which no module exports`);
    this.name = 'UnexportedValueError';
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function isRange(value: Record<string, unknown>): value is Record<string, unknown> & Range {
  const { start, end } = value as Partial<Range>;
  return isPosition(start) && isPosition(end);
}

function isPosition(value: unknown): value is Range['start'] {
  return (
    typeof value === 'object' && value !== null && 'line' in value && 'column' in value && 'offset' in value
  );
}

/** Formats a range as a call to `at`, which the generated module imports. */
function writeRange({ start, end }: Range): string {
  const numbers = [start.line, start.column, start.offset, end.line, end.column, end.offset];
  return `at(${numbers.join(', ')})`;
}

function writeKey(key: string): string {
  if (key === '__proto__') return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}
