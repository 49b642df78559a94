import { isDeepStrictEqual } from 'node:util';
import { type Diagnostic, type SourceText } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { checkConfiguration } from '@writ/installer/check';
import { explainKey } from '@writ/installer/schema';
import type { Choices, Facts } from '@writ/installer';
import { editText, parseText } from './edit-text.ts';
import { referencedSecrets, type Json, type JsonObject } from './json.ts';
import type { Question, Secrets, Situation } from './question.ts';
import { questions } from './questions/all.ts';

/** The configuration from which the form starts. */
export interface BaseConfiguration {
  /** The name of the file. */
  readonly file: string;
  readonly text: string;
  readonly value: JsonObject;
}

/** The configuration, and the secrets that it references. */
export interface Draft {
  readonly config: { readonly file: string; readonly text: string };
  /** The typed secrets that the configuration references, by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The credentials with all secrets; absent if there are no secrets or one of them is unknown. */
  readonly creds?: { readonly file: string; readonly text: string };
}

/** The answers, and the configuration that results from them. */
export class Form {
  readonly base: BaseConfiguration;
  /** Credentials of an existing file. */
  readonly credentials: JsonObject;
  readonly answers: Map<string, Json> = new Map();
  readonly secrets: Secrets = new Map();
  readonly #withdrawn = new Map<string, Json>();
  readonly #facts: Facts;
  readonly #choices: Choices;

  constructor(base: BaseConfiguration, facts: Facts, choices: Choices, credentials: JsonObject = {}) {
    this.base = base;
    this.#facts = facts;
    this.#choices = choices;
    this.credentials = credentials;
  }

  get situation(): Situation {
    return {
      facts: this.#facts,
      choices: this.#choices,
      base: this.base.value,
      answers: this.answers,
    };
  }

  /** Whether the credentials contain a question's key. Credentials take precedence over the configuration. */
  #isInCredentials({ pointers }: Question): boolean {
    return pointers.some((pointer) => Object.hasOwn(this.credentials, pointer.slice(1)));
  }

  /** Whether the configuration is new. */
  get isNew(): boolean {
    return Object.keys(this.base.value).length === 0;
  }

  /** Returns the questions that apply, given the answers so far, and whose keys are not in the credentials. */
  questions(): readonly Question[] {
    return questions.filter(
      (question) => question.applies(this.situation) && !this.#isInCredentials(question),
    );
  }

  /** Returns the main questions without an answer. For an existing configuration, only the disk can be unanswered. */
  unanswered(): readonly Question[] {
    const open = this.questions().filter(
      (question) =>
        question.more !== true &&
        !this.answers.has(question.id) &&
        this.writtenAnswer(question) === undefined,
    );
    return this.isNew ? open : open.filter(({ id }) => id === 'disk');
  }

  /** Returns the answer that is preselected when a question is asked. */
  initialAnswer(question: Question): Json | undefined {
    return (
      this.answers.get(question.id) ??
      this.#withdrawn.get(question.id) ??
      this.writtenAnswer(question) ??
      question.suggest(this.situation)
    );
  }

  /** Returns the answer in the configuration; undefined for a new configuration. */
  writtenAnswer(question: Question): Json | undefined {
    return this.isNew ? undefined : question.read(this.base.value);
  }

  /** Removes an answer, so that its question is asked again with the same answer preselected. */
  withdraw({ id }: Question): void {
    const answer = this.answers.get(id);
    if (answer !== undefined) this.#withdrawn.set(id, answer);
    this.answers.delete(id);
  }

  /** Sets the suggested answers to unanswered questions under "more settings" whose keys the configuration lacks. */
  completeDefaults(): void {
    for (const question of this.questions()) {
      if (question.more !== true || this.answers.has(question.id)) continue;
      if (this.writtenAnswer(question) !== undefined) continue;
      const suggested = question.suggest(this.situation);
      if (suggested !== undefined) this.answers.set(question.id, suggested);
    }
  }

  /** Returns the configuration with all answers, and with an additional one if it is passed. */
  draft(extra?: { readonly question: Question; readonly answer: Json }): Draft {
    const answers = new Map(this.answers);
    if (extra !== undefined) answers.set(extra.question.id, extra.answer);
    const situation = { ...this.situation, answers };
    const edits = questions
      .filter((question) => answers.has(question.id) && question.applies(situation))
      // The same answer as in the configuration changes nothing, however it is written there.
      .filter((question) => !isDeepStrictEqual(answers.get(question.id), this.writtenAnswer(question)))
      .flatMap((question) => question.edits(answers.get(question.id)!, situation));
    const text = editText(this.base.text, edits);
    const names = new Set(referencedSecrets(parseText(text)));
    const typed = [...this.secrets].filter(([name]) => names.has(name));
    const secrets = Object.fromEntries(typed.map(([name, secret]) => [name, secret.reveal()]));
    const all = { ...this.credentials, ...secrets };
    return {
      config: { file: this.base.file, text },
      secrets,
      // References without credentials are valid, but credentials must contain every secret.
      ...(names.size > 0 && [...names].every((name) => Object.hasOwn(all, name))
        ? { creds: { file: 'the credentials', text: JSON.stringify(all) } }
        : {}),
    };
  }

  /** Returns the reason why the configuration would be invalid with an answer; undefined if the answer is valid. */
  refusal(question: Question, answer: Json): string | undefined {
    const { findings } = checkDraft(this.draft({ question, answer }));
    const first = findings.find(
      ({ severity, pointer }) => severity === 'error' && concerns(question, pointer),
    );
    return first === undefined ? undefined : describeFinding(first);
  }
}

/** Checks a draft, always with the language settings (`--advanced`), which the questions set. */
export function checkDraft({ config, creds }: Draft): {
  readonly findings: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
} {
  return checkConfiguration({ config, advanced: true, ...defined({ creds }) });
}

/** Whether a finding with this pointer is about a question's keys. */
export function concerns({ pointers }: Question, pointer: string | undefined): boolean {
  return pointers.some((own) => pointer === own || pointer?.startsWith(`${own}/`) === true);
}

/** Describes a finding in one line. */
export function describeFinding({ message, hint, expected }: Diagnostic): string {
  const more = hint ?? (expected === undefined ? undefined : `write ${expected}`);
  return more === undefined ? message : `${message}; ${more}`;
}

/** Returns the question's explanation, which `?` prints. */
export function helpOf({ help, pointers: [pointer] }: Question): string {
  return help ?? (pointer === undefined ? undefined : explainKey(pointer).explanations[0]?.meaning) ?? '';
}
