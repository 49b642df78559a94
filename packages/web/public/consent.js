import { byId, element } from './dom.js';

/** Asks whether what the plan gives up may be lost. */
export function consentTo(losses) {
  const dialog = byId('consent');
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
