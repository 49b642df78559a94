import { expect, it } from 'vitest';
import { checkWith, names } from '../testing.ts';

const change = { '!users': [{ username: 'ada', '!password': { $secret: 'canary' } }] };
const judge = (creds?: object): ReturnType<typeof checkWith> =>
  checkWith(change, creds === undefined ? {} : { creds: { file: 'c.json', text: JSON.stringify(creds) } });

it('needs no secret to check and to plan', () => {
  expect(names(judge())).toEqual([]);
});

it.each<[object, string[]]>([
  [{ canary: 'x' }, []],
  [{ canary: `$6$salt$${'a'.repeat(86)}` }, []],
  [{}, ['secret-not-given /!users/0/!password/$secret']],
  [{ canary: null }, ['secret-not-given /!users/0/!password/$secret']],
  [{ canray: 'x' }, ['unknown-key /canray', 'secret-not-given /!users/0/!password/$secret']],
  [{ canary: 5 }, ['wrong-secret /!users/0/!password/$secret']],
  [{ canary: '$6$short' }, ['wrong-secret /!users/0/!password/$secret']],
])('%j', (creds, found) => {
  const result = judge(creds);
  expect(names(result).toSorted()).toEqual(found.toSorted());
  for (const { message, hint } of result.findings) expect(`${message} ${hint}`).not.toContain('canary');
});

it('a warning leaves the configuration one that can be planned', () => {
  expect(judge({}).settings?.users[0]?.password).toEqual({ kind: 'missing', name: 'canary' });
});
