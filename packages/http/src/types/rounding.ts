/**
 * Matches decimals of at most 15 digits without an exponent. They are in range, and no two of them with different
 * values are parsed as the same float.
 */
const SHORT_NUMBER = /^-?[\d.]{1,15}$/;

/** The maximum precision that `toPrecision` supports. */
const MAX_DIGITS = 100;

/**
 * Whether a number preserves every digit of the decimal from which it was parsed, so that the number is the same
 * decimal if it is printed with as many digits. A 64-bit float is therefore exact in the form in which programs print
 * it. `9007199254740993` is not, because it is parsed as 9007199254740992 (`rounding.test.ts`).
 */
export function isExact(decimal: string, value: number): boolean {
  if (SHORT_NUMBER.test(decimal)) return true;
  const expected = significantDigits(decimal);
  if (expected.digits === '') return value === 0;
  if (value === 0 || expected.digits.length > MAX_DIGITS) return false;
  const actual = significantDigits(value.toPrecision(expected.digits.length));
  return actual.digits === expected.digits && actual.point === expected.point;
}

interface SignificantDigits {
  /** The digits without leading and trailing zeros. */
  readonly digits: string;
  /**
   * The position of the decimal point relative to the first digit. It is negative if zeros directly follow the decimal
   * point.
   */
  readonly point: number;
}

function significantDigits(decimal: string): SignificantDigits {
  const [mantissa = '', exponent = '0'] = decimal.replace('-', '').split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first === -1) return { digits: '', point: 0 };
  let end = all.length;
  while (all[end - 1] === '0') end -= 1;
  return { digits: all.slice(first, end), point: whole.length - first + Number(exponent) };
}
