import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generate } from './generate.ts';

it('types and validator stand as the schema makes them', async () => {
  for (const [path, content] of Object.entries(await generate())) {
    expect(readFileSync(path, 'utf8'), `${path}: run node packages/installer/scripts/generate.ts`).toBe(
      content,
    );
  }
});
