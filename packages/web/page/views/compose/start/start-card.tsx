import { Compass, FileText, FolderOpen, X } from 'lucide';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '../../../parts/icon.tsx';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { exampleNames } from '../../../text/examples.ts';
import { ProposalView } from './proposal-view.tsx';

/** The ways to begin a configuration. */
export function StartCard(): JSX.Element | null {
  const { start, service } = usePage();
  const words = useWords().start;
  if (!start.isOpen.value) return null;
  const proposal = start.proposal.value;
  return (
    <section class="card start-card" aria-labelledby="start-title">
      <div class="bar">
        <h2 id="start-title">{words.title}</h2>
        <button type="button" onClick={() => start.close()}>
          <Icon of={X} />
          {words.close}
        </button>
      </div>
      {proposal === undefined ? (
        <>
          <p class="purpose">{words.purpose(service.value?.devices === true)}</p>
          <Ways />
        </>
      ) : (
        <ProposalView proposal={proposal} />
      )}
    </section>
  );
}

function Ways(): JSX.Element {
  const { start } = usePage();
  const words = useWords().start;
  return (
    <ul class="ways">
      <li>
        <h3>
          <Icon of={Compass} />
          {words.guided}
        </h3>
        <p class="quiet">{words.guidedMeaning}</p>
        <button type="button" class="primary" onClick={() => start.beginGuided()}>
          {words.begin}
        </button>
      </li>
      <li>
        <h3>
          <Icon of={FileText} />
          {words.example}
        </h3>
        <p class="quiet">{words.exampleMeaning}</p>
        <p class="row">
          {exampleNames.map((name) => (
            <button
              type="button"
              key={name}
              title={words.exampleMeanings[name]}
              onClick={() => start.openExample(name)}
            >
              {words.examples[name]}
            </button>
          ))}
        </p>
      </li>
      <li>
        <h3>
          <Icon of={FolderOpen} />
          {words.file}
        </h3>
        <p class="quiet">{words.fileMeaning}</p>
        <FileButton />
      </li>
    </ul>
  );
}

function FileButton(): JSX.Element {
  const { start } = usePage();
  const words = useWords().start;
  const input = useRef<HTMLInputElement>(null);
  const open = async (element: HTMLInputElement): Promise<void> => {
    const files = [...(element.files ?? [])];
    element.value = '';
    await start.openFiles(files);
  };
  return (
    <>
      <button type="button" onClick={() => input.current?.click()}>
        {words.select}
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json,text/plain"
        multiple
        hidden
        onChange={(event) => void open(event.currentTarget)}
      />
    </>
  );
}
