import { format, inspect } from 'node:util';
import { expect, it } from 'vitest';
import { Secret } from './index.ts';

it('a secret returns its string only from reveal()', () => {
  const secret = new Secret('canary');
  const prints = [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect({ secret }, { showHidden: true, depth: 9 }),
    format('%s %o %j', secret, secret, secret),
    JSON.stringify(structuredClone(secret)),
    Object.values(secret).join(),
  ];
  expect(prints.join()).not.toContain('canary');
  expect(prints[0]).toBe('[redacted]');
  expect(secret.reveal()).toBe('canary');
});
