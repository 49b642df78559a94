import type { EndEvent, Install, InstallEvent, InstallState } from '../src/answers.ts';
import { byId, setText } from './dom.ts';
import { followEvents } from './event-follower.ts';
import { describeState } from './install-state.ts';
import { createOutputLog } from './output-log.ts';
import { createProgressMeter } from './progress-meter.ts';
import { createSecretsForm, type Supply } from './secrets-form.ts';
import { createStageList } from './stage-list.ts';
import { createTroubleBox } from './trouble-box.ts';

type StartEvent = Extract<InstallEvent, { readonly type: 'start' }>;
type ProgressEvent = Extract<InstallEvent, { readonly type: 'progress' }>;

/** The card that shows one installation live. */
export interface InstallationCard {
  /** Shows an installation from its first event on, in place of the one that was shown before. */
  show(install: Install): Promise<void>;
}

/** @param ended called when the shown installation ends, not when it had ended before */
export function createInstallationCard(ended: (event: EndEvent) => void, supply: Supply): InstallationCard {
  const card = byId('watch');
  const log = createOutputLog();
  const meter = createProgressMeter();
  const stages = createStageList();
  const trouble = createTroubleBox();
  const secrets = createSecretsForm(supply);
  let stop = new AbortController();
  let steps = new Map<string, StartEvent>();
  let state: InstallState = 'queued';
  let path = '';
  /** Whether it had ended when it was shown. */
  let over = false;

  const showState = (description: string, kind = ''): void => {
    const summary = byId('watch-state');
    setText(summary, description);
    summary.className = `summary ${kind}`;
  };
  const showButtons = (shown: {
    readonly cancel: boolean;
    readonly output: boolean;
    readonly image: boolean;
  }): void => {
    byId('cancel').hidden = !shown.cancel;
    byId('save-output').hidden = !shown.output;
    byId('save-image').hidden = !shown.image;
  };

  const begin = (step: StartEvent): void => {
    // The events of one that has ended are shown again: it does not run.
    if (!over) {
      secrets.hide();
      state = 'running';
      showState(describeState(state));
    }
    steps.set(step.id, step);
    if (step.parent !== undefined) stages.begin(step.stage);
    meter.setStep(step.title);
    log.write(step.title, 'title');
  };
  const advance = ({ id, total, bytes }: ProgressEvent): void => {
    meter.setTotal(total);
    meter.setStep((steps.get(id)?.title ?? '') + (bytes === undefined ? '' : ` (${megabytes(bytes)})`));
  };
  const finish = (event: EndEvent): void => {
    const done = event.state === 'done';
    stages.end();
    if (done) meter.setTotal(1);
    meter.setStep(done ? `It is complete: ${path}` : '');
    secrets.hide();
    showButtons({ cancel: false, output: true, image: done && !path.startsWith('/dev/') });
    showState(describeState(event.state), done ? 'good' : 'bad');
    if (event.trouble !== undefined) trouble.show(event.trouble);
    if (!over) ended(event);
  };
  const take = (event: InstallEvent): void => {
    if (event.type === 'start') begin(event);
    else if (event.type === 'finish') {
      const step = steps.get(event.id);
      if (step?.parent === undefined) return;
      stages.finish(step.stage, event.outcome === 'done' || event.outcome === 'skipped');
    } else if (event.type === 'progress') advance(event);
    else if (event.type === 'log') log.write(event.text, event.source);
    else if (event.type === 'failure') trouble.show(event);
    else if (event.type === 'end') finish(event);
  };

  const reset = (install: Install): void => {
    ({ path, state } = install);
    over = install.ended !== undefined;
    steps = new Map();
    stages.clear();
    log.clear();
    trouble.hide();
    byId('watch-title').textContent = `Installation ${install.id}: ${install.target}`;
    meter.setTotal(0);
    meter.setStep(path);
    secrets.ask(install.id, install.needs ?? []);
    if (install.dropped !== undefined) {
      log.write(`${install.dropped.events} events of its output were not kept.`, 'writ');
    }
    showButtons({ cancel: !over, output: false, image: false });
    showState(describeState(state));
    card.hidden = false;
  };

  return {
    show(install) {
      stop.abort();
      stop = new AbortController();
      const { signal } = stop;
      reset(install);
      const connected = (yes: boolean): void => {
        if (signal.aborted || over) return;
        if (yes) showState(describeState(state));
        else showState('connection lost, trying again…', 'bad');
      };
      const follower = {
        take: (event: InstallEvent) => {
          if (!signal.aborted) take(event);
        },
        connected,
      };
      return followEvents(install.id, follower, signal);
    },
  };
}

function megabytes({ done, total }: { readonly done: number; readonly total: number }): string {
  return `${(done / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`;
}
