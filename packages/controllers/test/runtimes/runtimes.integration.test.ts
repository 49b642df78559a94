import { expect, it } from 'vitest';
import { describeRuntimes } from './describe-runtimes.ts';
import { serveBy } from './runtime.ts';

describeRuntimes('an application from sources', '.', (runtime, folder) => {
  it('does not start if there are errors', async () => {
    const started = serveBy(runtime, folder(), { WRIT_PREFIX: 'wrong' });
    await expect(started).rejects.toThrow(/wrong\.ts:\d+:\d+: error W3401 type-unknown: Parts\.GET/);
  });
});
