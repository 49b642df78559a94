import { describe, expect, it } from 'vitest';
import type { Finding } from '../api/answers.ts';
import { applyFixes, findFix } from './fix.ts';

const text = '{ "hostnam": "web", "timezone": "Europe/Berln", "!users": [{ "!password": "a" }] }';

/** A finding with a replacement of this part of the text. */
function replaceAt(part: string, json: string): Finding {
  const at = (offset: number) => ({ line: 1, column: offset + 1, offset });
  const start = text.indexOf(part);
  const range = { start: at(start), end: at(start + part.length) };
  return { code: '', severity: 'error', message: '', range, replacement: { range, text: json } };
}

function addAt(pointer: string, json: string): Finding {
  return { code: '', severity: 'error', message: '', replacement: { pointer, text: json } };
}

const key = replaceAt('"hostnam"', '"hostname"');
const zone = replaceAt('"Europe/Berln"', '"Europe/Berlin"');

describe('findFix', () => {
  it('replaces the part of the text to which the finding refers', () => {
    expect(findFix(key)?.apply(text)).toBe(text.replace('hostnam', 'hostname'));
    expect(findFix(zone)).toMatchObject({ label: '"Europe/Berlin"' });
  });

  it('adds a missing member', () => {
    const fix = findFix(addAt('/kernels', '["linux"]'))!;
    expect(fix.label).toBe('"kernels": ["linux"]');
    expect(fix.apply(text)).toBe(text.replace(/ }$/, ', "kernels": ["linux"] }'));
    const inList = findFix(addAt('/!users/0/sudo~1x', 'false'))!;
    expect(inList.label).toBe('"sudo/x": false');
    expect(inList.apply(text)).toBe(text.replace('"a" }', '"a", "sudo/x": false }'));
  });

  it('does not derive a fix from a hint', () => {
    const { replacement: _, ...finding } = { ...key, hint: 'did you mean "hostname"?' };
    expect(findFix(finding)).toBeUndefined();
  });
});

it('applyFixes applies all fixes together, whatever their order', () => {
  const kernels = addAt('/kernels', '["linux"]');
  const { replacement: _, ...without } = key;
  for (const findings of [
    [kernels, key, without, zone],
    [zone, key, kernels],
  ]) {
    expect(JSON.parse(applyFixes(findings, text))).toEqual({
      hostname: 'web',
      timezone: 'Europe/Berlin',
      '!users': [{ '!password': 'a' }],
      kernels: ['linux'],
    });
  }
});
