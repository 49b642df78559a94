import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it.each<[object, string[]]>([
  [{ services: ['nginx', 'httpd.service'] }, ['one-port /services/1']],
  [{ services: ['httpd'], profile: { details: 'nginx' } }, ['one-port /services/0']],
  [{ services: ['nginx.service'], profile: { details: 'nginx' } }, []],
  [{ services: ['nginx', 'sshd'] }, []],
  [{ services: ['tomcat10'], profile: { details: 'tomcat' } }, []],
  [
    { profile: { main: 'custom', custom: [{ services: 'nginx' }, { services: 'sshd lighttpd.service' }] } },
    ['one-port /profile/custom/1/services'],
  ],
  [
    { profile: { main: 'custom', custom: [{ services: 'nginx' }, { services: 'httpd', enabled: false }] } },
    [],
  ],
])('%j', (change, found) => {
  expect(rulesAndPointers(checkWith(change)).toSorted()).toEqual(found);
});
