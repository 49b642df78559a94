/** Boots images in QEMU and talks to them over the serial console, as a person at a terminal would. */
import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Emulated, not virtualised: everything takes about twenty times as long as on the machine itself. */
const BOOT_LIMIT = 15 * 60_000;
const ANSWER_LIMIT = 5 * 60_000;

/** For tests that only start a machine: on a busy host it may miss a limit. A second try is told in the report. */
export const emulated = { retry: 1 } as const;

export interface Answer {
  readonly output: string;
  readonly status: number;
}

export interface MachineOptions {
  /** OVMF without it. */
  readonly firmware?: 'uefi' | 'bios';
  /** A network of 10.0.2.0/24, in which 10.0.2.2 is the loopback of who runs this; none without it. */
  readonly network?: boolean;
  /** The file in which UEFI firmware keeps its variables; without it they are a new machine's, and forgotten. */
  readonly variables?: string;
  /** What the machine writes stays in the files; without it nothing reaches them. */
  readonly keeps?: boolean;
  /** Arguments of QEMU besides. */
  readonly more?: readonly string[];
}

/** The firmware's variables of a machine that was never started. */
export const NEW_VARIABLES = '/usr/share/OVMF/OVMF_VARS_4M.fd';

const NETWORK = '-netdev user,id=net -device virtio-net-pci,netdev=net,addr=8';

/** The name that systemd gives the interface of the network. */
export const NIC = 'enp0s8';

export class Machine {
  readonly #process: ChildProcess;
  readonly #folder: string;
  #transcript = '';
  /** Everything before this offset was read already. */
  #read = 0;
  #changed: () => void = () => {};
  #ended = false;

  /** Starts from the first of the images. A restart ends the machine: what follows is another one. */
  constructor(images: readonly string[], options: MachineOptions = {}) {
    const { firmware = 'uefi', network = false, variables, keeps = false, more = [] } = options;
    this.#folder = mkdtempSync(join(tmpdir(), 'writ-qemu-'));
    const drives = [
      ...(firmware === 'uefi' ? this.#flash(variables) : []),
      ...images.map((image) => drive(image, keeps)),
    ];
    this.#process = spawn(
      'qemu-system-x86_64',
      [
        // With a second processor the same takes more of ours.
        ...'-machine q35 -accel tcg,thread=multi -cpu max -m 1024 -no-reboot'.split(' '),
        ...'-display none -monitor none -serial stdio'.split(' '),
        ...(network ? NETWORK : '-nic none').split(' '),
        ...drives.flatMap((one) => ['-drive', one]),
        ...more,
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

  /** The firmware, and the variables that it keeps as long as this machine is there. */
  #flash(kept: string | undefined): string[] {
    const variables = kept ?? join(this.#folder, 'variables.fd');
    if (kept === undefined) copyFileSync(NEW_VARIABLES, variables);
    return [
      'if=pflash,format=raw,readonly=on,file=/usr/share/OVMF/OVMF_CODE_4M.fd',
      `if=pflash,format=raw,file=${variables}`,
    ];
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

  /** Waits until the machine has switched itself off. */
  async off(limit: number = ANSWER_LIMIT): Promise<void> {
    await this.expect(/(?!)/, limit).catch((error: unknown) => {
      if (!this.#ended) throw error;
    });
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
    if (log !== undefined) writeFileSync(`${log}.${this.#process.pid}`, this.#transcript);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function drive(image: string, keeps: boolean): string {
  return `file=${image},format=raw,if=virtio,snapshot=${keeps ? 'off' : 'on'}`;
}
