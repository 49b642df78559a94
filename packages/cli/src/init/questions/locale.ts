import type { Option } from '@writ/prompts';
import { choiceQuestion, type Question } from '../question.ts';

const ENGLISH = 'en_US';

/** The console keyboard layout. */
export const keyboard: Question = choiceQuestion({
  id: 'keyboard',
  title: 'Keyboard layout',
  path: ['keyboard-language'],
  suggest: ({ facts }) => facts.system?.keyboard ?? 'us',
  options: ({ choices }) => choices.keyboards.map(({ value }) => ({ value })),
});

/** The language, with its UTF-8 locale. American English is the default and needs no key. */
export const language: Question = {
  ...choiceQuestion({
    id: 'language',
    title: 'Language',
    path: ['sys-language'],
    suggest: ({ facts }) => /^([a-z]{2,3}_[A-Z]{2})/.exec(facts.system?.language ?? '')?.[1] ?? ENGLISH,
    options: ({ choices }) =>
      choices.locales
        .filter(({ encodings }) => encodings.includes('UTF-8'))
        .map(({ language: value }) => describeLanguage(value)),
  }),
  pointers: ['/sys-language', '/sys-encoding'],
  edits: (answer) => [
    { path: ['sys-language'], value: answer === ENGLISH ? undefined : answer },
    { path: ['sys-encoding'], value: answer === ENGLISH ? undefined : 'UTF-8' },
  ],
};

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Adds the English names, such as `de_DE  German, Germany`. */
function describeLanguage(value: string): Option {
  const [, code = '', region = ''] = /^([a-z]{2,3})(?:_([A-Z]{2}))?/.exec(value) ?? [];
  const names = [
    code === '' ? undefined : languageNames.of(code),
    region === '' ? undefined : regionNames.of(region),
  ].filter((name) => name !== undefined);
  return { value, ...(names.length === 0 ? {} : { name: `${value}  ${names.join(', ')}` }) };
}

/** The time zone. */
export const timezone: Question = choiceQuestion({
  id: 'timezone',
  title: 'Time zone',
  path: ['timezone'],
  suggest: ({ facts }) => facts.system?.timezone ?? 'UTC',
  options: ({ choices }) => choices.timezones.map((value) => ({ value })),
});
