/** A word of a shell command. */
export interface Word {
  /** The word without quotes. Variables and commands are not expanded. */
  readonly text: string;
  /** Whether the word contains neither variables nor commands. */
  readonly literal: boolean;
}

/** A program and its arguments, to the extent that they are known without running a shell. */
export interface ShellCommand {
  readonly words: readonly Word[];
  /** Here-strings and here-documents. */
  readonly input: readonly Word[];
  /** Commands whose output is piped into the program. */
  readonly reads: readonly ShellCommand[];
}

/** Maximum nesting of command substitutions; each level is a recursive call. */
const MAX_LEVELS = 5;

/** Parses the commands of a bash script, including nested ones, in linear time. */
export function shellCommands(text: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  readCommands({ text, at: 0, level: 0, commands }, '');
  return commands;
}

interface Reader {
  readonly text: string;
  at: number;
  level: number;
  readonly commands: ShellCommand[];
}

interface HereDocument {
  readonly end: string;
  readonly literal: boolean;
  readonly input: Word[];
}

/** @param close the closing bracket of a command substitution, or an empty string to read the whole text */
function readCommands(reader: Reader, close: '' | ')'): void {
  const { text, commands } = reader;
  let words: Word[] = [];
  let input: Word[] = [];
  let reads: readonly ShellCommand[] = [];
  let documents: HereDocument[] = [];
  /**
   * Index of the first command in the current part of the pipeline; `groups` contains the indices of
   * enclosing groups.
   */
  let first = commands.length;
  const groups: number[] = [];
  const end = (): void => {
    if (words.length > 0 || input.length > 0) commands.push({ words, input, reads });
    words = [];
    input = [];
    reads = [];
  };
  for (;;) {
    skipBlanks(reader);
    const letter = text[reader.at];
    if (letter === undefined) break;
    if (letter === '#') reader.at = endOfLine(text, reader.at);
    else if (letter === '\n') {
      reader.at += 1;
      end();
      for (const document of documents) readDocument(reader, document);
      documents = [];
      first = commands.length;
    } else if (letter === ';' || letter === '&') {
      reader.at += 1;
      end();
      first = commands.length;
    } else if (letter === '|') {
      const isOr = text[reader.at + 1] === '|';
      reader.at += isOr || text[reader.at + 1] === '&' ? 2 : 1;
      end();
      if (!isOr) reads = commands.slice(Math.max(first, commands.length - MAX_READ));
      first = commands.length;
    } else if (letter === '(') {
      reader.at += 1;
      end();
      groups.push(first);
      first = commands.length;
    } else if (letter === ')') {
      reader.at += 1;
      end();
      const outerFirst = groups.pop();
      if (outerFirst === undefined && close === ')') return;
      first = outerFirst ?? first;
    } else if (letter === '<' || letter === '>') {
      const [operator] = /^(?:<<<|<<-?|[<>]\(|[<>][>&|]?)/.exec(text.slice(reader.at, reader.at + 3)) ?? [
        letter,
      ];
      reader.at += operator.endsWith('(') ? operator.length - 1 : operator.length;
      if (operator.endsWith('(')) continue;
      skipBlanks(reader);
      const word = readWord(reader);
      if (operator === '<<<') input.push(word);
      else if (operator.startsWith('<<')) documents.push({ end: word.text, literal: word.literal, input });
    } else {
      const word = readWord(reader);
      if (word.text === '{' && words.length === 0) {
        groups.push(first);
        first = commands.length;
      } else if (word.text === '}' && words.length === 0) first = groups.pop() ?? first;
      else words.push(word);
    }
  }
  end();
}

/** Maximum number of commands in a group that count as input of a pipe. */
const MAX_READ = 8;

function skipBlanks(reader: Reader): void {
  skipPattern(reader, /(?:[ \t\r]|\\\n)*/y);
}

/** @param pattern a sticky pattern that also matches the empty string */
function skipPattern(reader: Reader, pattern: RegExp): void {
  // A `lastIndex` beyond the end of the string would be reset to 0.
  pattern.lastIndex = Math.min(reader.at, reader.text.length);
  pattern.exec(reader.text);
  reader.at = pattern.lastIndex;
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

/** Reads a here-document up to its delimiter, without expanding it. */
function readDocument(reader: Reader, { end, literal, input }: HereDocument): void {
  const { text } = reader;
  const start = reader.at;
  while (reader.at < text.length) {
    const next = endOfLine(text, reader.at);
    const isEnd = next - reader.at < end.length + 100 && text.slice(reader.at, next).trim() === end;
    if (isEnd) {
      input.push({ text: text.slice(start, reader.at), literal });
      reader.at = next;
      return;
    }
    reader.at = next + 1;
  }
  input.push({ text: text.slice(start), literal });
  reader.at = text.length;
}

/** Reads a word of at least one character. */
function readWord(reader: Reader): Word {
  const { text } = reader;
  let content = '';
  let literal = true;
  const begin = reader.at;
  while (reader.at < text.length) {
    const letter = text[reader.at]!;
    if (reader.at > begin && /[\s;&|()<>]/.test(letter)) break;
    reader.at += 1;
    if (letter === '\\') content += readEscaped(reader);
    else if (letter === "'") content += readSingleQuoted(reader);
    else if (letter === '"') {
      const part = readDoubleQuoted(reader);
      content += part.text;
      literal &&= part.literal;
    } else if (letter === '$' && text[reader.at] === "'") {
      reader.at += 1;
      content += readSingleQuoted(reader);
    } else if (letter === '$' || letter === '`') {
      content += readExpansion(reader, letter);
      literal = false;
    } else content += letter;
  }
  return { text: content, literal };
}

/** Reads the character after a backslash. A shell removes an escaped line break. */
function readEscaped(reader: Reader): string {
  const letter = reader.text[reader.at] ?? '';
  reader.at += 1;
  return letter === '\n' ? '' : letter;
}

function readSingleQuoted(reader: Reader): string {
  const close = reader.text.indexOf("'", reader.at);
  const end = close < 0 ? reader.text.length : close;
  const content = reader.text.slice(reader.at, end);
  reader.at = end + 1;
  return content;
}

function readDoubleQuoted(reader: Reader): Word {
  const { text } = reader;
  let content = '';
  let literal = true;
  while (reader.at < text.length) {
    const letter = text[reader.at++]!;
    if (letter === '"') break;
    if (letter === '\\' && /["\\$`\n]/.test(text[reader.at] ?? '')) content += readEscaped(reader);
    else if (letter === '`' || (letter === '$' && /[\w({@*#?!$-]/.test(text[reader.at] ?? ''))) {
      content += readExpansion(reader, letter);
      literal = false;
    } else content += letter;
  }
  return { text: content, literal };
}

/**
 * Reads a variable or a command substitution after its first character, and adds the commands in it to
 * `reader.commands`.
 */
function readExpansion(reader: Reader, letter: '$' | '`'): string {
  const { text } = reader;
  const begin = reader.at - 1;
  if (letter === '`') {
    const close = closingBacktick(text, reader.at);
    const inner = text.slice(reader.at, close).replaceAll(/\\([`\\$])/g, '$1');
    if (reader.level < MAX_LEVELS) {
      readCommands({ text: inner, at: 0, level: reader.level + 1, commands: reader.commands }, '');
    }
    reader.at = close + 1;
  } else if (text[reader.at] === '(' && reader.level < MAX_LEVELS) {
    reader.at += 1;
    reader.level += 1;
    readCommands(reader, ')');
    reader.level -= 1;
  } else if (text[reader.at] === '{') {
    const close = text.indexOf('}', reader.at);
    reader.at = close < 0 ? text.length : close + 1;
  } else {
    skipPattern(reader, /\w+|[@*#?!$-]|/y);
  }
  return text.slice(begin, reader.at);
}

function closingBacktick(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') return at;
  }
  return text.length;
}
