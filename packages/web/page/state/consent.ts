import { signal, type Signal } from '@preact/signals';
import type { Loss } from '../api/answers.ts';

/** An open question about losses. */
interface ConsentQuestion {
  readonly losses: readonly Loss[];
  readonly answer: (agreed: boolean) => void;
}

/** Asks for consent to the losses of a plan. */
export class Consent {
  readonly question: Signal<ConsentQuestion | undefined> = signal<ConsentQuestion | undefined>(undefined);

  ask(losses: readonly Loss[]): Promise<boolean> {
    this.question.value?.answer(false);
    return new Promise((resolve) => {
      const answer = (agreed: boolean): void => {
        this.question.value = undefined;
        resolve(agreed);
      };
      this.question.value = { losses, answer };
    });
  }
}
