import { expect, it } from 'vitest';
import { checkWith } from '../testing.ts';

it.each([
  ['Europe/Berlin', undefined],
  ['US/Eastern', undefined],
  ['UTC', undefined],
  ['europe/berlin', 'did you mean "Europe/Berlin"?'],
  ['Berlin', 'did you mean "Europe/Berlin"?'],
  ['New York', 'did you mean "America/New_York"?'],
  ['Europe/Belin', 'did you mean "Europe/Berlin"?'],
  ['../../etc/passwd', 'undefined'],
])('a check decides whether a time zone is known: %s', (timezone, hint) => {
  const { findings } = checkWith({ timezone });
  expect(findings.map((found) => `${found.rule}: ${found.hint}`)).toEqual(
    hint === undefined ? [] : [`timezone: ${hint}`],
  );
});
