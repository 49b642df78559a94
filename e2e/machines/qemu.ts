/** Boots images in QEMU and controls them over the serial console. */
import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Time limit in milliseconds. The machine is emulated and about twenty times slower than the host. */
const BOOT_LIMIT = 15 * 60_000;
const ANSWER_LIMIT = 5 * 60_000;

/**
 * Retries tests that only boot a machine, because a busy host may exceed a limit. The report contains the
 * second attempt.
 */
export const emulated = { retry: 1 } as const;

export interface Answer {
  readonly output: string;
  readonly status: number;
}

export interface MachineOptions {
  /** Firmware (default: OVMF). */
  readonly firmware?: 'uefi' | 'bios';
  /** A network 10.0.2.0/24, in which 10.0.2.2 is the host's loopback interface (default: none). */
  readonly network?: boolean;
  /** File of the UEFI variables (default: temporary and empty). */
  readonly variables?: string;
  /** Write changes to the image files; otherwise QEMU discards them. */
  readonly keeps?: boolean;
  /** Start again when the machine restarts; otherwise a restart ends it. */
  readonly restarts?: boolean;
  /** Additional QEMU arguments. */
  readonly more?: readonly string[];
}

/** UEFI variables of a machine that has never booted. */
export const NEW_VARIABLES = '/usr/share/OVMF/OVMF_VARS_4M.fd';

const NETWORK = '-netdev user,id=net -device virtio-net-pci,netdev=net,addr=8';

/** Name of the network interface. */
export const NIC = 'enp0s8';

export class Machine {
  readonly #process: ChildProcess;
  readonly #folder: string;
  #transcript = '';
  /** Offset of the unread output. */
  #read = 0;
  #changed: () => void = () => {};
  #ended = false;

  /** Boots from the first image. Unless `restarts` is set, a restart ends the machine. */
  constructor(images: readonly string[], options: MachineOptions = {}) {
    const {
      firmware = 'uefi',
      network = false,
      variables,
      keeps = false,
      restarts = false,
      more = [],
    } = options;
    this.#folder = mkdtempSync(join(tmpdir(), 'writ-qemu-'));
    const drives = [
      ...(firmware === 'uefi' ? this.#flash(variables) : []),
      ...images.map((image) => drive(image, keeps)),
    ];
    this.#process = spawn(
      'qemu-system-x86_64',
      [
        // A second processor, or the extensions of newer processors, would cost more host time.
        ...'-machine q35 -accel tcg,thread=multi -cpu qemu64 -m 1024'.split(' '),
        ...(restarts ? [] : ['-no-reboot']),
        ...'-display none -monitor none -serial stdio'.split(' '),
        ...(network ? NETWORK : '-nic none').split(' '),
        ...drives.flatMap((one) => ['-drive', one]),
        ...more,
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    const log = process.env['WRIT_CONSOLE_LOG'];
    for (const stream of [this.#process.stdout!, this.#process.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#transcript += text;
        if (log !== undefined) appendFileSync(`${log}.${this.#process.pid}`, text);
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

  /** The firmware and its variables during the life of this machine. */
  #flash(kept: string | undefined): string[] {
    const variables = kept ?? join(this.#folder, 'variables.fd');
    if (kept === undefined) copyFileSync(NEW_VARIABLES, variables);
    return [
      'if=pflash,format=raw,readonly=on,file=/usr/share/OVMF/OVMF_CODE_4M.fd',
      `if=pflash,format=raw,file=${variables}`,
    ];
  }

  /** Waits until unread output matches `pattern`, and consumes it. */
  async expect(pattern: RegExp, limit: number = ANSWER_LIMIT): Promise<RegExpExecArray> {
    const deadline = Date.now() + limit;
    for (;;) {
      const found = pattern.exec(this.#transcript.slice(this.#read));
      if (found !== null) {
        this.#read += found.index + found[0].length;
        return found;
      }
      const left = deadline - Date.now();
      const failure = this.#failure();
      if (failure !== undefined || left <= 0) {
        const why = failure ?? `nothing like it within ${limit / 1000} s`;
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

  /** The reason for which this machine will print nothing more. */
  #failure(): string | undefined {
    if (this.#ended) return 'the machine ended';
    // For example, on a busy host, a kernel may consider the emulated timer broken.
    return this.#transcript.includes('Kernel panic - not syncing') ? 'the kernel panicked' : undefined;
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

  /** Runs a command in the login shell. The markers are written so that their echo does not match. */
  async run(command: string, limit?: number): Promise<Answer> {
    this.send(`echo '<'begin'>'; ${command}; echo '<'end:$?'>'\n`);
    await this.expect(/<begin>\r?\n/, limit);
    const found = await this.expect(/([^]*?)<end:(\d+)>\r?\n/, limit);
    return { output: found[1]!.replaceAll('\r', '').trim(), status: Number(found[2]) };
  }

  /** Waits until the machine has powered off. */
  async off(limit: number = ANSWER_LIMIT): Promise<void> {
    await this.expect(/(?!)/, limit).catch((error: unknown) => {
      if (!this.#ended) throw error;
    });
  }

  get transcript(): string {
    return this.#transcript;
  }

  /** Kills the machine. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#ended) {
      const closed = new Promise((done) => this.#process.once('close', done));
      this.#process.kill('SIGKILL');
      await closed;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function drive(image: string, keeps: boolean): string {
  // The data of a machine that ends is safe, because QEMU has passed it to the host's kernel.
  return `file=${image},format=raw,if=virtio,snapshot=${keeps ? 'off,cache=unsafe' : 'on'}`;
}
