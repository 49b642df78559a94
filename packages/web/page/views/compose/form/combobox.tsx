import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { usePage, useWords } from '../../../parts/page-context.ts';
import type { Path } from '../../../text/json-edit.ts';
import { describedBy, Field } from './field.tsx';
import { searchOptions } from './search-options.ts';
import { toText, useField } from './use-field.ts';

interface ComboboxProps {
  readonly path: Path;
  /** The path of a value without a field, whose findings are displayed here. */
  readonly also?: Path;
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string;
  readonly options: readonly string[];
  /** Returns the name of an option in the page's language; undefined if it has none. */
  readonly describe?: (option: string) => string | undefined;
}

/**
 * A string with a list of known values that is filtered while the user types. Typed text that matches only parts of these
 * values is written when the user leaves the field, because findings about it would be premature. An empty field removes
 * its key.
 */
export function Combobox({
  path,
  also,
  label,
  help,
  placeholder,
  options,
  describe,
}: ComboboxProps): JSX.Element {
  const { form } = usePage();
  const { id, value, set, findings: own } = useField(path);
  const findings = also === undefined ? own : [...own, ...form.findingsAt(also, false)];
  const words = useWords().form;
  const [isOpen, setOpen] = useState(false);
  /** The text that the user has typed in the field; undefined before that, when the list contains all options. */
  const [typed, setTyped] = useState<string | undefined>();
  /** The option that Enter selects; -1 for none. */
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLUListElement>(null);
  const text = typed ?? toText(value);
  const { found, more } = searchOptions(options, typed ?? '', describe);

  const activate = (index: number): void => {
    const next = Math.max(0, Math.min(index, found.length - 1));
    setOpen(true);
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const close = (): void => {
    setOpen(false);
    setActive(-1);
  };
  const write = (next: string): void => set(next === '' ? undefined : next);
  /** Writes an option or, without one, the typed text. */
  const finish = (option: string | undefined = typed): void => {
    if (option !== undefined && option !== toText(value)) write(option);
    setTyped(undefined);
    close();
  };
  const type = (next: string): void => {
    setTyped(next);
    const isPart = next !== '' && !options.includes(next);
    if (!isPart || searchOptions(options, next, describe).found.length === 0) write(next);
    // Enter in an emptied field must not select the first option.
    setActive(next === '' ? -1 : 0);
    setOpen(true);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') activate(active + 1);
    else if (event.key === 'ArrowUp') activate(active - 1);
    else if (event.key === 'Enter' && isOpen) finish(found[active]);
    else if (event.key === 'Escape' && isOpen) close();
    else return;
    event.preventDefault();
  };
  return (
    <Field id={id} label={label} help={help} findings={findings}>
      <div class="combobox">
        <input
          id={id}
          role="combobox"
          value={text}
          placeholder={placeholder}
          autocomplete="off"
          spellcheck={false}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && found[active] !== undefined ? `${id}-${active}` : undefined}
          aria-invalid={findings.some(({ severity }) => severity === 'error')}
          aria-describedby={describedBy(id, help, findings)}
          onClick={() => setOpen(true)}
          onBlur={() => finish()}
          onKeyDown={press}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
        <ul
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          hidden={!isOpen || found.length === 0}
        >
          {found.map((option, index) => (
            <li
              key={option}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              // This event fires before the input loses its focus, which closes the list.
              onMouseDown={(event) => {
                event.preventDefault();
                finish(option);
              }}
            >
              {option}
              <OptionName name={describe?.(option)} />
            </li>
          ))}
          {more > 0 && (
            <li class="quiet" role="presentation">
              {words.moreOptions(more)}
            </li>
          )}
        </ul>
      </div>
    </Field>
  );
}

function OptionName({ name }: { readonly name: string | undefined }): JSX.Element | null {
  return name === undefined ? null : <span class="option-name">{name}</span>;
}
