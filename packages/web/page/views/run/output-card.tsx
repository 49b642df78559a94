import { FileDown, Search } from 'lucide';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { LogView } from './log-view.tsx';
import { useDownload } from './use-download.ts';

/** The output of an installation, with its search. */
export function OutputCard({ id }: { readonly id: number }): JSX.Element {
  const { run } = usePage();
  const words = useWords().install;
  const [isWrapped, setWrapped] = useState(false);
  const dropped = run.install.value?.dropped?.events;
  return (
    <details id="output" class="card output" open>
      <summary>
        <h3>{words.output}</h3>
      </summary>
      {dropped !== undefined && <p class="quiet">{words.dropped(dropped)}</p>}
      <LogTools id={id} isWrapped={isWrapped} setWrapped={setWrapped} />
      <LogView isWrapped={isWrapped} />
    </details>
  );
}

interface LogToolsProps {
  readonly id: number;
  readonly isWrapped: boolean;
  readonly setWrapped: (isWrapped: boolean) => void;
}

function LogTools({ id, isWrapped, setWrapped }: LogToolsProps): JSX.Element {
  const { log, people } = usePage();
  const words = useWords().install;
  const save = useDownload(id);
  const { text, errorsOnly } = log.filter.value;
  return (
    <form class="row filter log-tools" role="search" onSubmit={(event) => event.preventDefault()}>
      <label for="log-text">
        <Icon of={Search} />
        {words.searchOutput}
      </label>
      <input
        id="log-text"
        type="search"
        value={text}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => log.select({ text: currentTarget.value, errorsOnly })}
      />
      <label>
        <input
          type="checkbox"
          checked={errorsOnly}
          onChange={({ currentTarget }) => log.select({ text, errorsOnly: currentTarget.checked })}
        />
        {words.errorsOnly}
      </label>
      <label>
        <input
          type="checkbox"
          checked={isWrapped}
          onChange={({ currentTarget }) => setWrapped(currentTarget.checked)}
        />
        {words.wrap}
      </label>
      <CopyButton text={() => log.copyText()} name={words.copyOutput} title={words.copyMeaning} />
      {people.may('run') && (
        <button type="button" onClick={() => void save('output')}>
          <Icon of={FileDown} />
          {words.saveOutput}
        </button>
      )}
      <LogCount />
    </form>
  );
}

/** The number of displayed lines. */
function LogCount(): JSX.Element {
  const { log } = usePage();
  const words = useWords().install;
  const formats = useFormats();
  const hits = log.hits.value;
  const total = log.total.value;
  let text = words.lines(total);
  if (log.isSearching.value) text = words.searching;
  else if (hits !== undefined)
    text = words.hits(formats.count(hits.lines.length), total, hits.next !== undefined);
  return (
    <p id="log-count" class="quiet">
      {text}
    </p>
  );
}
