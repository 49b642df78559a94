import { Plus, X } from 'lucide';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';
import { useWords } from '../../../parts/page-context.ts';
import type { Path } from '../../../text/json-edit.ts';
import { FieldGroup } from './field.tsx';
import { toTexts, useField } from './use-field.ts';

interface ListFieldProps {
  readonly path: Path;
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string;
}

/** A list of words, such as packages. Several words, separated by spaces or commas, can be added at once. */
export function ListField({ path, label, help, placeholder }: ListFieldProps): JSX.Element {
  const { id, value, set, findings } = useField(path, true);
  const words = useWords().form;
  const [typed, setTyped] = useState('');
  const items = toTexts(value);

  const add = (): void => {
    const added = typed.split(/[\s,]+/).filter((word) => word !== '' && !items.includes(word));
    if (added.length > 0) set([...items, ...new Set(added)]);
    setTyped('');
  };
  const remove = (item: string): void => {
    const rest = items.filter((each) => each !== item);
    set(rest.length > 0 ? rest : undefined);
  };
  return (
    <FieldGroup id={id} label={label} help={help} findings={findings}>
      {items.length > 0 && (
        <ul class="tags">
          {items.map((item) => (
            <li key={item}>
              <code>{item}</code>
              <button type="button" aria-label={words.remove(item)} onClick={() => remove(item)}>
                <Icon of={X} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <input
          aria-label={words.addTo(label)}
          value={typed}
          placeholder={placeholder}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <button type="button" disabled={typed.trim() === ''} onClick={add}>
          <Icon of={Plus} />
          {words.add}
        </button>
      </div>
    </FieldGroup>
  );
}
