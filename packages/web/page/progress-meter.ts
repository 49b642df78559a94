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

  const paint = (): void => {
    frame = undefined;
    bar.value = total;
    setText(byId('percent'), `${Math.floor(total * 100)} %`);
    setText(byId('step'), step);
  };
  const request = (): void => {
    frame ??= requestAnimationFrame(paint);
  };

  return {
    setTotal(now) {
      total = now;
      request();
    },
    setStep(description) {
      step = description;
      request();
    },
  };
}
