import { expect, it } from 'vitest';
import { checkWith, names } from '../testing.ts';

it.each<[object, string[]]>([
  [{ services: ['nginx', 'httpd.service'] }, ['one-port /services/1']],
  [{ services: ['httpd'], profile: { details: 'nginx' } }, ['one-port /services/0']],
  [{ services: ['nginx.service'], profile: { details: 'nginx' } }, []],
  [{ services: ['nginx', 'sshd'] }, []],
])('%j', (change, found) => {
  expect(names(checkWith(change)).toSorted()).toEqual(found);
});
