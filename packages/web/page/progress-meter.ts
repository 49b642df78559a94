import { byId, setText } from './dom.ts';

/** How far an installation is, and its current step. */
export interface ProgressMeter {
  /** 0 to 1. */
  setTotal(total: number): void;
  setStep(description: string): void;
}

/** Every event may change it, so it is painted once a frame. */
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
