import { hasErrors, printable, renderText, type SourceText } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { planInstallation, renderPlan, type NamedText, type PlanResult } from '@writ/installer';
import { alignColumns } from '../printing/columns.ts';
import { describeAnswer } from './describe-answer.ts';
import type { Form } from './form.ts';
import { askAll, askOne } from './interview.ts';
import type { Question } from './question.ts';
import { folderOf } from './situation.ts';
import { StepBack, type Option, type Prompter } from '@writ/prompts';

/** The user's decision about the answers. */
export type Decision = 'write' | 'install' | 'quit';

/** Plans the installation of a form's configuration. */
export function planForm(form: Form, facts: NamedText | 'here'): Promise<PlanResult> {
  const { config, creds } = form.draft();
  const folder = folderOf(form.situation);
  return planInstallation({
    config,
    ...(folder === undefined ? {} : { targets: [folder] }),
    advanced: true,
    ...defined({ creds }),
    ...(facts === 'here' ? {} : { facts }),
  });
}

/**
 * Renders the findings of a plan, and the plan itself: `summary` describes its effect on the targets, and `text` also
 * lists the operations.
 */
export function renderResult({ plan, findings, sources }: PlanResult, format: 'summary' | 'text'): string {
  const source = (file: string): SourceText | undefined => sources.find(({ name }) => name === file);
  const shown = findings.length === 0 ? '' : `${renderText(findings, { source, color: false })}\n`;
  return shown + (plan === undefined ? '' : renderPlan(plan, format));
}

/** Shows the answers and the plan, lets the user change answers, and returns the decision. */
export async function decide(
  form: Form,
  prompter: Prompter,
  facts: NamedText | 'here',
  mayInstall: boolean,
): Promise<Decision> {
  for (;;) {
    prompter.print(renderAnswers(form));
    const result = await planForm(form, facts);
    prompter.print(`\n${renderResult(result, 'summary')}\n`);
    prompter.explain(
      'Nothing has been written yet. The installation asks again before it first writes to a disk.',
    );
    const isValid = !hasErrors(result.findings);
    const options: Option[] = [
      ...(isValid ? [{ value: 'write', name: 'write the files' }] : []),
      ...(isValid && mayInstall ? [{ value: 'install', name: 'write the files and install now' }] : []),
      { value: 'change', name: 'change an answer' },
      { value: 'more', name: 'more settings: kernel, boot loader, mirrors, commands' },
      ...(result.plan === undefined ? [] : [{ value: 'plan', name: 'show all operations' }]),
      { value: 'quit', name: 'quit without writing' },
    ];
    try {
      const choice = await prompter.choose('What now?', options);
      if (choice === 'write' || choice === 'install' || choice === 'quit') return choice;
      if (choice === 'plan') prompter.print(renderResult(result, 'text'));
      else await change(form, prompter, choice === 'more');
    } catch (error) {
      if (!(error instanceof StepBack)) throw error;
    }
  }
}

/** Lets the user select a question, and asks it again. */
export async function change(form: Form, prompter: Prompter, more: boolean): Promise<void> {
  const applicable = form.questions().filter((question) => (question.more === true) === more);
  prompter.explain('The question to answer again. All other answers remain.');
  const id = await prompter.choose(
    'Which one?',
    applicable.map((question) => ({
      value: question.id,
      name: describeQuestion(form, question),
    })),
  );
  const question = applicable.find((one) => one.id === id);
  if (question === undefined) return;
  await askOne(form, question, prompter);
  // With the new answer, further questions may apply, such as the disk if an image was selected before.
  await askAll(form, prompter);
}

function describeQuestion(form: Form, question: Question): string {
  const answer = form.answers.get(question.id) ?? form.writtenAnswer(question);
  return printable(`${question.title}: ${answer === undefined ? 'not set' : describeAnswer(answer)}`);
}

function renderAnswers(form: Form): string {
  const rows = form.questions().flatMap((question): string[][] => {
    const answer = form.answers.get(question.id);
    return answer === undefined ? [] : [['  ', question.title, describeAnswer(answer)]];
  });
  return rows.length === 0 ? '' : `\n${printable(alignColumns(rows).join('\n'))}\n`;
}
