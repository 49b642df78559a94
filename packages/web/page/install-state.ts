import type { InstallState } from '../src/answers.ts';

const STATE_DESCRIPTIONS: Readonly<Record<InstallState, string>> = {
  queued: 'waiting',
  'needs-secret': 'waiting for secrets',
  running: 'running',
  done: 'done',
  refused: 'refused, nothing was written',
  failed: 'failed',
  interrupted: 'interrupted because the service stopped',
  cancelled: 'cancelled',
};

export function describeState(state: InstallState): string {
  return STATE_DESCRIPTIONS[state];
}
