import { ClipboardList, HardDriveDownload } from 'lucide';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Ending, NodePlans } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';
import { nodePath } from '../../state/navigation.ts';
import { EndingSelect } from './ending-select.tsx';
import { nameOf } from './node-state.tsx';

/** Plans the machines that the list shows, and installs all of them. */
export function InstallManyCard(): JSX.Element {
  const { nodes, nodeInstallations: state } = usePage();
  const words = useWords().nodes;
  const filter = nodes.filter.value;
  const shown = nodes.shown.value;
  const isPlanning = state.isPlanning.value;
  const requested = state.requested.value;
  const planned = state.plans.value;
  const formats = useFormats();
  // The plans are those of the machines that were shown.
  useEffect(() => state.reset, [filter]);
  return (
    <section class="card install-many" aria-labelledby="install-many-title" aria-busy={isPlanning}>
      <h2 id="install-many-title">{words.installMany}</h2>
      <p class="quiet">{words.installManyMeaning}</p>
      <p>
        <button
          type="button"
          disabled={shown.length === 0 || isPlanning}
          onClick={() => void state.plan(shown.map(({ id }) => id))}
        >
          <Icon of={ClipboardList} />
          {words.planCount(shown.length)}
        </button>
      </p>
      <p
        role="status"
        class={`summary ${planned === undefined || planned.refused.length === 0 ? 'good' : 'bad'}`}
      >
        {requested !== undefined && words.requestedCount(requested)}
        {planned !== undefined &&
          words.plannedCount(formats.count(planned.plans.length), formats.count(planned.count))}
      </p>
      {planned !== undefined && <PlansPart planned={planned} />}
    </section>
  );
}

/** The machines that cannot be installed, with the reasons, and the form that installs the others. */
function PlansPart({ planned: { plans, refused } }: { readonly planned: NodePlans }): JSX.Element {
  const words = useWords();
  return (
    <>
      {refused.length > 0 && (
        <ul class="plan-findings refused-nodes" aria-label={words.nodes.refused}>
          {refused.map(({ node: id, name, detail }) => (
            <li key={id} class="error">
              <Link to={nodePath(id)}>{nameOf({ id, ...(name !== undefined && { name }) }, words)}</Link>
              <span class="message" lang="en">
                {detail}
              </span>
            </li>
          ))}
        </ul>
      )}
      {plans.length > 0 && <InstallForm count={plans.length} />}
    </>
  );
}

function InstallForm({ count }: { readonly count: number }): JSX.Element {
  const { nodes, nodeInstallations: state } = usePage();
  const words = useWords();
  const [ending, setEnding] = useState<Ending>('reboot');
  const install = async (): Promise<void> => {
    await state.install(ending, ({ id, name }) => name ?? words.nodes.unnamed(id));
    await nodes.load(true);
  };
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        void install();
      }}
    >
      <EndingSelect id="many-ending" ending={ending} change={setEnding} />
      <button type="submit" class="primary">
        <Icon of={HardDriveDownload} />
        {words.nodes.installCount(count)}
      </button>
    </form>
  );
}
