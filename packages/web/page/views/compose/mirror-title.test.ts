import { expect, it } from 'vitest';
import { catalogues } from '../../words/languages.ts';
import { mirrorTitle } from './mirror-title.ts';

const region = {};

it('the titles of the mirrors of every service are translated', () => {
  const mirror = { id: 'distribution', title: 'Arch Linux (worldwide)', region };
  expect(mirrorTitle(mirror, catalogues.de)).toEqual({ text: 'Arch Linux (weltweit)', isTranslated: true });
  expect(mirrorTitle(mirror, catalogues.en)).toEqual({ text: mirror.title, isTranslated: true });
});

it.each(['office', 'constructor'])('the mirror %s, which the operator configured, keeps its title', (id) => {
  const mirror = { id, title: 'Office', region };
  expect(mirrorTitle(mirror, catalogues.de)).toEqual({ text: 'Office', isTranslated: false });
});
