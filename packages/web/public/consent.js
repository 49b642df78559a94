import { byId, element } from './dom.js';

/** Asks whether what the plan gives up may be lost; true at once when that is nothing. */
export function consentTo(losses) {
  if (losses.length === 0) return Promise.resolve(true);
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
