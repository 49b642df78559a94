import { expect, it } from 'vitest';
import { checkWith } from '../testing.ts';

it.each([
  ['a', undefined],
  ['Workshop-2.example.org', undefined],
  ['my_host', 'write "my-host"'],
  ['my host', 'write "my-host"'],
  ['-host', 'write "host"'],
  ['host..org', ''],
  ['fmnx-<USER>', 'this looks like a placeholder that was not filled in'],
  ['a'.repeat(65), ''],
  [`${'x'.repeat(64)}.org`, ''],
  ['hôte', ''],
])('a check decides whether a host name is valid: %s', (hostname, hint) => {
  const { findings } = checkWith({ hostname });
  expect(findings.map(({ rule }) => rule)).toEqual(hint === undefined ? [] : ['host-name']);
  if (hint !== undefined) expect(findings[0]?.hint ?? '').toBe(hint);
});

it('an empty host name is ignored', () => {
  const { findings, settings } = checkWith({ hostname: '' });
  expect(findings).toMatchObject([{ rule: 'empty-is-absent', severity: 'note', pointer: '/hostname' }]);
  expect(settings?.hostname).toBe('archlinux');
});
