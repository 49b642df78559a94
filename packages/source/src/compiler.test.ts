import { parseSync } from '@writ/compiler/parser';
import { expect, it } from 'vitest';
import { loadParser, requireTransform, type Parser } from './compiler.ts';

/** The compiler checks that the real parser has the declared type. */
const real: Parser = parseSync;

it('the parser of @writ/compiler is loaded', () => {
  expect(loadParser()).toBe(real);
});

it('the transformation of @writ/compiler is loaded', () => {
  expect(requireTransform()).toMatchObject({ HELPERS_PARENT: expect.stringMatching(/compiler\/src\//) });
});
