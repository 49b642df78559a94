import type { CheckAnswer, PlanAnswer } from '../src/answers.ts';
import { byId, showMessage, setText } from './dom.ts';
import type { Editor } from './editor.ts';
import type { FindingList } from './finding-list.ts';
import { isAbort, type Guard } from './guard.ts';
import type { Memory } from './memory.ts';
import { Problem } from './problem.ts';
import { postText } from './requests.ts';

/** Milliseconds without a change before the configuration is checked. */
const TYPING_PAUSE = 250;
/** Milliseconds between two attempts while the service does not respond. */
const RETRY_PAUSE = 2_000;

/** Checks the configuration, and plans it if it has no errors. */
export interface Planning {
  /** The plan of the configuration in the editor; undefined if there is none. */
  readonly plan: PlanAnswer | undefined;
  check(): Promise<void>;
  /** Discards the plan, and checks after a short time without changes. */
  checkSoon(): void;
  /** Discards the plan, which no longer applies. */
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
    showPlan('', 'Available after the configuration has been checked.');
    if (error instanceof Problem && error.status < 500) return;
    // A change since then has scheduled an earlier check.
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
      else showPlan('', 'Available when the configuration has no errors.');
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
