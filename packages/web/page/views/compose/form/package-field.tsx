import { Plus, X } from 'lucide';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { FieldGroup } from './field.tsx';
import { PackageOption } from './package-option.tsx';
import { PackageState } from './package-state.tsx';
import { toTexts, useField } from './use-field.ts';

const PATH = ['packages'];
/** Repositories of third parties, whose package lists the service does not load. */
const REPOSITORIES = ['x-writ', 'repositories'];
const LIST = 'package-list';

/** The additional packages: a list of names, and a search in the databases of the configured mirror. */
export function PackageField(): JSX.Element {
  const { form, packages: search, packageLists } = usePage();
  const { id, value, set, findings } = useField(PATH, true);
  const words = useWords().form;
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  /** The option that is selected with the keyboard; -1 for none. */
  const [active, setActive] = useState(-1);
  const [changed, setChanged] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const names = toTexts(value);
  const repositories = form.read(REPOSITORIES);
  const hasRepositories = Array.isArray(repositories) && repositories.length > 0;
  const help = hasRepositories ? `${words.packagesHelp} ${words.packagesElsewhere}` : words.packagesHelp;
  const source = packageLists.source.value;
  useEffect(() => () => search.close(), [source]);
  const found = search.found.value;
  const options = found?.packages ?? [];
  const isShown = isOpen && options.length > 0;

  const type = (text: string): void => {
    setTyped(text);
    setActive(-1);
    setOpen(true);
    setChanged('');
    search.select(text.trim());
  };
  const addTyped = (): void => {
    const added = typed.split(/[\s,]+/).filter((word) => word !== '' && !names.includes(word));
    if (added.length > 0) set([...names, ...new Set(added)]);
    setTyped('');
    setOpen(false);
    search.close();
  };
  /** Closes the list. If packages were chosen from it, removes the search text, which would look like another name. */
  const leave = (): void => {
    setOpen(false);
    if (changed === '') return;
    setTyped('');
    search.close();
  };
  const remove = (name: string): void => {
    const rest = names.filter((each) => each !== name);
    set(rest.length > 0 ? rest : undefined);
    setChanged(words.packageRemoved(name));
  };
  const toggle = (name: string): void => {
    if (names.includes(name)) {
      remove(name);
      return;
    }
    set([...names, name]);
    setChanged(words.packageAdded(name));
  };
  const activate = (index: number): void => {
    setOpen(true);
    if (options.length === 0) return;
    const next = Math.max(0, Math.min(index, options.length - 1));
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent): void => {
    const option = isShown ? options[active] : undefined;
    if (event.key === 'ArrowDown') activate(active + 1);
    else if (event.key === 'ArrowUp') activate(active - 1);
    else if (event.key === 'Enter' && option !== undefined) toggle(option.name);
    else if (event.key === 'Enter') addTyped();
    else if (event.key === 'Escape' && isShown) setOpen(false);
    else if (event.key === 'Escape' && typed !== '') type('');
    else return;
    event.preventDefault();
  };
  return (
    <FieldGroup id={id} label={words.packages} help={help} findings={findings}>
      {names.length > 0 && (
        <ul class="tags">
          {names.map((name) => (
            <li key={name}>
              <code>{name}</code>
              <button type="button" aria-label={words.remove(name)} onClick={() => remove(name)}>
                <Icon of={X} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <div class="combobox">
          <input
            role="combobox"
            aria-label={words.searchPackages}
            value={typed}
            placeholder="openssh git vim"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            aria-expanded={isShown}
            aria-controls={LIST}
            aria-autocomplete="list"
            aria-activedescendant={isShown && active >= 0 ? `${LIST}-${active}` : undefined}
            aria-describedby="package-state"
            onClick={() => setOpen(true)}
            onBlur={leave}
            onKeyDown={press}
            onInput={({ currentTarget }) => type(currentTarget.value)}
          />
          <ul
            ref={list}
            id={LIST}
            class="package-list"
            role="listbox"
            aria-multiselectable
            aria-label={words.searchPackages}
            hidden={!isShown}
          >
            {options.map((each, index) => (
              <PackageOption
                key={each.name}
                id={`${LIST}-${index}`}
                option={each}
                isActive={index === active}
                isChosen={names.includes(each.name)}
                toggle={() => toggle(each.name)}
              />
            ))}
            {(found?.more ?? 0) > 0 && (
              <li class="quiet" role="presentation">
                {words.moreOptions(found?.more ?? 0)}
              </li>
            )}
          </ul>
        </div>
        <button type="button" disabled={typed.trim() === ''} onClick={addTyped}>
          <Icon of={Plus} />
          {words.add}
        </button>
      </div>
      <PackageState changed={changed} />
    </FieldGroup>
  );
}
