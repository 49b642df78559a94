import { expect, it } from 'vitest';
import { checkWith, rulesAndPointers } from '../testing.ts';

it.each<[object, string[]]>([
  [{ services: ['nginx', 'httpd.service'] }, ['port-conflict /services/1']],
  [{ services: ['httpd'], profile: { details: 'nginx' } }, ['port-conflict /services/0']],
  [{ services: ['nginx.service'], profile: { details: 'nginx' } }, []],
  [{ services: ['nginx', 'sshd'] }, []],
  [{ services: ['tomcat10'], profile: { details: 'tomcat' } }, []],
  [
    { profile: { main: 'custom', custom: [{ services: 'nginx' }, { services: 'sshd lighttpd.service' }] } },
    ['port-conflict /profile/custom/1/services'],
  ],
  [
    { profile: { main: 'custom', custom: [{ services: 'nginx' }, { services: 'httpd', enabled: false }] } },
    [],
  ],
])('a check decides whether services use the same port: %j', (change, found) => {
  expect(rulesAndPointers(checkWith(change)).toSorted()).toEqual(found);
});
