import { LoaderCircle, RotateCcw, Server, Unplug } from 'lucide';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { CellGrid } from '../../parts/cell-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { StateFilters } from '../../parts/state-filters.tsx';
import { nodePath } from '../../state/navigation.ts';
import { AddNodesCard } from './add-nodes-card.tsx';
import { InstallManyCard } from './install-many-card.tsx';
import { nameOf, NODE_ICONS, NODE_LOOKS, NODE_STATES, NodeBadge } from './node-state.tsx';
import { NodeSummary } from './node-summary.tsx';

/** The machines that have registered or are expected. */
export function NodesView(): JSX.Element {
  const { nodes, people, session } = usePage();
  const words = useWords();
  const isOpen = session.status.value === 'open';
  useEffect(() => {
    if (!isOpen) return undefined;
    nodes.open();
    return () => nodes.close();
  }, [isOpen]);
  const list = nodes.list.value;
  return (
    <div class="nodes">
      <section class="card batch" aria-labelledby="nodes-title">
        <div class="bar">
          <h2 id="nodes-title">{words.nodes.title}</h2>
          {list !== undefined && list.length > 0 && <LayoutButtons />}
        </div>
        {list === undefined && !nodes.hasFailed.value && (
          <Empty icon={LoaderCircle} title={words.nodes.loading} />
        )}
        {list === undefined && nodes.hasFailed.value && (
          <Empty icon={Unplug} title={words.nodes.failed}>
            <button type="button" onClick={() => void nodes.load()}>
              <Icon of={RotateCcw} />
              {words.retry}
            </button>
          </Empty>
        )}
        {list?.length === 0 && (
          <Empty icon={Server} title={words.nodes.none}>
            <p class="quiet">{words.nodes.noneAdvice}</p>
          </Empty>
        )}
        {list !== undefined && list.length > 0 && (
          <>
            <NodeFilters />
            {nodes.isDetailed.value ? <NodeList /> : <NodeGrid />}
          </>
        )}
      </section>
      {people.may('run') && list !== undefined && list.length > 0 && <InstallManyCard />}
      {people.may('administer') && <AddNodesCard />}
    </div>
  );
}

function LayoutButtons(): JSX.Element {
  const { nodes } = usePage();
  const words = useWords().nodes;
  const layouts = [
    [words.grid, false],
    [words.list, true],
  ] as const;
  return (
    <div class="row layouts" role="group" aria-label={words.layout}>
      {layouts.map(([name, isDetailed]) => (
        <button
          key={name}
          type="button"
          aria-pressed={nodes.isDetailed.value === isDetailed}
          onClick={() => {
            nodes.isDetailed.value = isDetailed;
          }}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function NodeFilters(): JSX.Element {
  const { nodes } = usePage();
  const words = useWords().nodes;
  const formats = useFormats();
  const filter = nodes.filter.value;
  const counts = nodes.counts.value;
  const states = NODE_STATES.filter((state) => counts.has(state) || filter.state === state);
  return (
    <StateFilters
      name="node"
      label={words.counts}
      counts={states.map((state) => ({
        state,
        name: words.states[state],
        icon: NODE_ICONS[state],
        look: NODE_LOOKS[state],
        count: counts.get(state) ?? 0,
      }))}
      labels={nodes.labels.value}
      filter={filter}
      change={(changed) => {
        nodes.filter.value = changed;
      }}
      shown={words.shown(
        formats.count(nodes.shown.value.length),
        formats.count(nodes.list.value?.length ?? 0),
      )}
    />
  );
}

function NodeGrid(): JSX.Element {
  const { nodes } = usePage();
  const words = useWords();
  return (
    <>
      <CellGrid
        label={words.nodes.title}
        cells={nodes.shown.value.map((node) => ({
          number: node.id,
          text: nameOf(node, words),
          name: words.nodes.cell(nameOf(node, words), words.nodes.states[node.state]),
          icon: NODE_ICONS[node.state],
          look: NODE_LOOKS[node.state],
        }))}
        none={words.nodes.noMatch}
        selected={nodes.selected.value}
        select={nodes.select}
      />
      <SelectedNode />
    </>
  );
}

/** The summary of the selected machine. */
function SelectedNode(): JSX.Element {
  const { nodes } = usePage();
  const words = useWords();
  const node = nodes.list.value?.find(({ id }) => id === nodes.selected.value);
  if (node === undefined) return <p class="quiet row-details">{words.nodes.select}</p>;
  const name = nameOf(node, words);
  return (
    <section class="row-details" aria-labelledby="node-title" aria-live="polite">
      <div class="row">
        <h3 id="node-title">{name}</h3>
        <NodeBadge state={node.state} />
        <Link to={nodePath(node.id)}>{words.nodes.openNode(name)}</Link>
      </div>
      <NodeSummary node={node} />
    </section>
  );
}

function NodeList(): JSX.Element {
  const { nodes } = usePage();
  const words = useWords();
  const shown = nodes.shown.value;
  if (shown.length === 0) return <Empty icon={Server} title={words.nodes.noMatch} />;
  return (
    <ol class="entries" aria-labelledby="nodes-title">
      {shown.map((node) => (
        <li key={node.id}>
          <strong>
            <Link to={nodePath(node.id)}>{nameOf(node, words)}</Link>
          </strong>
          <NodeBadge state={node.state} />
          <NodeSummary node={node} />
        </li>
      ))}
    </ol>
  );
}
