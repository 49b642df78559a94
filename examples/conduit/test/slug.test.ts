import { expect, it } from 'vitest';
import { toSlug } from '../src/services/slug.ts';

it.each([
  ['Déjà vu!', 'deja-vu'],
  ['  Über  Straßen ', 'uber-straßen'],
  ['ﬁne ½', 'fine-1-2'],
  ['हिन्दी में', 'हिन्दी-में'],
  ['한국 이야기', '한국-이야기'],
  ['でぃ', 'でぃ'],
])('the slug of %s is %s', (title, slug) => expect(toSlug(title)).toBe(slug));

it.each(['!', '\u0301', 'Feed'])('the title %j is rejected', (title) => {
  expect(() => toSlug(title)).toThrow(expect.objectContaining({ status: 422 }));
});
