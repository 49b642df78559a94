import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** Milliseconds to wait for a string in the output. A command is killed after twice this time. */
const LIMIT = 120_000;

/** A command in a pseudo-terminal of util-linux's `script`, which reports 0 columns like a serial console. */
export class TerminalSession {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<number>;
  #output = '';
  #seen = 0;

  constructor(argv: readonly string[], folder: string, environment: Readonly<Record<string, string>> = {}) {
    const command = argv.map((argument) => `'${argument}'`).join(' ');
    this.#child = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
      cwd: folder,
      env: { ...process.env, TERM: 'vt220', LC_ALL: 'C', ...environment },
      timeout: 2 * LIMIT,
    });
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#output += chunk.toString('utf8');
    });
    this.#ended = new Promise((resolve) => {
      this.#child.on('close', (status) => resolve(status ?? -1));
    });
  }

  /** Everything that the terminal received, with control sequences. */
  get output(): string {
    return this.#output;
  }

  /** Waits for a string in the output after the previous match. */
  async expect(text: string): Promise<void> {
    const end = Date.now() + LIMIT;
    for (;;) {
      const shown = stripVTControlCharacters(this.#output);
      const at = shown.indexOf(text, this.#seen);
      if (at !== -1) {
        this.#seen = at + text.length;
        return;
      }
      if (Date.now() > end) throw new Error(`${text} was not shown after:\n${shown.slice(this.#seen)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Types keys when a string is displayed. */
  async answer(text: string, keys: string): Promise<void> {
    await this.expect(text);
    this.type(keys);
  }

  type(keys: string): void {
    this.#child.stdin.write(keys);
  }

  /** Waits for the end, and returns the exit status, or -1 if a signal ended the command. */
  end(): Promise<number> {
    return this.#ended;
  }
}

/** Keys as a terminal sends them. */
export const keys = {
  enter: '\r',
  down: '\u001B[B',
  clear: '\u0015',
  back: '\u0002',
  interrupt: '\u0003',
  end: '\u0004',
} as const;
