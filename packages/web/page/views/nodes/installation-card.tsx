import { ClipboardList, HardDriveDownload } from 'lucide';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Ending, Node } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { LossText } from '../../parts/loss-text.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { acceptsWork } from './accepts-work.ts';
import { EndingSelect } from './ending-select.tsx';
import { PlanFindings } from './plan-findings.tsx';

/** The plan of a machine's installation, the form that starts it, and the last run. */
export function InstallationCard({ node }: { readonly node: Node }): JSX.Element {
  const { node: state } = usePage();
  const words = useWords().nodes;
  const isPlannable = state.configuration.value !== undefined && state.facts.value !== undefined;
  return (
    <section class="card" aria-labelledby="installation-title">
      <div class="bar">
        <h2 id="installation-title">{words.installation}</h2>
        <button type="button" disabled={!isPlannable} onClick={() => void state.makePlan(node)}>
          <Icon of={ClipboardList} />
          {words.plan}
        </button>
      </div>
      {state.configuration.value === undefined && <p class="quiet">{words.noConfiguration}</p>}
      <RefusalPart />
      <PlanPart node={node} />
      <FailurePart node={node} />
      <RunPart />
    </section>
  );
}

/** The findings that explain why there is no plan. */
function RefusalPart(): JSX.Element | null {
  const refusal = usePage().node.refusal.value;
  if (refusal === undefined) return null;
  return (
    <div>
      <p class="summary bad" role="alert" lang="en">
        {[refusal.title, refusal.detail].filter(Boolean).join(': ')}
      </p>
      <PlanFindings findings={refusal.errors ?? []} />
    </div>
  );
}

function PlanPart({ node }: { readonly node: Node }): JSX.Element | null {
  const { node: state, people } = usePage();
  const words = useWords().nodes;
  const [ending, setEnding] = useState<Ending>('reboot');
  const plan = state.plan.value;
  if (plan === undefined) return null;
  const isAllowed = people.may('run') && acceptsWork(node);
  return (
    <form
      class="node-plan"
      onSubmit={(event) => {
        event.preventDefault();
        void state.install(node, ending);
      }}
    >
      <p class="summary good" role="status">
        {words.planned(plan.digest.slice(0, 12), plan.configuration)}
      </p>
      <ul class="losses">
        {plan.losses.map(({ target, description }) => (
          <li key={`${target} ${description}`}>
            <code>{target}</code> <LossText description={description} />
          </li>
        ))}
      </ul>
      {plan.findings.length > 0 && (
        <PlanFindings findings={plan.findings.map((finding) => ({ ...finding, detail: finding.message }))} />
      )}
      <pre class="output" tabIndex={0} role="region" aria-label={words.planText} lang="en">
        {plan.text}
      </pre>
      <p class="row">
        <EndingSelect id="node-ending" ending={ending} change={setEnding} />
        <button type="submit" class="primary" disabled={!isAllowed}>
          <Icon of={HardDriveDownload} />
          {words.install}
        </button>
        {node.approved === undefined && <span class="quiet">{words.notApproved}</span>}
      </p>
    </form>
  );
}

function FailurePart({ node: { failure } }: { readonly node: Node }): JSX.Element | null {
  const words = useWords().nodes;
  if (failure === undefined) return null;
  return (
    <div class="failure" role="alert">
      <h3>{words.cause}</h3>
      <p class="message" lang="en">
        {failure.message}
      </p>
      {failure.next !== undefined && (
        <p>
          {words.next} <span lang="en">{failure.next}</span>
        </p>
      )}
    </div>
  );
}

/** The run that the agent has started last. */
function RunPart(): JSX.Element | null {
  const { run } = usePage().node;
  const words = useWords().nodes;
  const formats = useFormats();
  const number = run.number.value;
  if (number === undefined) return null;
  const total = run.total.value;
  const step = run.step.value;
  const lines = run.lines.value;
  return (
    <div class="node-run">
      <h3>{words.run(number)}</h3>
      {total !== undefined && (
        <p class="row">
          <progress aria-label={words.progress} value={total} max={1} />
          <span>{formats.percent(total)}</span>
        </p>
      )}
      {step !== undefined && (
        <p class="quiet" lang="en">
          {step}
        </p>
      )}
      {lines.length === 0 ? (
        <p class="quiet">{words.noOutput}</p>
      ) : (
        <>
          <p class="quiet">{words.outputMeaning}</p>
          <pre class="output" tabIndex={0} role="log" aria-label={words.output} lang="en">
            {lines.join('\n')}
          </pre>
        </>
      )}
    </div>
  );
}
