/** @module Asks questions in a terminal. */
import checkbox from '@inquirer/checkbox';
import confirm from '@inquirer/confirm';
import input from '@inquirer/input';
import password from '@inquirer/password';
import search from '@inquirer/search';
import select from '@inquirer/select';
import { printable, Secret } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { Interrupted, StepBack, type Option, type Prompter, type TextRequest } from './prompter.ts';

/** The number of options from which a list can be searched. */
const LONG = 16;
const PAGE = 10;

/** A key of readline's `keypress` event. */
interface Key {
  readonly name?: string;
  readonly ctrl?: boolean;
}

/** The members of a context that prompts require. */
interface PromptContext {
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** ASCII only, because serial terminals and consoles without a UTF-8 locale display nothing else. */
const theme = {
  prefix: { idle: '?', done: '*' },
  spinner: { interval: 80, frames: ['-'] },
  icon: { cursor: '>', checked: '[x]', unchecked: '[ ]' },
};

const keys = 'arrow keys: move, Enter: select, ?: explain, Ctrl+B: back';

const listTheme = {
  ...theme,
  style: { keysHelpTip: (): string => keys },
  i18n: { disabledError: 'select one of the lines below' },
};

const searchTheme = {
  ...theme,
  style: { keysHelpTip: (): string => `type to search, ${keys}` },
};

const checkboxTheme = {
  ...theme,
  style: { keysHelpTip: (): string => `Space: mark, ${keys}` },
};

const passwordTheme = { ...theme, style: { maskedText: '(not shown)' } };

/** Asks questions at this process's terminal. */
export class TerminalPrompter implements Prompter {
  readonly #input: NodeJS.ReadStream;
  readonly #output: NodeJS.WritableStream;
  #help = '';

  constructor(source: NodeJS.ReadStream = process.stdin, output: NodeJS.WritableStream = process.stderr) {
    this.#input = source;
    this.#output = output;
  }

  explain(help: string): void {
    this.#help = help;
  }

  print(text: string): void {
    this.#output.write(text);
  }

  choose(message: string, given: readonly Option[], initial?: string): Promise<string> {
    const options = given.map(toPrintable);
    const isKnown = options.some(({ value }) => value === initial);
    const preselected = isKnown ? { default: initial } : {};
    if (options.length >= LONG) {
      const sorted = isKnown
        ? [...options].toSorted((a, b) => Number(b.value === initial) - Number(a.value === initial))
        : options;
      const source = (term: string | undefined): readonly Option[] => findOptions(sorted, term);
      return this.#ask((context) =>
        search({ message, source, pageSize: PAGE, theme: searchTheme, ...preselected }, context),
      );
    }
    // Pressing only Enter must not select an option.
    const none = { value: '', name: '(select one)', disabled: ' ' };
    const choices = isKnown ? options : [none, ...options];
    return this.#ask((context) =>
      select({ message, choices, pageSize: PAGE, loop: false, theme: listTheme, ...preselected }, context),
    );
  }

  chooseSeveral(message: string, options: readonly Option[], initial: readonly string[]): Promise<string[]> {
    const choices = options.map((option) => ({
      ...toPrintable(option),
      checked: initial.includes(option.value),
    }));
    return this.#ask((context) =>
      checkbox({ message, choices, pageSize: PAGE, loop: false, theme: checkboxTheme }, context),
    );
  }

  text(message: string, { initial, optional, validate }: TextRequest = {}): Promise<string> {
    return this.#ask((context) =>
      input(
        {
          message,
          theme,
          prefill: 'editable',
          ...(initial === undefined ? {} : { default: initial }),
          validate: (text) => {
            if (text.trim() === '') return optional === true ? true : 'type a value';
            return validate?.(text.trim()) ?? true;
          },
        },
        context,
      ),
    ).then((text) => text.trim());
  }

  confirm(message: string, initial: boolean): Promise<boolean> {
    return this.#ask((context) => confirm({ message, default: initial, theme }, context));
  }

  async secret(message: string, validate?: (secret: Secret) => string | undefined): Promise<Secret> {
    const check = (text: string): string | true =>
      text === '' ? 'type a password' : (validate?.(new Secret(text)) ?? true);
    const ask = (what: string, isValid: (text: string) => string | true): Promise<string> =>
      this.#ask(
        (context) => password({ message: what, theme: passwordTheme, validate: isValid }, context),
        true,
      );
    for (;;) {
      const first = await ask(message, check);
      const again = await ask('Type it again', () => true);
      if (first === again) return new Secret(first);
      this.print('The passwords do not match.\n');
    }
  }

  /**
   * Runs a prompt. Ctrl+B returns to the previous question, and Ctrl+C and Ctrl+D cancel the command. `?`, as the first
   * key of an answer that is not a secret, prints the explanation.
   *
   * @throws StepBack
   * @throws Interrupted
   */
  async #ask<T>(prompt: (context: PromptContext) => Promise<T>, isSecret = false): Promise<T> {
    for (;;) {
      const stop = new AbortController();
      let reason: 'back' | 'end' | 'help' | undefined;
      let isFirst = true;
      const onKey = (text: string | undefined, { name, ctrl }: Key): void => {
        if (ctrl === true && name === 'b') reason = 'back';
        else if (ctrl === true && name === 'd') reason = 'end';
        else if (text === '?' && isFirst && !isSecret) reason = 'help';
        isFirst = false;
        if (reason !== undefined) stop.abort();
      };
      this.#input.on('keypress', onKey);
      try {
        return await prompt({ output: this.#output, signal: stop.signal });
      } catch (error) {
        if (reason === 'back') throw new StepBack();
        const isEnd = reason === 'end' || (error as Error).name === 'ExitPromptError';
        if (isEnd) throw new Interrupted();
        if (reason !== 'help') throw error;
        this.print(`${this.#help}\n`);
      } finally {
        this.#input.off('keypress', onKey);
      }
    }
  }
}

/** Makes an option safe for the terminal, because some of the names come from disks and files. */
function toPrintable({ value, name = value, description }: Option): Option {
  return { value, name: printable(name), ...defined({ description: description && printable(description) }) };
}

/** Returns the options that contain all words of a term; options that begin with the first word come first. */
function findOptions(options: readonly Option[], term: string | undefined): readonly Option[] {
  if (term === undefined) return options;
  const words = term.toLowerCase().split(/\s+/);
  const textOf = ({ value, name = '' }: Option): string => `${value} ${name}`.toLowerCase();
  const found = options.filter((option) => words.every((word) => textOf(option).includes(word)));
  const begins = (option: Option): number => Number(!textOf(option).startsWith(words[0] ?? ''));
  return found.toSorted((a, b) => begins(a) - begins(b));
}
