import * as fc from 'fast-check';

/** The first surrogate, and the number of surrogates. A surrogate is not a character. */
const SURROGATES = 0xd800;
const COUNT = 0x800;

/**
 * Any Unicode character, as the unit of `fc.string`. The unit `binary` of fast-check generates the same characters, but
 * first creates a map of all of them, which takes almost a second.
 */
export const character: fc.Arbitrary<string> = fc.integer({ min: 0, max: 0x10ffff - COUNT }).map(
  (index) => String.fromCodePoint(index < SURROGATES ? index : index + COUNT),
  // Lets fast-check also generate names such as `__proto__`.
  (text) => {
    const [first, ...others] = typeof text === 'string' && text.isWellFormed() ? text : '';
    if (first === undefined || others.length > 0) throw new Error('not one character');
    const point = first.codePointAt(0)!;
    return point < SURROGATES ? point : point - COUNT;
  },
);
