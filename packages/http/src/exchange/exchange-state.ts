/**
 * The progress of a response. `handling`: an exception handler or not-found handler was called. `timed-out`: the time
 * limit was reached before the response started, so the deadline sends the response. `timed-out handling`: the time
 * limit was reached after such a handler was called. `answered`: the response has been decided.
 */
export type ExchangeState = 'open' | 'handling' | 'timed-out' | 'timed-out handling' | 'answered';

/** The next state for each event: the response is decided, a handler is called, or the time limit is reached. */
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
