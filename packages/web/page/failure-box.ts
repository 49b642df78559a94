import type { InstallFailure } from '../src/answers.ts';
import { byId, element } from './dom.ts';

/** The alert with the cause of a failed installation. */
export interface FailureBox {
  show(failure: InstallFailure): void;
  hide(): void;
}

export function createFailureBox(): FailureBox {
  const box = byId('failure');
  let announced = '';

  return {
    show({ message, next, command, exitStatus, signal, tail = [] }) {
      // The event `end` repeats the failure, which should be announced once.
      const now = JSON.stringify([message, next, command, exitStatus, signal]);
      if (!box.hidden && now === announced) return;
      announced = now;
      const exit = exitStatus === undefined ? signal : `exit status ${exitStatus}`;
      box.replaceChildren(
        element('p', { class: 'message' }, message),
        element('p', {}, element('strong', {}, 'Next: '), next),
        ...(command === undefined
          ? []
          : [
              element(
                'p',
                { class: 'quiet' },
                element('code', {}, command.join(' ')),
                exit === undefined ? '' : `: ${exit}`,
              ),
            ]),
        ...(tail.length > 0 ? [element('pre', {}, tail.join('\n'))] : []),
      );
      box.hidden = false;
    },
    hide() {
      box.hidden = true;
    },
  };
}
