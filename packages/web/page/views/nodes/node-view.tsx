import { Ban, Server, Trash2, TriangleAlert } from 'lucide';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Node } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { NotOpened, useOpened } from '../../parts/opened.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { QuestionDialog } from '../../parts/question-dialog.tsx';
import { nodesPath } from '../../state/navigation.ts';
import { ApprovalPart } from './approval-part.tsx';
import { ConfigurationCard } from './configuration-card.tsx';
import { EraseCard } from './erase-card.tsx';
import { FactsCard } from './facts-card.tsx';
import { HistoryCard } from './history-card.tsx';
import { InstallationCard } from './installation-card.tsx';
import { LabelsForm } from './labels-form.tsx';
import { nameOf, NodeBadge } from './node-state.tsx';
import { PowerCard } from './power-card.tsx';

/** One machine: its state, hardware, configuration and run, and what can be done with it. */
export function NodeView({ id }: { readonly id: number }): JSX.Element {
  const { node: state } = usePage();
  const words = useWords().nodes;
  useOpened(state, id);
  const node = state.node.value;
  if (state.isAbsent.value || node === undefined)
    return <NotOpened state={state} id={id} icon={Server} listPath={nodesPath} words={words} />;
  return (
    <div class="node">
      <OverviewCard node={node} />
      <InstallationCard node={node} />
      <ConfigurationCard node={node} />
      <FactsCard />
      <EraseCard node={node} />
      <PowerCard node={node} />
      <HistoryCard />
    </div>
  );
}

function OverviewCard({ node }: { readonly node: Node }): JSX.Element {
  const { node: state, people } = usePage();
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [node.id]);
  return (
    <section class="card" aria-labelledby="node-title">
      <div class="bar">
        <h2 id="node-title" ref={heading} tabIndex={-1}>
          {node.name === undefined ? words.nodes.unnamed(node.id) : words.nodes.heading(node.id, node.name)}
        </h2>
        <p role="status">
          <NodeBadge state={node.state} />
        </p>
        {!state.isConnected.value && <span class="quiet">{words.nodes.reconnecting}</span>}
        <WorkPart node={node} />
        <ReleaseButton node={node} />
      </div>
      {!people.may('run') && <p class="quiet">{words.nodes.needsRun}</p>}
      {people.may('run') && !people.may('administer') && <p class="quiet">{words.nodes.needsAdminister}</p>}
      <Alarms node={node} />
      {node.state === 'pending' && <ApprovalPart node={node} />}
      <Properties node={node} />
      <LabelsForm node={node} />
      <BootPart node={node} />
    </section>
  );
}

/** The findings about the machine that an administrator should look into. */
function Alarms({ node }: { readonly node: Node }): JSX.Element | null {
  const words = useWords().nodes;
  const formats = useFormats();
  if (node.findings.length === 0) return null;
  return (
    <div class="alarms" role="alert">
      <h3>
        <Icon of={TriangleAlert} />
        {words.alarms}
      </h3>
      <ul>
        {node.findings.map(({ kind, message, time }) => (
          <li key={kind}>
            <span lang="en">{message}</span> <time dateTime={time}>{formats.time(time)}</time>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Properties({ node }: { readonly node: Node }): JSX.Element {
  const words = useWords().nodes;
  const formats = useFormats();
  const { state, lostIn, seen, created, approved, code, macs, serial, uuid } = node;
  const properties: readonly (readonly [name: string, value: string | undefined])[] = [
    [words.state, lostIn === undefined ? undefined : words.lostIn(words.states[lostIn])],
    [words.seen, seen === undefined ? undefined : formats.ago(seen)],
    [words.created, formats.time(created)],
    [words.approved, approved === undefined ? undefined : formats.time(approved)],
    [words.code, state === 'pending' ? undefined : code],
    [words.macs, macs.join(', ') || undefined],
    [words.serial, serial],
    ['UUID', uuid],
  ];
  return (
    <dl class="properties">
      {properties.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Work that the agent has not completed, with a button that cancels it. */
function WorkPart({ node }: { readonly node: Node }): JSX.Element | null {
  const { node: state, people } = usePage();
  const words = useWords().nodes;
  const [isAsking, setAsking] = useState(false);
  const { work } = node;
  if (work === undefined) return null;
  return (
    <span class="row">
      <span class="quiet">{work.isCancelled === true ? words.cancelled : words.work[work.kind]}</span>
      <button type="button" disabled={!people.may('run')} onClick={() => setAsking(true)}>
        <Icon of={Ban} />
        {words.cancel}
      </button>
      <QuestionDialog
        name="cancel-work"
        isOpen={isAsking}
        icon={Ban}
        title={words.cancelTitle}
        no={words.letItRun}
        yes={words.cancelNow}
        answer={(agreed) => {
          setAsking(false);
          if (agreed) void state.cancel(node);
        }}
      >
        <p>{words.cancelMeaning}</p>
      </QuestionDialog>
    </span>
  );
}

function ReleaseButton({ node }: { readonly node: Node }): JSX.Element {
  const { navigation, node: state, people } = usePage();
  const words = useWords();
  const [isAsking, setAsking] = useState(false);
  const release = async (): Promise<void> => {
    if (await state.release(node)) navigation.open(nodesPath);
  };
  return (
    <>
      <button type="button" disabled={!people.may('administer')} onClick={() => setAsking(true)}>
        <Icon of={Trash2} />
        {words.nodes.release}
      </button>
      <QuestionDialog
        name="release"
        isOpen={isAsking}
        icon={Trash2}
        title={words.nodes.releaseTitle(nameOf(node, words))}
        no={words.nodes.keep}
        yes={words.nodes.releaseNow}
        answer={(agreed) => {
          setAsking(false);
          if (agreed) void release();
        }}
      >
        <p>{words.nodes.releaseMeaning}</p>
      </QuestionDialog>
    </>
  );
}

/** The response of the network boot service to the machine. */
function BootPart({ node }: { readonly node: Node }): JSX.Element {
  const { node: state, people } = usePage();
  const words = useWords().nodes;
  const isMedium = node.boot === 'medium';
  const isAtWork = node.state === 'installing' || node.state === 'erasing';
  return (
    <p class="row">
      <span>
        {words.boot}: {words.boots[node.boot]}
      </span>
      <button
        type="button"
        disabled={!people.may('run') || isAtWork || node.macs.length === 0}
        onClick={() => void state.setBoot(node, isMedium ? 'local' : 'medium')}
      >
        {isMedium ? words.bootLocal : words.bootMedium}
      </button>
    </p>
  );
}
