import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it('a second user with the same name is reported', () => {
  const result = checkWith({ '!users': [{ username: 'ada' }, { username: 'grace' }, { username: 'ada' }] });
  expect(rulesAndPointers(result)).toEqual(['duplicate-user /!users/2/username']);
  expect(JSON.stringify(result.findings)).not.toContain('ada');
});
