/** Every decimal of at most 15 digits has its own number; without an exponent none is out of range. */
const SHORT_NUMBER = /^-?[\d.]{1,15}$/;

/** `toPrecision` writes no more. */
const MAX_DIGITS = 100;

/**
 * Whether a number has every digit of the decimal that it was parsed from: printed with as many digits it is the same.
 * So all that programs print of a 64-bit float is exact, and `9007199254740993`, which becomes 9007199254740992, is not
 * (`rounding.test.ts`).
 */
export function isExact(decimal: string, value: number): boolean {
  if (SHORT_NUMBER.test(decimal)) return true;
  const wanted = significantDigits(decimal);
  if (wanted.digits === '') return value === 0;
  if (value === 0 || wanted.digits.length > MAX_DIGITS) return false;
  const held = significantDigits(value.toPrecision(wanted.digits.length));
  return held.digits === wanted.digits && held.point === wanted.point;
}

interface SignificantDigits {
  /** Without zeros at either end. */
  readonly digits: string;
  /** How many digits the point is after the first of them; negative before it. */
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
