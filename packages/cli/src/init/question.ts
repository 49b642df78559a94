import type { Secret } from '@writ/diagnostics';
import type { Choices, Facts } from '@writ/installer';
import { valueAt, type Json, type JsonObject } from './json.ts';
import type { Option, Prompter } from '@writ/prompts';

/** The machine, the configuration and the previous answers, when a question is asked. */
export interface Situation {
  readonly facts: Facts;
  readonly choices: Choices;
  /** The configuration to change; empty for a new one. */
  readonly base: JsonObject;
  /** The answers so far, by the questions' ids. */
  readonly answers: ReadonlyMap<string, Json>;
}

/** A change to the configuration. An undefined value removes the key. */
export interface Edit {
  readonly path: readonly (string | number)[];
  readonly value: Json | undefined;
}

/** The typed secrets, by the names with which the configuration references them. */
export type Secrets = Map<string, Secret>;

export interface AskContext {
  readonly prompter: Prompter;
  readonly situation: Situation;
  readonly secrets: Secrets;
  /** The answer that is preselected. */
  readonly initial: Json | undefined;
  /** Returns the reason why an answer is invalid; undefined if it is valid. */
  readonly validate: (answer: Json) => string | undefined;
}

/** A question whose answer changes keys of the configuration. */
export interface Question {
  /** The name of the answer in an answers file. */
  readonly id: string;
  readonly title: string;
  /** JSON pointers of its keys. Findings about them are shown at the question. */
  readonly pointers: readonly string[];
  /** Whether the question belongs to "more settings", which are asked only on request. */
  readonly more?: true;
  /** Whether an answers file may omit the answer, in which case the key's default applies. */
  readonly optional?: true;
  /** Explains the question; default: the schema's explanation of its first key. */
  readonly help?: string;
  /** The form of the answer in an answers file. */
  readonly expected: string;
  isAnswer(value: Json): boolean;
  applies(situation: Situation): boolean;
  /** Returns the suggested answer for the machine and the previous answers; undefined if only the user can know it. */
  suggest(situation: Situation): Json | undefined;
  /** Returns the answer in a configuration; undefined if there is none. */
  read(config: JsonObject): Json | undefined;
  ask(context: AskContext): Promise<Json>;
  edits(answer: Json, situation: Situation): readonly Edit[];
}

/** A question about one key whose value is its answer. */
interface KeyQuestion extends Pick<Question, 'id' | 'title' | 'more' | 'help'> {
  readonly path: readonly string[];
  readonly applies?: Question['applies'];
  readonly suggest: Question['suggest'];
}

/** Creates a question with a list of options; long lists can be searched. */
export function choiceQuestion({
  options,
  ...question
}: KeyQuestion & { readonly options: (situation: Situation) => readonly Option[] }): Question {
  return {
    ...keyMembers(question),
    expected: 'a string',
    isAnswer: (value) => typeof value === 'string',
    ask: ({ prompter, situation, initial }) =>
      prompter.choose(question.title, options(situation), initial as string | undefined),
  };
}

/** Creates a question that is answered by typing. */
export function textQuestion(question: KeyQuestion): Question {
  return {
    ...keyMembers(question),
    expected: 'a string',
    isAnswer: (value) => typeof value === 'string',
    ask: ({ prompter, initial, validate }) =>
      prompter.text(question.title, { initial: initial as string | undefined, validate }),
  };
}

/** Creates a question with the answers yes and no. The answer no removes the key. */
export function confirmQuestion(question: KeyQuestion): Question {
  return {
    ...keyMembers(question),
    expected: 'true or false',
    isAnswer: (value) => typeof value === 'boolean',
    ask: ({ prompter, initial }) => prompter.confirm(question.title, initial === true),
    edits: (answer) => [{ path: question.path, value: answer === true ? true : undefined }],
  };
}

/** Splits a typed list at spaces and commas. */
export function splitWords(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

function keyMembers({
  id,
  title,
  more,
  help,
  path,
  applies,
  suggest,
}: KeyQuestion): Omit<Question, 'expected' | 'isAnswer' | 'ask'> {
  return {
    id,
    title,
    ...(more && { more }),
    ...(help !== undefined && { help }),
    pointers: [`/${path.join('/')}`],
    applies: applies ?? (() => true),
    suggest,
    read: (config) => valueAt(config, path),
    edits: (answer) => [{ path, value: answer }],
  };
}
