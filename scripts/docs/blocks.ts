/** A fenced block of a page. */
export interface Block {
  /** `ts`, `sh`, `console`, `text`, `json` … */
  readonly language: string;
  /** The file that it shows: what stands behind the language. Empty when it shows none. */
  readonly file: string;
  readonly text: string;
  /** Of its first fence, from 1. */
  readonly line: number;
}

/** The fenced blocks of a page of Markdown, in order. Throws for a fence without an end. */
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
  if (open !== undefined) throw new Error(`the block of line ${open.line} has no end`);
  return blocks;
}

/** A command of a page, and what the page shows of its output. */
export interface Command {
  readonly line: string;
  /** Undefined when it shows nothing. */
  readonly output: string | undefined;
  /** Whether it shows the body and nothing else, as a terminal would. */
  readonly isBody: boolean;
}

/** The commands of a block: `sh` with the answer behind `#`, `console` with `$` before and the output below. */
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

/** Whether `text` is what is shown; `…` stands for anything. */
export function matchesOutput(shown: string, text: string): boolean {
  const pattern = shown.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${pattern.join('[^]*?')}$`).test(text.trimEnd());
}
