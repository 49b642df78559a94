import type { Plan } from '@writ/installer';

/** What a person at a terminal is asked before anything is written. */
export interface Question {
  readonly text: string;
  /** Each of them is consent; anything else is none. */
  readonly answers: readonly string[];
}

/**
 * A disk is agreed to by what stands on its label: a yes is too easily given to the wrong one. Whatever two
 * disks have in common, such as their model, tells neither.
 */
export function createQuestions({ losses }: Pick<Plan, 'losses'>): Question[] {
  const questions = losses.flatMap(({ target, answers = [] }, index): Question[] => {
    if (answers.length === 0) return [];
    const others = new Set(losses.flatMap((loss, at) => (at === index ? [] : (loss.answers ?? []))));
    const own = answers.filter((answer) => !others.has(answer));
    const marks = own.some((answer) => !answer.startsWith('/')) ? 'serial number or model' : 'path';
    const text = `To wipe ${target}, type its ${marks} as shown above: `;
    return [{ text, answers: own.length > 0 ? own : [target] }];
  });
  return questions.length > 0 ? questions : [{ text: 'Go on with this? Type yes: ', answers: ['yes'] }];
}

export function isConsent({ answers }: Question, typed: string): boolean {
  return answers.map(normalizeAnswer).includes(normalizeAnswer(typed));
}

function normalizeAnswer(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
