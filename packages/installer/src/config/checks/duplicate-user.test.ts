import { expect, it } from 'vitest';
import { checkWith, names } from '../testing.ts';

it('finds the second user of a name', () => {
  const result = checkWith({ '!users': [{ username: 'ada' }, { username: 'grace' }, { username: 'ada' }] });
  expect(names(result)).toEqual(['duplicate-user /!users/2/username']);
  expect(JSON.stringify(result.findings)).not.toContain('ada');
});
