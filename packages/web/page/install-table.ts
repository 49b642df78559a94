import type { Install, InstallState } from '../src/answers.ts';
import { byId, element } from './dom.ts';
import { describeState } from './install-state.ts';

/** CSS classes of states; all other states are displayed as bad. */
const STATE_CLASSES: Readonly<Partial<Record<InstallState, string>>> = {
  done: 'good',
  queued: '',
  running: '',
  cancelled: '',
};

/** The table of installations. */
export interface InstallTable {
  show(installs: readonly Install[]): void;
}

/** The actions of the buttons in a row. */
export interface RowActions {
  readonly show: (install: Install) => void;
  /** @param rerunCommand whether the interrupted custom command runs again */
  readonly resume: (install: Install, rerunCommand: boolean) => void;
}

export function createInstallTable({ show, resume }: RowActions): InstallTable {
  const table = byId('installs', HTMLTableElement);

  const createResumeButton = (
    install: Install,
    text: string,
    title: string,
    rerunCommand: boolean,
  ): HTMLElement =>
    element(
      'button',
      {
        type: 'button',
        'aria-label': `${text} installation ${install.id}`,
        title,
        onclick: () => resume(install, rerunCommand),
      },
      text,
    );

  /** Only the user can know which changes a failed custom command has made, so the command has its own button. */
  const createResumeButtons = (install: Install): HTMLElement[] => [
    createResumeButton(install, 'Resume', 'Continues with the original configuration', false),
    ...(/^command-\d+$/.test(install.failure?.id ?? '')
      ? [
          createResumeButton(
            install,
            'Resume and rerun the command',
            'Continues and runs the interrupted custom command again, including what it has already done',
            true,
          ),
        ]
      : []),
  ];

  const toRow = (install: Install): HTMLElement => {
    const { id, target, path, state, created, resumable, failure } = install;
    return element(
      'tr',
      {},
      element('td', {}, String(id)),
      element('td', { title: path }, target),
      element(
        'td',
        {},
        element(
          'span',
          { class: `summary ${STATE_CLASSES[state] ?? 'bad'}`, title: failure?.message },
          describeState(state),
        ),
      ),
      element('td', {}, element('time', { datetime: created }, new Date(created).toLocaleString())),
      element('td', {}, formatDuration(install)),
      element(
        'td',
        { class: 'actions' },
        element(
          'button',
          { type: 'button', 'aria-label': `Show installation ${id}`, onclick: () => show(install) },
          'Show',
        ),
        ...(resumable ? createResumeButtons(install) : []),
      ),
    );
  };

  return {
    show(installs) {
      byId('none').hidden = installs.length > 0;
      table.hidden = installs.length === 0;
      const body = table.tBodies[0]!;
      const focused = document.activeElement?.getAttribute('aria-label');
      body.replaceChildren(...installs.map(toRow));
      // Replaced rows lose the focus, which keyboard users need.
      if (focused) body.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
    },
  };
}

function formatDuration({ started, ended }: Install): string {
  if (started === undefined || ended === undefined) return '';
  const seconds = Math.round((Date.parse(ended) - Date.parse(started)) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
