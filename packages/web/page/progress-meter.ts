import { byId, setText } from './dom.ts';

/** The progress of an installation and its current step. */
export interface ProgressMeter {
  /** 0 to 1. */
  setTotal(total: number): void;
  setStep(description: string): void;
}

/** Painted at most once per frame, because every event may change it. */
export function createProgressMeter(): ProgressMeter {
  const bar = byId('progress', HTMLProgressElement);
  let total = 0;
  let step = '';
  let frame: number | undefined;

  const paintMeter = (): void => {
    frame = undefined;
    bar.value = total;
    setText(byId('percent'), `${Math.floor(total * 100)} %`);
    setText(byId('step'), step);
  };
  const requestPaint = (): void => {
    frame ??= requestAnimationFrame(paintMeter);
  };

  return {
    setTotal(now) {
      total = now;
      requestPaint();
    },
    setStep(description) {
      step = description;
      requestPaint();
    },
  };
}
