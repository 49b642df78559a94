import { LoaderCircle, RotateCcw, SearchX, Unplug } from 'lucide';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Empty } from '../../parts/empty.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { installsPath } from '../../state/navigation.ts';
import { ConsoleCard } from './console-card.tsx';
import { DoneCard } from './done-card.tsx';
import { FailureBox } from './failure-box.tsx';
import { OutputCard } from './output-card.tsx';
import { NextActions, RunActions } from './run-actions.tsx';
import { SecretsForm } from './secrets-form.tsx';
import { Stages } from './stages.tsx';
import { TimelineCard } from './timeline-card.tsx';

/** One installation: its progress, its result and its output. */
export function RunView({ id }: { readonly id: number }): JSX.Element {
  const { run, session, machine } = usePage();
  const words = useWords();
  const isOpen = session.status.value === 'open';
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle();
  // This runs before the first paint, which would otherwise show the previous installation.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    void run.open(id);
    heading.current?.focus();
    return () => run.close();
  }, [isOpen, id]);

  const install = run.install.value;
  if (run.isAbsent.value) {
    return (
      <Empty icon={SearchX} title={words.install.absent(id)}>
        <p class="quiet">{words.install.absentAdvice}</p>
        <Link to={installsPath} class="button">
          {words.installations}
        </Link>
      </Empty>
    );
  }
  if (run.hasFailed.value) {
    return (
      <Empty icon={Unplug} title={words.install.failed}>
        <button type="button" onClick={() => void run.open(id)}>
          <Icon of={RotateCcw} />
          {words.retry}
        </button>
      </Empty>
    );
  }
  return (
    <section id="watch" class="run" aria-labelledby="watch-title">
      <div class="card">
        <div class="bar">
          <h2 id="watch-title" ref={heading} tabIndex={-1}>
            {words.install.heading(id, install?.target ?? '…')}
          </h2>
          <RunState />
          {install !== undefined && <RunActions install={install} />}
        </div>
        {install === undefined && <Empty icon={LoaderCircle} title={words.install.loading} />}
        {install !== undefined && <SecretsForm install={install} />}
        <Meter />
        <Stages stages={run.stages.value} />
        <Step />
        <FailureBox failure={run.failure.value} />
        {install !== undefined && <NextActions install={install} />}
      </div>
      {install !== undefined && <DoneCard install={install} />}
      {machine.shown.value === id && install?.state === 'done' && <ConsoleCard id={id} />}
      <TimelineCard id={id} />
      <OutputCard id={id} />
    </section>
  );
}

/** The state of the run as a live region, or a message that the connection is lost. */
function RunState(): JSX.Element {
  const { run } = usePage();
  const words = useWords().install;
  const install = run.install.value;
  return (
    <p id="watch-state" class="run-state" role="status">
      {!run.isConnected.value && <span class="summary bad">{words.reconnecting}</span>}
      {run.isConnected.value && install !== undefined && <StateBadge state={install.state} />}
    </p>
  );
}

function Meter(): JSX.Element {
  const { run, timeline } = usePage();
  const words = useWords().install;
  const formats = useFormats();
  const total = run.total.value;
  const isRunning = run.install.value?.state === 'running';
  const remaining = isRunning ? timeline.answer.value?.remaining : undefined;
  return (
    <div class="meter">
      {/* The bar of a progress element cannot be animated in every browser. */}
      <div
        id="progress"
        role="progressbar"
        aria-label={words.progress}
        aria-valuenow={Math.floor(total * 100)}
        aria-valuetext={formats.percent(total)}
      >
        <div class="meter-fill" style={{ width: `${total * 100}%` }} />
      </div>
      <span id="percent">{formats.percent(total)}</span>
      {remaining !== undefined && <span class="quiet">{words.remaining(formats.duration(remaining))}</span>}
    </div>
  );
}

function Step(): JSX.Element {
  const { run } = usePage();
  const words = useWords().install;
  const formats = useFormats();
  const install = run.install.value;
  const step = run.step.value;
  let text = install?.path ?? '';
  if (step !== undefined) {
    const { title, bytes, others } = step;
    text = others > 0 ? words.andMore(title, others) : title;
    if (bytes !== undefined) {
      text += ` (${words.bytes(formats.bytes(bytes.done), formats.bytes(bytes.total))})`;
    }
  } else if (install?.state === 'done') text = '';
  return (
    <p id="step" class="quiet" lang={step === undefined ? undefined : 'en'}>
      {text}
    </p>
  );
}

/** Shows the progress or the state in the title of the tab, which is visible while another tab is displayed. */
function useTitle(): void {
  const { run } = usePage();
  const words = useWords().install;
  const formats = useFormats();
  const install = run.install.value;
  const progress =
    install?.state === 'running'
      ? formats.percent(run.total.value)
      : words.states[install?.state ?? 'queued'];
  useEffect(() => {
    document.title = install === undefined ? 'Writ' : `${progress} · ${install.target} · Writ`;
  }, [progress, install]);
  useEffect(
    () => () => {
      document.title = 'Writ';
    },
    [],
  );
}
