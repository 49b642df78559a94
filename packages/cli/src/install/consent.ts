import type { Plan } from '@writ/installer';

/** A question at the terminal before the first write. */
export interface Question {
  /** The prompt. */
  readonly text: string;
  /** The answers that give consent; all other answers refuse it. */
  readonly answers: readonly string[];
}

/**
 * Creates the questions before an installation. The user confirms the loss of a disk by typing its serial number, model
 * or path, because it is too easy to type yes for the wrong disk; a model that two of these disks share is not accepted.
 * An installation into a prepared folder with files is confirmed by typing its path. Otherwise, the user types yes.
 */
export function createQuestions({ losses }: Pick<Plan, 'losses'>): Question[] {
  const questions = losses.flatMap(({ target, answers = [], kept, folder }, index): Question[] => {
    if (answers.length === 0) return [];
    const others = new Set(losses.flatMap((loss, at) => (at === index ? [] : (loss.answers ?? []))));
    const unique = answers.filter((answer) => !others.has(answer));
    const marks = unique.some((answer) => !answer.startsWith('/')) ? 'serial number or model' : 'path';
    const what = folder === true ? 'install into' : kept === undefined ? 'wipe' : 'change the partitions of';
    const text = `To ${what} ${target}, type its ${marks} as shown above: `;
    return [{ text, answers: unique.length > 0 ? unique : [target] }];
  });
  return questions.length > 0 ? questions : [{ text: 'Continue? Type yes: ', answers: ['yes'] }];
}

export function isConsent({ answers }: Question, typed: string): boolean {
  return answers.map(normalizeAnswer).includes(normalizeAnswer(typed));
}

function normalizeAnswer(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
