import { byId } from './dom.ts';
import { storeToken } from './token.ts';

/** The form for the token; the rest of the page is hidden while it is open. */
export interface TokenForm {
  /** Whether the user has entered a token that has not been accepted yet. */
  readonly entered: boolean;
  open(): void;
  /** Closes the form after the token was accepted. */
  close(): void;
}

/** @param enter called after the token was stored */
export function createTokenForm(enter: () => void): TokenForm {
  const form = byId('entry');
  const field = byId('token', HTMLInputElement);
  let entered = false;

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    entered = true;
    storeToken(field.value.trim());
    field.value = '';
    enter();
  });

  return {
    get entered() {
      return entered;
    },
    open() {
      byId('main').hidden = true;
      form.hidden = false;
      field.focus();
    },
    close() {
      entered = false;
      form.hidden = true;
      byId('main').hidden = false;
    },
  };
}
