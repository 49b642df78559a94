import { nearest, SourceText } from '@writ/diagnostics';
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { NamedText } from '@writ/installer';
import { checkDraft, concerns, describeFinding, type Form } from './form.ts';
import type { Json } from './json.ts';
import { questions } from './questions/all.ts';

/**
 * Answers the questions of a form from a file: a JSON object with an answer for each question's id.
 *
 * @param isEdit whether the file contains only the answers that change
 * @returns all problems, each with its location
 */
export function applyAnswers(form: Form, { file, text }: NamedText, isEdit: boolean): readonly string[] {
  const source = new SourceText(file, typeof text === 'string' ? text : Buffer.from(text).toString('utf8'));
  const at = ({ offset, length }: Pick<Node, 'offset' | 'length'>, message: string): string => {
    const { line, column } = source.rangeAt(offset, offset + length).start;
    return `${file}:${line}:${column}: ${message}`;
  };
  const errors: ParseError[] = [];
  const root = parseTree(source.text, errors, { allowTrailingComma: false, disallowComments: true });
  if (errors.length > 0) return errors.map((error) => at(error, printParseErrorCode(error.error)));
  if (root?.type !== 'object')
    return [
      at(root ?? { offset: 0, length: 0 }, 'the answers must be an object with an answer for each question'),
    ];
  const problems: string[] = [];
  const members = new Map<string, Node>();
  for (const { children: [key, value] = [] } of root.children ?? []) {
    if (key === undefined || value === undefined) continue;
    const id = key.value as string;
    if (members.has(id)) problems.push(at(key, `the answer ${JSON.stringify(id)} occurs twice`));
    members.set(id, value);
    if (questions.some((question) => question.id === id)) continue;
    const near = nearest(
      id,
      questions.map((question) => question.id),
    );
    problems.push(
      at(
        key,
        `unknown answer ${JSON.stringify(id)}${near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`}`,
      ),
    );
  }
  // The order matters, because each answer decides which of the following questions apply.
  for (const question of questions) {
    const { id, expected, more, optional } = question;
    const node = members.get(id);
    if (!question.applies(form.situation)) {
      if (node !== undefined)
        problems.push(at(node, `the question ${JSON.stringify(id)} does not apply here`));
    } else if (node !== undefined) {
      const answer = toJson(node);
      if (question.isAnswer(answer)) form.answers.set(id, answer);
      else problems.push(at(node, `invalid answer ${JSON.stringify(id)}: write ${expected}`));
    } else if (!isEdit && more !== true && optional !== true && form.writtenAnswer(question) === undefined) {
      const suggested = question.suggest(form.situation);
      const hint = suggested === undefined ? `write ${expected}` : `suggested: ${JSON.stringify(suggested)}`;
      problems.push(at(root, `missing answer ${JSON.stringify(id)}; ${hint}`));
    }
  }
  if (!isEdit) form.completeDefaults();
  const { findings } = checkDraft(form.draft());
  for (const finding of findings.filter(({ severity }) => severity === 'error')) {
    const question = questions.find((one) => members.has(one.id) && concerns(one, finding.pointer));
    const node = question === undefined ? undefined : members.get(question.id);
    // Findings that result from missing answers are omitted, because the missing answers have been reported.
    if (node !== undefined) problems.push(at(node, describeFinding(finding)));
    else if (problems.length === 0) problems.push(`${form.base.file}: ${describeFinding(finding)}`);
  }
  return problems;
}

/** Returns the value of a node; the last of several equal keys determines the value. */
function toJson({ type, value, children = [] }: Node): Json {
  if (type === 'array') return children.map(toJson);
  if (type !== 'object') return value as Json;
  return Object.fromEntries(
    children.flatMap(({ children: [key, inner] = [] }) =>
      key === undefined || inner === undefined ? [] : [[key.value as string, toJson(inner)] as const],
    ),
  );
}
