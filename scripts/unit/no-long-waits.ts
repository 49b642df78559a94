/** Refuses tests of the project `unit` that wait for a timer of more than a second, wherever the code sets it. */
import { afterAll, afterEach, beforeEach } from 'vitest';
import { beginPhase, clearLeftIntervals, takeWaits } from './waits.ts';

function refuseWaits(): void {
  beginPhase();
  const [wait] = takeWaits();
  if (wait !== undefined) throw wait;
}

beginPhase();
beforeEach(refuseWaits);
afterEach(refuseWaits);
afterAll(() => {
  clearLeftIntervals();
  refuseWaits();
});
