import { FileCheck } from 'lucide';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Node, NodeConfiguration } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { describeSelector, selectorsOf } from '../../state/node-selectors.ts';

/** The configuration that selects a machine, and the form that assigns another one. */
export function ConfigurationCard({ node }: { readonly node: Node }): JSX.Element {
  const { node: state } = usePage();
  const words = useWords().nodes;
  const configuration = state.configuration.value;
  return (
    <section class="card" aria-labelledby="configuration-title">
      <h2 id="configuration-title">{words.configuration}</h2>
      {configuration === undefined ? (
        <p class="quiet">{words.noConfiguration}</p>
      ) : (
        <AssignedPart key={configuration.id} configuration={configuration} />
      )}
      <AssignForm node={node} />
    </section>
  );
}

function AssignedPart({ configuration }: { readonly configuration: NodeConfiguration }): JSX.Element {
  const { node: state } = usePage();
  const words = useWords().nodes;
  const formats = useFormats();
  const [text, setText] = useState<string>();
  const { id, selector, created } = configuration;
  return (
    <>
      <p>
        {words.assigned(id, describeSelector(selector))}{' '}
        <time class="quiet" dateTime={created}>
          {formats.time(created)}
        </time>
      </p>
      {text === undefined ? (
        <p>
          <button
            type="button"
            onClick={() => void state.readConfiguration(configuration).then((read) => setText(read))}
          >
            {words.showText}
          </button>
        </p>
      ) : (
        <pre class="output" tabIndex={0} role="region" aria-label={words.configurationText} lang="en">
          {text}
        </pre>
      )}
    </>
  );
}

/** Assigns the configuration in the editor to this machine, or to all machines with one of its labels. */
function AssignForm({ node }: { readonly node: Node }): JSX.Element {
  const page = usePage();
  const words = useWords().nodes;
  const [index, setIndex] = useState(0);
  const [disk, setDisk] = useState('');
  const selectors = selectorsOf(node);
  const disks = (page.node.facts.value?.disks ?? []).filter(({ serial, inUse }) => serial && !inUse);
  const selected = selectors[index] ?? selectors[0];
  const isOfMachine = selected !== undefined && selected.labels === undefined;
  useEffect(() => {
    setIndex(0);
    setDisk(disks[0]?.serial ?? '');
  }, [node.id, disks[0]?.serial]);
  if (selected === undefined) return <p class="quiet">{words.noSelector}</p>;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void page.assignConfiguration(node, selected, isOfMachine ? disk : '');
  };
  return (
    <form class="assign" onSubmit={submit}>
      <h3>{words.assign}</h3>
      <p class="quiet">{words.assignMeaning}</p>
      <div class="row fields">
        <p class="labelled">
          <label for="assign-selector">{words.appliesTo}</label>
          <select
            id="assign-selector"
            value={String(index)}
            onChange={({ currentTarget }) => setIndex(Number(currentTarget.value))}
          >
            {selectors.map((selector, position) => (
              <option key={describeSelector(selector)} value={String(position)}>
                {(selector.labels === undefined ? words.onlyThis : words.allWith)(describeSelector(selector))}
              </option>
            ))}
          </select>
        </p>
        {isOfMachine && (
          <p class="labelled">
            <label for="assign-disk">{words.targetDisk}</label>
            <select
              id="assign-disk"
              value={disk}
              onChange={({ currentTarget }) => setDisk(currentTarget.value)}
            >
              {disks.map(({ path, model, serial }) => (
                <option key={path} value={serial}>
                  {[path, model, serial].filter(Boolean).join(', ')}
                </option>
              ))}
              <option value="">{words.asWritten}</option>
            </select>
          </p>
        )}
        <button type="submit" disabled={!page.people.may('run')}>
          <Icon of={FileCheck} />
          {words.assignNow}
        </button>
      </div>
    </form>
  );
}
