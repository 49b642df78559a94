import { expect, expectTypeOf, it } from 'vitest';
import { defineRules, ruleMembers } from './index.ts';

const rules = defineRules({
  'duplicate-route': { code: 'W2003', severity: 'warning', title: 'No two routes should be equal.' },
  method: { code: 'W2008', severity: 'error', also: 'warning', title: 'A method must be an HTTP method.' },
});

it('defineRules adds a name and an anchor to each rule', () => {
  expect(rules['duplicate-route']).toEqual({
    name: 'duplicate-route',
    code: 'W2003',
    severity: 'warning',
    title: 'No two routes should be equal.',
    anchor: 'w2003-duplicate-route',
  });
  expectTypeOf<keyof typeof rules>().toEqualTypeOf<'duplicate-route' | 'method'>();
});

it('defineRules throws when two rules have the same code', () => {
  const rule = { code: 'W1', severity: 'error', title: 'A rule.' } as const;
  expect(() => defineRules({ first: rule, second: rule })).toThrow(
    'the rules first and second have the same code, W1',
  );
});

it('ruleMembers returns the severity of the rule unless one is passed', () => {
  expect(ruleMembers(rules.method)).toEqual({ code: 'W2008', rule: 'method', severity: 'error' });
  expect(ruleMembers(rules.method, 'warning').severity).toBe('warning');
});
