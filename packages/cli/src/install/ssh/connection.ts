import { spawn, spawnSync, type ChildProcess, type StdioOptions } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quoteWords } from '../../process/quote-words.ts';

/** Seconds within which a server must answer. */
const CONNECT_LIMIT = 30;
/** Time limit in milliseconds for closing the connection. */
const CLOSE_LIMIT = 10_000;

/** The exit status of ssh itself, if there is no connection. */
export const SSH_FAILED = 255;

/**
 * A connection of OpenSSH's client, with the user's own configuration, keys and known hosts. Several programs run over
 * one connection, so that ssh asks for a password at most once.
 */
export class SshConnection {
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'writ-ssh-'));
  readonly #host: string;
  readonly #options: readonly string[];

  /**
   * @param host a destination as for ssh: `[user@]host`, `ssh://[user@]host[:port]` or a name in ~/.ssh/config
   * @param options values of ssh's `-o`
   */
  constructor(host: string, options: readonly string[]) {
    this.#host = host;
    this.#options = options;
  }

  /**
   * Runs a program on the host. ssh writes its own messages and questions to standard error and to the terminal.
   *
   * @param detached whether to shield ssh from the terminal's signals; ssh then cannot ask questions
   */
  start(argv: readonly string[], stdio: StdioOptions, detached = false): ChildProcess {
    return spawn('ssh', this.#arguments(['--', this.#host, quoteWords(argv)]), { stdio, detached });
  }

  /** Ends the connection. */
  [Symbol.dispose](): void {
    spawnSync('ssh', this.#arguments(['-O', 'exit', '--', this.#host]), {
      stdio: 'ignore',
      timeout: CLOSE_LIMIT,
    });
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #arguments(last: readonly string[]): string[] {
    const options = [
      ...this.#options,
      'ControlMaster=auto',
      `ControlPath=${this.#folder}/%C`,
      'ControlPersist=yes',
      `ConnectTimeout=${CONNECT_LIMIT}`,
      'ServerAliveInterval=15',
      'ServerAliveCountMax=4',
    ];
    return ['-T', ...options.flatMap((option) => ['-o', option]), ...last];
  }
}
