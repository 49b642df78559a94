import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { catalogues } from '../words/languages.ts';
import { toNoticeParts } from './notice-parts.ts';

it('toNoticeParts translates what the page knows, and leaves the cause in English', () => {
  const notice = 'The demonstration mirror is not available: missing: mkfs.ext4';
  const [english, german] = [catalogues.en, catalogues.de].map(({ noticeStarts }) =>
    toNoticeParts(notice, noticeStarts),
  );
  expect(`${english!.translated}${english!.rest}`).toBe(notice);
  expect(german).toEqual({
    translated: 'Der Demonstrationsspiegel ist nicht verfügbar: ',
    rest: 'missing: mkfs.ext4',
  });
  const preparing = 'The demonstration mirror is being built: starting';
  expect(toNoticeParts(preparing, catalogues.en.noticeStarts).translated + 'starting').toBe(preparing);
  expect(toNoticeParts('Something else', catalogues.de.noticeStarts)).toEqual({
    translated: '',
    rest: 'Something else',
  });
});

it('toNoticeParts knows the notices of the command', () => {
  const source = readFileSync(new URL('../../../cli/src/service/demonstration.ts', import.meta.url), 'utf8');
  for (const start of Object.values(catalogues.en.noticeStarts)) expect(source).toContain(start);
});
