/** Boots an image in QEMU and talks to it over the serial console, as a person at a terminal would. */
import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Emulated, not virtualised: everything takes about twenty times as long as on the machine itself. */
const BOOT_LIMIT = 240_000;
const ANSWER_LIMIT = 60_000;

export interface Answer {
  readonly output: string;
  readonly status: number;
}

export class Machine {
  readonly #process: ChildProcess;
  readonly #folder: string;
  #transcript = '';
  /** Everything before this offset was read already. */
  #read = 0;
  #changed: () => void = () => {};
  #ended = false;

  /** Starts the image with UEFI firmware; nothing that the machine writes reaches the file. */
  constructor(image: string) {
    this.#folder = mkdtempSync(join(tmpdir(), 'writ-qemu-'));
    const variables = join(this.#folder, 'variables.fd');
    copyFileSync('/usr/share/OVMF/OVMF_VARS_4M.fd', variables);
    this.#process = spawn(
      'qemu-system-x86_64',
      [
        ...'-machine q35 -accel tcg,thread=multi -cpu max -smp 2 -m 2048 -nic none -no-reboot'.split(' '),
        ...'-display none -monitor none -serial stdio'.split(' '),
        '-drive',
        'if=pflash,format=raw,readonly=on,file=/usr/share/OVMF/OVMF_CODE_4M.fd',
        '-drive',
        `if=pflash,format=raw,file=${variables}`,
        '-drive',
        `file=${image},format=raw,if=virtio,snapshot=on`,
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    for (const stream of [this.#process.stdout!, this.#process.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#transcript += text;
        this.#changed();
      });
    }
    this.#process.stdin!.on('error', () => {});
    this.#process.on('error', (error) => (this.#transcript += `\nqemu: ${error.message}\n`));
    this.#process.on('close', () => {
      this.#ended = true;
      this.#changed();
    });
  }

  /** Waits until the console shows `pattern` after what was read before, and reads up to its end. */
  async expect(pattern: RegExp, limit: number = ANSWER_LIMIT): Promise<RegExpExecArray> {
    const deadline = Date.now() + limit;
    for (;;) {
      const found = pattern.exec(this.#transcript.slice(this.#read));
      if (found !== null) {
        this.#read += found.index + found[0].length;
        return found;
      }
      const left = deadline - Date.now();
      if (this.#ended || left <= 0) {
        const why = this.#ended ? 'the machine ended' : `nothing like it within ${limit / 1000} s`;
        throw new Error(
          `waiting for ${pattern}: ${why}. The console's end:\n${this.#transcript.slice(-3000)}`,
        );
      }
      await new Promise<void>((done) => {
        const timer = setTimeout(done, left);
        this.#changed = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
  }

  send(text: string): void {
    this.#process.stdin!.write(text);
  }

  async login(user: string, password: string): Promise<void> {
    await this.expect(/login: $/, BOOT_LIMIT);
    this.send(`${user}\n`);
    await this.expect(/Password: $/);
    this.send(`${password}\n`);
    await this.expect(/[$#] $/);
  }

  /** Runs a command in the shell of whoever is logged in. The markers are written so that their echo does not match. */
  async run(command: string, limit?: number): Promise<Answer> {
    this.send(`echo '<'begin'>'; ${command}; echo '<'end:$?'>'\n`);
    await this.expect(/<begin>\r?\n/, limit);
    const found = await this.expect(/([^]*?)<end:(\d+)>\r?\n/, limit);
    return { output: found[1]!.replaceAll('\r', '').trim(), status: Number(found[2]) };
  }

  get transcript(): string {
    return this.#transcript;
  }

  /** Ends the machine, whatever it does. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#ended) {
      const closed = new Promise((done) => this.#process.once('close', done));
      this.#process.kill('SIGKILL');
      await closed;
    }
    const log = process.env['WRIT_CONSOLE_LOG'];
    if (log !== undefined) writeFileSync(log, this.#transcript);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
