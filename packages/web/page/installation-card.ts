import type { EndEvent, Install, InstallEvent, InstallState } from '../src/answers.ts';
import { byId, setText } from './dom.ts';
import { followEvents } from './event-follower.ts';
import { describeState } from './install-state.ts';
import { createOutputLog } from './output-log.ts';
import { createProgressMeter } from './progress-meter.ts';
import { createSecretsForm, type SupplySecrets } from './secrets-form.ts';
import { createStageList } from './stage-list.ts';
import { createFailureBox } from './failure-box.ts';

type StartEvent = Extract<InstallEvent, { readonly type: 'start' }>;
type FinishEvent = Extract<InstallEvent, { readonly type: 'finish' }>;
type LogEvent = Extract<InstallEvent, { readonly type: 'log' }>;
type ProgressEvent = Extract<InstallEvent, { readonly type: 'progress' }>;

/** The card that follows one installation. */
export interface InstallationCard {
  /** Shows an installation from its first event, in place of the previous installation. */
  show(install: Install): Promise<void>;
}

/** @param ended called when the displayed installation ends, but not if it had already ended */
export function createInstallationCard(
  ended: (event: EndEvent) => void,
  supply: SupplySecrets,
): InstallationCard {
  const card = byId('watch');
  const log = createOutputLog();
  const meter = createProgressMeter();
  const stages = createStageList();
  const failureBox = createFailureBox();
  const secrets = createSecretsForm(supply);
  let stop = new AbortController();
  let steps = new Map<string, StartEvent>();
  /** Ids of the running steps in the order of their starts, except for the installation itself. */
  let running = new Set<string>();
  let state: InstallState = 'queued';
  let path = '';
  /** Whether the installation had already ended when it was first displayed. */
  let hasEnded = false;

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

  /** Shows a step; if others run at the same time, with their number. */
  const showStep = (id: string, details = ''): void => {
    const others = running.size - (running.has(id) ? 1 : 0);
    meter.setStep(`${steps.get(id)?.title ?? ''}${details}${others > 0 ? ` (and ${others} more)` : ''}`);
  };
  const showStart = (step: StartEvent): void => {
    // The events of an ended installation are only replayed.
    if (!hasEnded) {
      secrets.hide();
      state = 'running';
      showState(describeState(state));
    }
    steps.set(step.id, step);
    if (step.parent !== undefined) {
      running.add(step.id);
      stages.begin(step.stage);
    }
    showStep(step.id);
    log.write(step.title, 'title');
  };
  const showFinish = ({ id, outcome }: FinishEvent): void => {
    running.delete(id);
    const latest = [...running].at(-1);
    if (latest !== undefined) showStep(latest);
    const step = steps.get(id);
    if (step?.parent === undefined) return;
    stages.finish(step.stage, outcome === 'done' || outcome === 'skipped');
  };
  const showLog = ({ id, text, source }: LogEvent): void => {
    log.write(running.size > 1 ? `${id}: ${text}` : text, source);
  };
  const showProgress = ({ id, total, bytes }: ProgressEvent): void => {
    meter.setTotal(total);
    showStep(id, bytes === undefined ? '' : ` (${formatMegabytes(bytes)})`);
  };
  const showEnd = (event: EndEvent): void => {
    const done = event.state === 'done';
    stages.end();
    if (done) meter.setTotal(1);
    meter.setStep(done ? `Complete: ${path}` : '');
    secrets.hide();
    showButtons({ cancel: false, output: true, image: done && !path.startsWith('/dev/') });
    showState(describeState(event.state), done ? 'good' : 'bad');
    if (event.failure !== undefined) failureBox.show(event.failure);
    if (!hasEnded) ended(event);
  };
  const showEvent = (event: InstallEvent): void => {
    if (event.type === 'start') showStart(event);
    else if (event.type === 'finish') showFinish(event);
    else if (event.type === 'progress') showProgress(event);
    else if (event.type === 'log') showLog(event);
    else if (event.type === 'failure') failureBox.show(event);
    else if (event.type === 'end') showEnd(event);
  };

  const resetCard = (install: Install): void => {
    ({ path, state } = install);
    hasEnded = install.ended !== undefined;
    steps = new Map();
    running = new Set();
    stages.clear();
    log.clear();
    failureBox.hide();
    byId('watch-title').textContent = `Installation ${install.id}: ${install.target}`;
    meter.setTotal(0);
    meter.setStep(path);
    secrets.show(install.id, install.needs ?? []);
    if (install.dropped !== undefined) {
      log.write(`${install.dropped.events} output events were not recorded.`, 'writ');
    }
    showButtons({ cancel: !hasEnded, output: false, image: false });
    showState(describeState(state));
    card.hidden = false;
  };

  return {
    show(install) {
      stop.abort();
      stop = new AbortController();
      const { signal } = stop;
      resetCard(install);
      const onConnection = (isConnected: boolean): void => {
        if (signal.aborted || hasEnded) return;
        if (isConnected) showState(describeState(state));
        else showState('connection lost, reconnecting…', 'bad');
      };
      const follower = {
        onEvent: (event: InstallEvent) => {
          if (!signal.aborted) showEvent(event);
        },
        onConnection,
      };
      return followEvents(install.id, follower, signal);
    },
  };
}

function formatMegabytes({ done, total }: { readonly done: number; readonly total: number }): string {
  return `${(done / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`;
}
