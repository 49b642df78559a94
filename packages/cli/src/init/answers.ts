import { nearest, type Diagnostic, type OffsetRange, type SourceText } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import type { NamedText } from '@writ/installer';
import { readDocument, type JsonNode } from '@writ/installer/internal';
import { checkDraft, concerns, describeFinding, type Form } from './form.ts';
import type { Json } from './json.ts';
import type { Question } from './question.ts';
import { questions } from './questions/all.ts';

const NOT_AN_OBJECT = 'the answers must be an object with an answer for each question';

/** Messages for syntax errors whose own hints apply to configurations only. */
const syntaxMessages: Readonly<Record<string, string>> = {
  'empty-file': NOT_AN_OBJECT,
  'not-an-object': NOT_AN_OBJECT,
  comment: 'comments are not allowed in JSON; remove it',
};

/**
 * Answers the questions of a form from a file: a JSON object with an answer for each question's id.
 *
 * For an existing configuration, the file contains only the answers that change.
 *
 * @returns all problems, each with the file and, where possible, the line and column
 */
export function applyAnswers(form: Form, { file, text }: NamedText): readonly string[] {
  const { source, root, findings: read } = readDocument(file, text);
  const at = (range: OffsetRange, message: string): string => {
    const { line, column } = source.rangeAt(range.start, range.end).start;
    return `${file}:${line}:${column}: ${message}`;
  };
  const faults = read.filter(({ severity }) => severity === 'error');
  if (root === undefined || faults.length > 0)
    return faults.map((fault) => {
      const { line, column } = fault.range?.start ?? { line: 1, column: 1 };
      return `${file}:${line}:${column}: ${syntaxMessages[fault.rule ?? ''] ?? describeFinding(fault)}`;
    });
  const problems: string[] = [];
  const members = new Map<string, JsonNode>();
  for (const { key: id, keyRange, value } of root.members) {
    if (members.has(id)) problems.push(at(keyRange, `the answer ${JSON.stringify(id)} occurs twice`));
    members.set(id, value);
    if (questions.some((question) => question.id === id)) continue;
    const near = nearest(
      id,
      questions.map((question) => question.id),
    );
    problems.push(
      at(
        keyRange,
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
    } else if (
      form.isNew &&
      more !== true &&
      optional !== true &&
      form.writtenAnswer(question) === undefined
    ) {
      const suggested = question.suggest(form.situation);
      const hint = suggested === undefined ? `write ${expected}` : `suggested: ${JSON.stringify(suggested)}`;
      problems.push(at(root, `missing answer ${JSON.stringify(id)}; ${hint}`));
    }
  }
  if (form.isNew) form.completeDefaults();
  const { findings } = checkDraft(form.draft());
  for (const finding of findings.filter(({ severity }) => severity === 'error')) {
    const question = findQuestion(finding, (id) => members.has(id));
    const node = question === undefined ? undefined : members.get(question.id);
    // Findings that result from missing answers are omitted, because the missing answers have been reported.
    if (node !== undefined) problems.push(at(node, describeFinding(finding)));
    else if (problems.length === 0) problems.push(`${form.base.file}: ${describeFinding(finding)}`);
  }
  return problems;
}

/**
 * Returns a function that moves a finding about a key that results from an answer to the location of the answer, and the
 * source of the answers.
 */
export function createAnswerLocator({ file, text }: NamedText): {
  readonly source: SourceText;
  readonly locate: (finding: Diagnostic) => Diagnostic;
} {
  const { source, root } = readDocument(file, text);
  return {
    source,
    locate: (finding) => {
      const members = root?.members ?? [];
      const question = findQuestion(finding, (id) => members.some(({ key }) => key === id));
      const member = members.findLast(({ key }) => key === question?.id);
      if (member === undefined) return finding;
      const { replacement: _correction, related: _others, ...rest } = finding;
      const range = source.rangeAt(member.value.start, member.value.end);
      return { ...rest, file, ...defined({ range }) };
    },
  };
}

/** Returns the answered question about the key of a finding. Of several, the last one determines the value. */
function findQuestion({ pointer }: Diagnostic, isAnswered: (id: string) => boolean): Question | undefined {
  return questions.findLast((one) => isAnswered(one.id) && concerns(one, pointer));
}

/** Returns the value of a node. If a key occurs more than once, its last value counts. */
function toJson(node: JsonNode): Json {
  if (node.kind === 'array') return node.items.map(toJson);
  if (node.kind !== 'object') return node.value;
  return Object.fromEntries(node.members.map(({ key, value }) => [key, toJson(value)] as const));
}
