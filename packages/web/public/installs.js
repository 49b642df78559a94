import { byId, element } from './dom.js';
import { stateText } from './watch.js';

/** The table of installations. `show` and `resume` are called with the one of a row. */
export function createInstalls(show, resume) {
  const row = (install) => {
    const { id, target, path, state, created, resumable, trouble } = install;
    const kind = { done: 'good', queued: '', running: '' }[state] ?? 'bad';
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
        resumable
          ? element(
              'button',
              {
                type: 'button',
                'aria-label': `Resume installation ${id}`,
                title: 'Goes on where it stopped, with the configuration above: it must be the same one',
                onclick: () => resume(install),
              },
              'Resume',
            )
          : undefined,
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
