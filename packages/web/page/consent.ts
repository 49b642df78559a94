import type { Loss } from '../src/answers.ts';
import { byId, element } from './dom.ts';

/** Asks for consent to the losses of a plan. */
export function confirmLosses(losses: readonly Loss[]): Promise<boolean> {
  const dialog = byId('consent', HTMLDialogElement);
  byId('losses').replaceChildren(
    ...losses.map(({ target, description }) =>
      element('li', {}, element('code', {}, target), ` ${description}`),
    ),
  );
  dialog.returnValue = 'no';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}
