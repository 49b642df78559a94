import { Play, RotateCcw } from 'lucide';
import type { JSX } from 'preact';
import type { Install } from '../api/answers.ts';
import { Icon } from './icon.tsx';
import { usePage, useWords } from './page-context.ts';

interface ResumeButtonsProps {
  readonly install: Install;
  /** Whether the buttons name the installation, because buttons of several installations are displayed. */
  readonly isNamed?: boolean;
}

/**
 * The buttons that continue an installation. Only the user can know which changes a failed custom command has made, so
 * the command has its own button.
 */
export function ResumeButtons({ install, isNamed = false }: ResumeButtonsProps): JSX.Element | null {
  const page = usePage();
  const words = useWords();
  const { id, resumable, failure } = install;
  if (!resumable || !page.people.may('run')) return null;
  const nameOf = (action: string): string | undefined =>
    isNamed ? words.installs.resume(action, id) : undefined;
  const { resume, resumeMeaning, rerun, rerunMeaning } = words.install;
  return (
    <>
      <button
        type="button"
        aria-label={nameOf(resume)}
        title={resumeMeaning}
        onClick={() => void page.resumeInstallation(id, false)}
      >
        <Icon of={Play} />
        {resume}
      </button>
      {/^command-\d+$/.test(failure?.id ?? '') && (
        <button
          type="button"
          aria-label={nameOf(rerun)}
          title={rerunMeaning}
          onClick={() => void page.resumeInstallation(id, true)}
        >
          <Icon of={RotateCcw} />
          {rerun}
        </button>
      )}
    </>
  );
}
