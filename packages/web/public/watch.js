import { follow } from './api.js';
import { byId, element, setText } from './dom.js';
import { createLog } from './log.js';

const states = {
  queued: 'waiting for its turn',
  'needs-secret': 'waiting for secrets',
  running: 'running',
  done: 'done',
  refused: 'refused, nothing was written',
  failed: 'failed',
  interrupted: 'interrupted by the end of the service',
  cancelled: 'cancelled',
};

export function stateText(state) {
  return states[state] ?? state;
}

/** The card that shows one installation live. `ended` is called when it has ended, `supply` with the secrets it needs. */
export function createWatch(ended, supply) {
  const card = byId('watch');
  const log = createLog();
  let stop = new AbortController();
  let stages = new Map();
  let titles = new Map();
  let known = '';
  let path = '';
  /** Whether it had ended when it was shown. */
  let over = false;

  let percent = 0;
  let step = '';
  let frame;

  const state = (text, kind = '') => {
    setText(byId('watch-state'), text);
    byId('watch-state').className = `summary ${kind}`;
  };

  /** What changes with every event is painted once a frame. */
  const paint = () => {
    frame = undefined;
    byId('progress').value = percent;
    setText(byId('percent'), `${Math.floor(percent * 100)} %`);
    setText(byId('step'), step);
  };
  const request = () => {
    frame ??= requestAnimationFrame(paint);
  };
  const progress = (total) => {
    percent = total;
    request();
  };
  const showStep = (text) => {
    step = text;
    request();
  };

  const stage = (name) => {
    const there = stages.get(name);
    if (there !== undefined) return there;
    const made = element('li', {}, name);
    byId('stages').append(made);
    stages.set(name, made);
    return made;
  };

  const bytes = ({ done, total }) => ` (${(done / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB)`;

  let announced = '';
  const trouble = (failure) => {
    const { message, command, exitStatus, signal, tail, next } = failure;
    const box = byId('trouble');
    // The end says again what the failure said; it is announced once.
    const now = JSON.stringify([message, next, command, exitStatus, signal]);
    if (!box.hidden && now === announced) return;
    announced = now;
    const how = exitStatus === undefined ? signal : `exit status ${exitStatus}`;
    box.replaceChildren(
      element('p', { class: 'message' }, message),
      element('p', {}, element('strong', {}, 'Next: '), next),
      ...(command === undefined
        ? []
        : [element('p', { class: 'quiet' }, element('code', {}, command.join(' ')), how ? `: ${how}` : '')]),
      ...(tail?.length > 0 ? [element('pre', {}, tail.join('\n'))] : []),
    );
    box.hidden = false;
  };

  let asked = { needs: [] };

  /** Asks for what was not stored when the service ended; the fields are gone with what was typed into them. */
  const ask = ({ id, needs = [] }) => {
    asked = { id, needs };
    byId('needs').hidden = needs.length === 0;
    byId('needed').replaceChildren(
      ...needs.map((name, index) =>
        element(
          'p',
          { class: 'row' },
          element('label', { for: `need-${index}` }, name),
          // A custom command may have several lines, which a field for passwords takes away.
          element('textarea', {
            id: `need-${index}`,
            class: 'hidden-text',
            rows: '1',
            autocomplete: 'off',
            spellcheck: 'false',
            required: true,
          }),
        ),
      ),
    );
  };
  byId('needs').addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = [...byId('needed').querySelectorAll('textarea')];
    supply(asked.id, Object.fromEntries(fields.map(({ value }, index) => [asked.needs[index], value])));
  });

  const take = {
    start: (event) => {
      ask({});
      // The events of one that has ended are shown again: it does not run.
      if (!over) {
        known = 'running';
        state(stateText(known));
      }
      titles.set(event.id, { title: event.title, stage: event.stage, parent: event.parent });
      if (event.stage !== undefined && event.parent !== undefined) {
        for (const [name, item] of stages) if (name !== event.stage) item.classList.remove('now');
        stage(event.stage).className = 'now';
      }
      showStep(event.title);
      log.write(event.title, 'title');
    },
    finish: (event) => {
      const begun = titles.get(event.id);
      if (begun?.parent === undefined) return;
      const item = stage(begun.stage);
      if (event.outcome === 'failed' || event.outcome === 'interrupted') item.className = 'bad';
      else item.classList.add('good');
    },
    progress: (event) => {
      progress(event.total);
      const title = titles.get(event.id)?.title ?? '';
      showStep(title + (event.bytes === undefined ? '' : bytes(event.bytes)));
    },
    log: (event) => log.write(event.text, event.source),
    failure: trouble,
    end: (event) => {
      for (const item of stages.values()) item.classList.remove('now');
      if (event.state === 'done') progress(1);
      showStep(event.state === 'done' ? `It is complete: ${path}` : '');
      ask({});
      byId('cancel').hidden = true;
      byId('save-output').hidden = false;
      byId('save-image').hidden = event.state !== 'done' || path.startsWith('/dev/');
      state(stateText(event.state), event.state === 'done' ? 'good' : 'bad');
      if (event.trouble !== undefined) trouble(event.trouble);
      if (!over) ended(event);
    },
  };

  return {
    /** Shows an installation from its first event on; one that was shown before is left. */
    show(install) {
      stop.abort();
      stop = new AbortController();
      stages = new Map();
      titles = new Map();
      byId('stages').replaceChildren();
      log.clear();
      byId('trouble').hidden = true;
      byId('watch-title').textContent = `Installation ${install.id}: ${install.target}`;
      path = install.path;
      showStep(path);
      over = install.ended !== undefined;
      ask(install);
      if (install.dropped !== undefined) {
        log.write(`${install.dropped.events} events of its output were not kept.`, 'writ');
      }
      byId('cancel').hidden = over;
      byId('save-output').hidden = true;
      byId('save-image').hidden = true;
      known = install.state;
      state(stateText(known));
      progress(0);
      card.hidden = false;
      const { signal } = stop;
      const connected = (yes) => {
        if (signal.aborted || over) return;
        if (yes) state(stateText(known));
        else state('connection lost, trying again…', 'bad');
      };
      return follow(
        install.id,
        (event) => {
          if (!signal.aborted) take[event.type]?.(event);
        },
        connected,
        signal,
      );
    },
    hide() {
      stop.abort();
      card.hidden = true;
    },
  };
}
