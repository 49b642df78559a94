import { printable } from '@writ/diagnostics';
import { helpOf, type Form } from './form.ts';
import type { Question } from './question.ts';
import { StepBack, type Prompter } from '@writ/prompts';

/** Asks all main questions that are not yet answered. Ctrl+B returns to the previous question. */
export async function askAll(form: Form, prompter: Prompter): Promise<void> {
  const asked: Question[] = [];
  for (;;) {
    const next = form.unanswered()[0];
    if (next === undefined) return;
    try {
      await askOne(form, next, prompter);
      asked.push(next);
    } catch (error) {
      if (!(error instanceof StepBack)) throw error;
      const previous = asked.pop();
      if (previous !== undefined) form.withdraw(previous);
    }
  }
}

/** Asks a question until the check accepts the answer. */
export async function askOne(form: Form, question: Question, prompter: Prompter): Promise<void> {
  const validate = (answer: Parameters<typeof form.refusal>[1]): string | undefined =>
    form.refusal(question, answer);
  prompter.explain(helpOf(question));
  for (;;) {
    const answer = await question.ask({
      prompter,
      situation: form.situation,
      secrets: form.secrets,
      initial: form.initialAnswer(question),
      validate,
    });
    const refusal = validate(answer);
    if (refusal === undefined) {
      form.answers.set(question.id, answer);
      return;
    }
    prompter.print(`${printable(refusal)}\n`);
  }
}
