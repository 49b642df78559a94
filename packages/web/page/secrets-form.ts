import { byId, element } from './dom.ts';

/** Gives an installation the secrets that it waits for, by their names. */
export type SupplySecrets = (id: number, secrets: Readonly<Record<string, string>>) => void;

/** The form for secrets that were not stored when the service ended. */
export interface SecretsForm {
  /** Shows a field for each name, hidden where there is none; what was typed into earlier fields is gone with them. */
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
    // A custom command may have several lines, which a field for passwords takes away.
    const field = (index: number): HTMLTextAreaElement =>
      element('textarea', {
        id: `need-${index}`,
        class: 'hidden-text',
        rows: '1',
        autocomplete: 'off',
        spellcheck: 'false',
        required: true,
      });
    const fields = new Map(names.map((name, index) => [name, field(index)]));
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
