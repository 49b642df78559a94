/** A fenced code block on a page. */
export interface Block {
  /** Language of the block, such as `ts`, `sh`, `console`, `text` or `json`. */
  readonly language: string;
  /** The file name that follows the language; empty if there is none. */
  readonly file: string;
  readonly text: string;
  /** Line of the opening fence, counted from 1. */
  readonly line: number;
}

/**
 * Parses the fenced blocks of a Markdown page, in order.
 *
 * @throws Error for a block that is not closed
 */
export function parseBlocks(page: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { head: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of page.split('\n').entries()) {
    if (!line.startsWith('```')) open?.lines.push(line);
    else if (open === undefined) open = { head: line.slice(3).trim(), line: index + 1, lines: [] };
    else {
      const [language = '', file = ''] = open.head.split(/\s+/);
      blocks.push({ language, file, text: open.lines.map((each) => `${each}\n`).join(''), line: open.line });
      open = undefined;
    }
  }
  if (open !== undefined) throw new Error(`the block at line ${open.line} is not closed`);
  return blocks;
}

/** A command on a page, with its documented output. */
export interface Command {
  readonly line: string;
  /** Undefined if the page contains no output. */
  readonly output: string | undefined;
  /** Whether the output of curl is only the body of the response, as in a terminal. */
  readonly isBody: boolean;
}

/**
 * Parses the commands of a block. In a `sh` block, the response follows `#`. In a `console` block, the
 * command follows `$`, and the output is below it.
 */
export function parseCommands({ language, text }: Block): readonly Command[] {
  const joined = text.replaceAll(/\\\n\s*/g, '');
  if (language === 'sh') {
    const lines = joined.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
    return lines.map((line) => {
      const [, command = '', output] = /^(.*?)(?:\s+# (.*))?$/.exec(line) ?? [];
      return { line: command, output, isBody: false };
    });
  }
  const parts = language === 'console' ? joined.split(/^\$ /m).slice(1) : [];
  return parts.map((part) => {
    const end = part.indexOf('\n');
    return { line: part.slice(0, end), output: part.slice(end + 1).trimEnd(), isBody: true };
  });
}

/** Whether `text` matches the output on a page, in which `…` matches any characters. */
export function matchesOutput(shown: string, text: string): boolean {
  const pattern = shown.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${pattern.join('[^]*?')}$`).test(text.trimEnd());
}
