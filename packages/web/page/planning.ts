import type { CheckAnswer, PlanAnswer } from '../src/answers.ts';
import { byId, showMessage, setText } from './dom.ts';
import type { Editor } from './editor.ts';
import type { FindingList } from './finding-list.ts';
import { isAbort, type Guard } from './guard.ts';
import type { Memory } from './memory.ts';
import { Problem } from './problem.ts';
import { postText } from './requests.ts';

/** Milliseconds without a change until the text is checked. */
const TYPING_PAUSE = 250;
/** Milliseconds between two attempts while the service does not answer. */
const RETRY_PAUSE = 2_000;

/** Checks the text, and plans it when nothing is wrong with it. */
export interface Planning {
  /** The plan of the text in the editor; undefined while there is none. */
  readonly plan: PlanAnswer | undefined;
  check(): Promise<void>;
  /** Drops the plan, and checks once nothing has changed for a moment. */
  checkSoon(): void;
  /** The plan no longer fits. */
  discard(): void;
}

export interface PlanningOptions {
  readonly editor: Editor;
  readonly findings: FindingList;
  readonly memory: Memory;
  readonly guarded: Guard;
}

export function createPlanning({ editor, findings, memory, guarded }: PlanningOptions): Planning {
  const image = byId('image', HTMLInputElement);
  const install = byId('install', HTMLButtonElement);
  let checking = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let plan: PlanAnswer | undefined;

  const discard = (): void => {
    plan = undefined;
    install.disabled = true;
  };
  const checkIn = (pause: number, repeated: boolean): void => {
    clearTimeout(timer);
    timer = setTimeout(() => check(repeated), pause);
  };

  const makePlan = async (text: string, signal: AbortSignal): Promise<void> => {
    if (!image.checkValidity()) {
      showPlan('', 'The image needs a file name that ends in .img or .raw, without a folder.', 'bad');
      return;
    }
    try {
      const path = `/api/plan?image=${encodeURIComponent(image.value)}`;
      plan = await postText<PlanAnswer>(path, text, signal);
      showPlan(plan.text, `sha256 ${plan.digest.slice(0, 12)}…`, 'good');
      install.disabled = false;
    } catch (error) {
      if (!(error instanceof Problem) || error.status === 401) throw error;
      const { title, errors = [] } = error.document;
      const details = errors.map(({ detail, hint }) => [detail, hint].filter(Boolean).join('\n    '));
      showPlan(details.join('\n'), title ?? error.message, 'bad');
    }
  };

  const handleCheckError = (error: unknown): void => {
    findings.fail();
    discard();
    showPlan('', 'When the configuration is checked.');
    if (error instanceof Problem && error.status < 500) return;
    // What was typed meanwhile is checked sooner.
    if (timer === undefined) checkIn(RETRY_PAUSE, true);
  };

  const checkText = async (signal: AbortSignal): Promise<void> => {
    const { text } = editor;
    findings.wait();
    try {
      const { masked, ...report } = await postText<CheckAnswer>('/api/check', text, signal);
      memory.storeText(text, masked);
      findings.show(report);
      if (report.valid) await makePlan(text, signal);
      else showPlan('', 'When the configuration has no errors.');
    } catch (error) {
      if (!isAbort(error)) handleCheckError(error);
      throw error;
    }
  };

  const check = async (repeated = false): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    checking.abort();
    checking = new AbortController();
    const { signal } = checking;
    await guarded(async () => {
      await checkText(signal);
      if (repeated) showMessage('');
    }, repeated);
  };

  return {
    get plan() {
      return plan;
    },
    check: () => check(),
    checkSoon() {
      discard();
      checkIn(TYPING_PAUSE, false);
    },
    discard: discard,
  };
}

function showPlan(text: string, state: string, kind = ''): void {
  const plan = byId('plan');
  plan.textContent = text;
  plan.hidden = text === '';
  const summary = byId('plan-state');
  setText(summary, state);
  summary.className = `summary ${kind}`;
}
