import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/answers.ts';
import { applyFixes, findFix } from './fix.ts';

function findingAt(text: string, word: string, more: Partial<Finding>): Finding {
  const at = (offset: number) => ({ line: 1, column: offset + 1, offset });
  const start = text.indexOf(word);
  return {
    severity: 'error',
    message: '',
    range: { start: at(start), end: at(start + word.length) },
    ...more,
  };
}

const text = '{ "hostnam": "web", "timezone": "Europe/Berln" }';
const key = findingAt(text, '"hostnam"', {
  rule: 'unknown-key',
  pointer: '/hostnam',
  hint: 'did you mean "hostname"?',
});
const zone = findingAt(text, '"Europe/Berln"', {
  rule: 'timezone',
  pointer: '/timezone',
  hint: 'did you mean "Europe/Berlin"?',
});
const missing: Finding = {
  severity: 'error',
  message: 'kernels is missing',
  rule: 'missing-key',
  pointer: '',
  expected: '"kernels": ["linux"]',
};

describe('findFix', () => {
  it('replaces a key or value by the one that the hint names', () => {
    expect(findFix(key, text)?.apply(text)).toBe(text.replace('hostnam', 'hostname'));
    expect(findFix(zone, text)).toMatchObject({ label: '"Europe/Berlin"' });
  });

  it('adds a missing key', () => {
    expect(JSON.parse(findFix(missing, text)!.apply(text))).toMatchObject({ kernels: ['linux'] });
    expect(findFix(missing, '{ "kernels": [] }')).toBeUndefined();
  });

  it('does not create a second key with the same name', () => {
    const both = '{ "hostnam": "web", "hostname": "db" }';
    expect(findFix(findingAt(both, '"hostnam"', key), both)).toBeUndefined();
  });

  it.each(['', 'write it with lower-case letters', 'did you mean /dev/vda?', 'set uki to false'])(
    'does not guess from the hint %j',
    (hint) => {
      expect(findFix({ ...zone, hint }, text)).toBeUndefined();
    },
  );
});

it('applyFixes applies all fixes at once', () => {
  expect(JSON.parse(applyFixes([missing, key, zone], text))).toEqual({
    hostname: 'web',
    timezone: 'Europe/Berlin',
    kernels: ['linux'],
  });
});
