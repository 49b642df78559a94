import type { JSX, RefObject } from 'preact';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { FileButton } from './file-button.tsx';

/** The table of a new batch. */
export function TableCard({ area }: { readonly area: RefObject<HTMLTextAreaElement> }): JSX.Element {
  const { newBatch: draft } = usePage();
  const words = useWords().newBatch;
  return (
    <section class="card" aria-labelledby="table-title">
      <div class="bar">
        <h2 id="table-title">
          <label for="table">{words.table}</label>
        </h2>
        <FileButton
          name={words.table}
          accept=".csv,.tsv,.json,text/csv,application/json,text/plain"
          open={(text) => {
            draft.table.value = text;
          }}
        />
      </div>
      <textarea
        ref={area}
        id="table"
        class="table-text"
        rows={10}
        wrap="off"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-describedby="table-help"
        value={draft.table.value}
        onInput={({ currentTarget }) => {
          draft.table.value = currentTarget.value;
        }}
      />
      <p id="table-help" class="quiet">
        {words.tableHelp}
      </p>
    </section>
  );
}
