import type { Secret } from '@writ/diagnostics';

/** A value to choose. */
export interface Option {
  readonly value: string;
  /** The text of the line; default: the value. */
  readonly name?: string;
  /** Shown while the cursor is on the option. */
  readonly description?: string;
}

/** Options for asking for a text. */
export interface TextRequest {
  readonly initial?: string | undefined;
  /** Whether the answer may be empty. */
  readonly optional?: true;
  /** Returns the reason why an answer is invalid; undefined if it is valid. */
  readonly validate?: (text: string) => string | undefined;
}

/**
 * Asks the user questions. The methods that ask reject with {@link StepBack} or {@link Interrupted} if the user does
 * not answer.
 */
export interface Prompter {
  /** Sets the explanation that `?` prints. */
  explain(help: string): void;
  /**
   * Lets the user choose an option. If no option has the initial value, none is preselected, unless the list is so long
   * that it can be searched.
   */
  choose(message: string, options: readonly Option[], initial?: string): Promise<string>;
  /** Lets the user choose any number of options, some of which are initially chosen. */
  chooseSeveral(message: string, options: readonly Option[], initial: readonly string[]): Promise<string[]>;
  /** Asks for a text. */
  text(message: string, request?: TextRequest): Promise<string>;
  /** Asks a question whose answer is yes or no. */
  confirm(message: string, initial: boolean): Promise<boolean>;
  /** Asks for a secret, which is not displayed. */
  secret(message: string, validate?: (secret: Secret) => string | undefined): Promise<Secret>;
  /** Prints a text between questions. */
  print(text: string): void;
}

/** Thrown if the user returns to the previous question. */
export class StepBack extends Error {
  override name = 'StepBack';
}

/** Thrown if the user or a signal cancels the command. */
export class Interrupted extends Error {
  override name = 'Interrupted';
  /** The files that are already written. */
  readonly written: readonly string[];

  constructor(written: readonly string[] = []) {
    super();
    this.written = written;
  }
}
