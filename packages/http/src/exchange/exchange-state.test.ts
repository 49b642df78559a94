import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TRANSITIONS, type ExchangeState } from './exchange-state.ts';

const states = Object.keys(TRANSITIONS) as ExchangeState[];

/** Returns the states that are reachable from a state, including the state itself. */
function reachable(from: ExchangeState, found: Set<ExchangeState> = new Set()): ReadonlySet<ExchangeState> {
  if (found.has(from)) return found;
  found.add(from);
  for (const next of Object.values(TRANSITIONS[from])) reachable(next as ExchangeState, found);
  return found;
}

it('an exchange can reach every state and never leaves the state "answered"', () => {
  expect([...reachable('open')].toSorted()).toEqual(states.toSorted());
  expect([...reachable('answered')]).toEqual(['answered']);
  for (const state of states) expect(TRANSITIONS[state].answer).toBe('answered');
});

it('an exchange remains timed out until it is answered, and records whether a handler was called', () => {
  expect([...reachable('timed-out')].toSorted()).toEqual(['answered', 'timed-out', 'timed-out handling']);
  expect(TRANSITIONS.open.timeout).toBe('timed-out');
  expect(TRANSITIONS.handling.timeout).toBe('timed-out handling');
  expect([...reachable('timed-out handling')].toSorted()).toEqual(['answered', 'timed-out handling']);
});

it('an exchange has at most 12 mutable fields, apart from caches of getters', () => {
  const source = readFileSync(new URL('exchange.ts', import.meta.url), 'utf8');
  const fields = [
    ...source.matchAll(/^ {2}(?:declare (?:private )?(\w+): |(?:private )?(#?\w+)(?:: [^=\n]+)? = )/gm),
  ].map(([, declared, initialized]) => declared ?? initialized!);
  const changing = fields.filter((name) => !source.includes(`this.${name} ??= `));
  expect(fields.length).toBeGreaterThan(15);
  expect(changing.length, changing.join(', ')).toBeLessThanOrEqual(12);
});
