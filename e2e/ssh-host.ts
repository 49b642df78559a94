/** A host in a network namespace, with Debian's OpenSSH server, that shares this machine's files and disks. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { vi } from 'vitest';

const NAMESPACE = 'writ-ssh';
const DEVICE = 'writ-ssh0';
const HOST = '10.87.65.2';

/** The address of this machine for the host. */
export const HERE = '10.87.65.1';

function run(command: string): void {
  const [program = '', ...rest] = command.split(' ');
  execFileSync(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
}

export class SshHost {
  readonly #folder: string;
  #server: ChildProcess | undefined;

  /** The destination, for `--ssh`. */
  readonly destination: string = `root@${HOST}`;

  /** @param folder an existing folder for keys */
  constructor(folder: string) {
    this.#folder = folder;
    for (const name of ['host', 'user'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', join(folder, name)]);
  }

  async start(): Promise<void> {
    this.#removeNetwork();
    run(`ip netns add ${NAMESPACE}`);
    run(`ip link add ${DEVICE} type veth peer name eth0 netns ${NAMESPACE}`);
    run(`ip addr add ${HERE}/24 dev ${DEVICE}`);
    run(`ip link set ${DEVICE} up`);
    for (const each of ['link set lo up', `addr add ${HOST}/24 dev eth0`, 'link set eth0 up'])
      run(`ip -n ${NAMESPACE} ${each}`);
    const settings = join(this.#folder, 'sshd_config');
    const lines = [
      `ListenAddress ${HOST}`,
      `HostKey ${join(this.#folder, 'host')}`,
      `AuthorizedKeysFile ${join(this.#folder, 'user.pub')}`,
      'PermitRootLogin prohibit-password',
      'PidFile none',
      'StrictModes no',
      'UsePAM no',
    ];
    writeFileSync(settings, `${lines.join('\n')}\n`);
    mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
    this.#server = spawn('ip', ['netns', 'exec', NAMESPACE, '/usr/sbin/sshd', '-D', '-f', settings], {
      stdio: 'ignore',
    });
    await vi.waitFor(
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(22, HOST, () => {
            socket.destroy();
            resolve();
          });
          socket.on('error', reject);
        }),
    );
  }

  /** Options of ssh for the test's keys. */
  options(isKnown: boolean): string[] {
    const known = join(this.#folder, 'known_hosts');
    const key = readFileSync(join(this.#folder, 'host.pub'), 'utf8');
    writeFileSync(known, isKnown ? `${HOST} ${key}` : '');
    return [
      'BatchMode=yes',
      'IdentitiesOnly=yes',
      `IdentityFile=${join(this.#folder, 'user')}`,
      `UserKnownHostsFile=${known}`,
    ].flatMap((option) => ['--ssh-option', option]);
  }

  [Symbol.dispose](): void {
    this.#server?.kill();
    this.#removeNetwork();
  }

  #removeNetwork(): void {
    spawnSync('ip', ['netns', 'delete', NAMESPACE], { stdio: 'ignore' });
    spawnSync('ip', ['link', 'delete', DEVICE], { stdio: 'ignore' });
  }
}
