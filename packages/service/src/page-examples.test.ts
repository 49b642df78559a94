import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { CheckAnswer } from './api/checks.ts';
import { post, setUp } from './testing/service.ts';

const folder = fileURLToPath(new URL('../../web/page/examples/', import.meta.url));
const names = globSync('*.json', { cwd: folder }).toSorted();

describe('the examples of the page', () => {
  it('each have a variant for the demonstration mirror', () => {
    expect(names.length).toBeGreaterThan(7);
    const full = names.filter((name) => !name.includes('.demonstration.'));
    expect(full.map((name) => name.replace('.json', '.demonstration.json'))).toEqual(
      names.filter((name) => name.includes('.demonstration.')),
    );
  });

  it.each(names)('include %s, which lacks at most the password of its account', async (name) => {
    const { send } = await setUp();
    const text = readFileSync(`${folder}${name}`, 'utf8');
    const configuration = JSON.parse(text) as { readonly '!users': { readonly '!password'?: string } };
    const isDemonstration = name.includes('.demonstration.');
    expect(configuration['!users']['!password']).toBe(isDemonstration ? 'demo-ada' : undefined);
    const body = JSON.stringify({
      ...configuration,
      '!users': { '!password': 'long-enough-1f', ...configuration['!users'] },
    });
    const { findings } = (await send(post('/api/check', body))).json() as CheckAnswer;
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  });
});
