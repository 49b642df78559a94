import { WandSparkles } from 'lucide';
import type { JSX } from 'preact';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';
import { sortProblems } from './package-elsewhere.ts';

const PACKAGES = ['packages'];
const REPOSITORIES = ['x-writ', 'repositories'];

/** The unknown packages of the plan with what was probably intended, and conflicts. */
export function PackageProblems(): JSX.Element {
  const { form, packageLists, planning, resolution } = usePage();
  const words = useWords().findings;
  // The packages of a mirror that the service does not offer may differ from the lists.
  const isConfigured = packageLists.source.value.mirror !== undefined;
  const isPlanned = planning.state.value.kind === 'planned';
  const { problems, elsewhere } = sortProblems(
    isConfigured && isPlanned ? (resolution.answer.value?.problems ?? []) : [],
    form.read(REPOSITORIES),
  );
  const listed = form.read(PACKAGES);
  const replace = (unknown: string, suggestion: string): void => {
    if (!Array.isArray(listed)) return;
    const names = listed.map((name: unknown) => (name === unknown ? suggestion : name));
    form.set(PACKAGES, [...new Set(names)]);
  };
  return (
    <>
      {problems.map(({ message, hint, unknown, suggestion }) => (
        <p key={message} class="package-problem">
          <span lang="en">{hint === undefined ? message : `${message}; ${hint}`}</span>{' '}
          {unknown !== undefined &&
            suggestion !== undefined &&
            Array.isArray(listed) &&
            listed.includes(unknown) && (
              <button type="button" class="fix" onClick={() => replace(unknown, suggestion)}>
                <Icon of={WandSparkles} />
                {words.use(suggestion)}
              </button>
            )}
        </p>
      ))}
      {elsewhere.length > 0 && <p class="quiet">{words.elsewhere(elsewhere.join(', '))}</p>}
    </>
  );
}
