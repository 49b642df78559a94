import { byId, element } from './dom.js';
import { stateText } from './watch.js';

/** The table of installations. `show` and `resume` are called with the one of a row, `resume` also with whether a custom command is run again. */
export function createInstalls(show, resume) {
  const resumeButton = (install, text, title, rerunCommand) =>
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

  /** What a custom command that ended badly has done already, only a person can know. */
  const resumeButtons = (install) => [
    resumeButton(
      install,
      'Resume',
      'Continues where it stopped, with the configuration that it was started with',
      false,
    ),
    ...(/^command-\d+$/.test(install.trouble?.id ?? '')
      ? [
          resumeButton(
            install,
            'Resume and rerun the command',
            'Continues with the custom command at which it stopped; what that has done already is done again',
            true,
          ),
        ]
      : []),
  ];

  const row = (install) => {
    const { id, target, path, state, created, resumable, trouble } = install;
    const kind = { done: 'good', queued: '', running: '', cancelled: '' }[state] ?? 'bad';
    return element(
      'tr',
      {},
      element('td', {}, String(id)),
      element('td', { title: path }, target),
      element(
        'td',
        {},
        element('span', { class: `summary ${kind}`, title: trouble?.message }, stateText(state)),
      ),
      element('td', {}, element('time', { datetime: created }, new Date(created).toLocaleString())),
      element('td', {}, durationOf(install)),
      element(
        'td',
        { class: 'actions' },
        element(
          'button',
          { type: 'button', 'aria-label': `Show installation ${id}`, onclick: () => show(install) },
          'Show',
        ),
        ...(resumable ? resumeButtons(install) : []),
      ),
    );
  };

  return {
    show(installs) {
      byId('none').hidden = installs.length > 0;
      byId('installs').hidden = installs.length === 0;
      const body = byId('installs').tBodies[0];
      const focused = document.activeElement?.getAttribute('aria-label');
      body.replaceChildren(...installs.map(row));
      // The row was made again below the focus of whoever uses the keyboard.
      if (focused) body.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
    },
  };
}

function durationOf({ started, ended }) {
  if (started === undefined || ended === undefined) return '';
  const seconds = Math.round((Date.parse(ended) - Date.parse(started)) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
