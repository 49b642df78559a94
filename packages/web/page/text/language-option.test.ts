import { expect, it } from 'vitest';
import { languageOption } from './language-option.ts';

it('languageOption is set for a configuration with a language or an encoding', () => {
  const options = ['{ "sys-language": "de_DE" }', '{ "sys-encoding": "UTF-8" }', '{}', '{ "sys-lang'];
  expect(options.map(languageOption)).toEqual([{ advanced: true }, { advanced: true }, {}, {}]);
});
