import { HardDriveDownload } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';
import { completeImageName, imageLength, imagePattern, type PlanState } from '../../state/planning.ts';
import { EditEffect } from './edit-effect.tsx';
import { OperationList } from './operation-list.tsx';
import { PlanOverview } from './plan-overview.tsx';
import type { Words } from '../../words/english.ts';

/** The plan of the configuration, and the form that installs it. */
export function PlanCard(): JSX.Element {
  const { planning } = usePage();
  const words = useWords().plan;
  const state = planning.state.value;
  const text = planText(state);
  const { isOutdated } = planning;
  return (
    <section class="card plan-card" aria-labelledby="plan-title" aria-busy={isOutdated}>
      <div class="bar">
        <h2 id="plan-title" tabIndex={-1}>
          {words.title}
        </h2>
        <p
          id="plan-state"
          class={`summary ${summaryClass(state)}`}
          hidden={isOutdated}
          role="status"
          lang={state.kind === 'refused' ? 'en' : undefined}
        >
          {summarizePlan(state, words)}
        </p>
        {/* Not a live region: an edit that changes nothing is not announced. */}
        {isOutdated && <p class="summary">{words.planning}</p>}
      </div>
      {state.kind === 'planned' && (
        <>
          <PlanOverview plan={state.answer} />
          <EditEffect />
          <OperationList stages={state.answer.stages} />
        </>
      )}
      <pre id="plan" tabIndex={0} role="region" aria-label={words.text} lang="en" hidden={text === ''}>
        {text}
      </pre>
      <StartForm />
    </section>
  );
}

function StartForm(): JSX.Element {
  const page = usePage();
  const { people, planning, service } = page;
  const { plan: words, people: peopleWords } = useWords();
  const mayRun = people.may('run');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void page.startInstallation();
  };
  return (
    <form class="start row" onSubmit={submit}>
      <StartTarget />
      <button
        type="submit"
        class="primary"
        id="install"
        disabled={!mayRun || planning.current.value === undefined}
        aria-describedby={mayRun ? undefined : 'needs-run'}
      >
        <Icon of={HardDriveDownload} />
        {words.install}
      </button>
      {!mayRun && (
        <p id="needs-run" class="quiet">
          {peopleWords.needsRun}
        </p>
      )}
      <p id="folder" class="quiet">
        {service.value === undefined || planning.device.value !== undefined
          ? ''
          : words.folder(service.value.images)}
      </p>
    </form>
  );
}

/** The field for the name of the image, or the disk that was selected in the form. */
function StartTarget(): JSX.Element {
  const { planning } = usePage();
  const words = useWords().plan;
  const device = planning.device.value;
  if (device !== undefined) {
    return (
      <p>
        {words.device} <code id="device">{device}</code>
      </p>
    );
  }
  return (
    <>
      <label for="image">{words.image}</label>
      <input
        id="image"
        value={planning.image.value}
        autocomplete="off"
        spellcheck={false}
        required
        maxLength={imageLength}
        pattern={imagePattern}
        title={words.imageRule}
        aria-describedby="folder"
        onInput={(event) => {
          planning.image.value = event.currentTarget.value;
        }}
        onBlur={() => {
          planning.image.value = completeImageName(planning.image.peek());
        }}
      />
    </>
  );
}

function planText(state: PlanState): string {
  if (state.kind === 'planned') return state.answer.text;
  return state.kind === 'refused' ? state.details.join('\n') : '';
}

function summaryClass({ kind }: PlanState): string {
  if (kind === 'planned') return 'good';
  return kind === 'refused' || kind === 'bad-image' ? 'bad' : '';
}

function summarizePlan(state: PlanState, words: Words['plan']): string {
  switch (state.kind) {
    case 'unchecked':
      return words.afterCheck;
    case 'errors':
      return words.withErrors;
    case 'bad-image':
      return words.badImage;
    case 'refused':
      return state.title;
    case 'planned':
      return words.digest(state.answer.digest.slice(0, 12));
  }
}
