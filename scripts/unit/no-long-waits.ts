/** Fails unit tests that wait more than a second for a timer, in their own code or in the code under test. */
import { afterAll, afterEach, beforeEach } from 'vitest';
import { beginPhase, clearLeftTimers, takeWaits } from './waits.ts';

function refuseWaits(): void {
  beginPhase();
  const [wait] = takeWaits();
  if (wait !== undefined) throw wait;
}

beginPhase();
beforeEach(refuseWaits);
afterEach(refuseWaits);
afterAll(() => {
  clearLeftTimers();
  refuseWaits();
});
