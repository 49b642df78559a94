import { byId, element } from './dom.ts';

/** Supplies the secrets that an installation waits for, by name. */
export type SupplySecrets = (id: number, secrets: Readonly<Record<string, string>>) => void;

/** The form for secrets that were lost when the service stopped. */
export interface SecretsForm {
  /** Shows a new, empty field for each name; hides the form if there are none. */
  show(id: number, names: readonly string[]): void;
  hide(): void;
}

export function createSecretsForm(supply: SupplySecrets): SecretsForm {
  const form = byId('needs');
  const rows = byId('needed');
  let pending: { readonly id: number; readonly fields: ReadonlyMap<string, HTMLTextAreaElement> } | undefined;

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (pending === undefined) return;
    supply(pending.id, Object.fromEntries([...pending.fields].map(([name, { value }]) => [name, value])));
  });

  const show = (id: number, names: readonly string[]): void => {
    // A custom command may have several lines, which a password field would join.
    const createField = (index: number): HTMLTextAreaElement =>
      element('textarea', {
        id: `need-${index}`,
        class: 'hidden-text',
        rows: '1',
        autocomplete: 'off',
        spellcheck: 'false',
        required: true,
      });
    const fields = new Map(names.map((name, index) => [name, createField(index)]));
    pending = { id, fields };
    form.hidden = names.length === 0;
    rows.replaceChildren(
      ...[...fields].map(([name, area]) =>
        element('p', { class: 'row' }, element('label', { for: area.id }, name), area),
      ),
    );
  };

  return {
    show,
    hide() {
      pending = undefined;
      form.hidden = true;
      rows.replaceChildren();
    },
  };
}
