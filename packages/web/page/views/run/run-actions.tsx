import { Ban, Bell, SquarePen } from 'lucide';
import type { JSX } from 'preact';
import type { Install } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { usePage, useWords } from '../../parts/page-context.ts';
import { ResumeButtons } from '../../parts/resume-buttons.tsx';

interface RunActionsProps {
  readonly install: Install;
}

/** The buttons of an installation that has not ended. */
export function RunActions({ install }: RunActionsProps): JSX.Element | null {
  const { installs, endNotification, people } = usePage();
  const words = useWords().install;
  if (install.ended !== undefined) return null;
  return (
    <>
      {endNotification.canRequest.value && (
        <button type="button" onClick={() => void endNotification.request()}>
          <Icon of={Bell} />
          {words.notify}
        </button>
      )}
      {people.may('run') && (
        <button type="button" onClick={() => void installs.cancel(install.id)}>
          <Icon of={Ban} />
          {words.cancel}
        </button>
      )}
    </>
  );
}

/** The buttons for the next steps after an installation that did not succeed. */
export function NextActions({ install }: RunActionsProps): JSX.Element | null {
  const page = usePage();
  const words = useWords().install;
  if (install.ended === undefined || install.state === 'done') return null;
  return (
    <p class="row next-actions">
      <ResumeButtons install={install} />
      <button type="button" onClick={() => void page.editInstallation(install)}>
        <Icon of={SquarePen} />
        {words.edit}
      </button>
    </p>
  );
}
