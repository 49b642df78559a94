import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generate } from './generate.ts';

it('the generated types and validator are up to date', async () => {
  for (const [path, content] of Object.entries(await generate())) {
    expect(readFileSync(path, 'utf8'), `${path}: run npm run schema`).toBe(content);
  }
});
