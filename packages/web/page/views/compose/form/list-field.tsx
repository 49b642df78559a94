import { Plus, X } from 'lucide';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import type { Path } from '../../../text/json-edit.ts';
import { FieldGroup } from './field.tsx';
import { toTexts, useField } from './use-field.ts';

interface ListFieldProps {
  readonly path: Path;
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string;
  /** The path of the value whose findings are displayed here, including those about values in it; default: `path`. */
  readonly owner?: Path;
  /** Whether each item is a line instead of a word. */
  readonly isLines?: boolean;
}

/** A list of words or lines. Several words, separated by spaces or commas, or several pasted lines can be added at once. */
export function ListField({
  path,
  label,
  help,
  placeholder,
  owner = path,
  isLines = false,
}: ListFieldProps): JSX.Element {
  const { form } = usePage();
  const { id, value, set } = useField(path);
  const findings = form.findingsAt(owner, true);
  const words = useWords().form;
  const [typed, setTyped] = useState('');
  const items = toTexts(value);

  const add = (text = typed): void => {
    const parts = text.split(isLines ? /[\r\n]+/ : /[\s,]+/).map((part) => part.trim());
    const added = parts.filter((part) => part !== '' && !items.includes(part));
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
          onBlur={() => add()}
          onPaste={(event) => {
            // The control would join pasted lines.
            const pasted = event.clipboardData?.getData('text') ?? '';
            if (!isLines || !/[\r\n]/.test(pasted)) return;
            event.preventDefault();
            add(typed + pasted);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <button type="button" disabled={typed.trim() === ''} onClick={() => add()}>
          <Icon of={Plus} />
          {words.add}
        </button>
      </div>
    </FieldGroup>
  );
}
