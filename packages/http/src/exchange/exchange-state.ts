/**
 * How far the answer to a request is. `handling`: an exception or not-found handler was called for it. `timed-out`: its
 * time was up before an answer had begun, and the deadline answers it; `timed-out handling`: by a handler, or one was
 * called before. `answered`: the answer was given, by the first that had one.
 */
export type ExchangeState = 'open' | 'handling' | 'timed-out' | 'timed-out handling' | 'answered';

/** The next state, when an answer is given, a handler is called for it, or the time is up. */
interface Transitions {
  readonly answer: ExchangeState;
  readonly handle: ExchangeState;
  readonly timeout: ExchangeState;
}

export const TRANSITIONS: Readonly<Record<ExchangeState, Transitions>> = {
  open: { answer: 'answered', handle: 'handling', timeout: 'timed-out' },
  handling: { answer: 'answered', handle: 'handling', timeout: 'timed-out handling' },
  'timed-out': { answer: 'answered', handle: 'timed-out handling', timeout: 'timed-out' },
  'timed-out handling': { answer: 'answered', handle: 'timed-out handling', timeout: 'timed-out handling' },
  answered: { answer: 'answered', handle: 'answered', timeout: 'answered' },
};
