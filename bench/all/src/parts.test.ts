import { expect, it } from 'vitest';
import { PARTS, TOTAL_SECONDS, type Extent } from './parts.ts';

it.each<Extent>(['full', 'quick'])('the parts of a %s run have exactly its time', (extent) => {
  const sum = PARTS.reduce((total, { seconds }) => total + seconds[extent], 0);
  expect(sum).toBe(TOTAL_SECONDS[extent]);
});
