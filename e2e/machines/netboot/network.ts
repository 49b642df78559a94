/** A network of virtual machines and this host, with Debian's dnsmasq, which provides DHCP and TFTP. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

/** Maximum number of these networks on a host. */
const NETWORK_LIMIT = 64;

function ip(command: string): void {
  execFileSync('ip', command.split(' '), { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** A bridge, to which the machines are connected. The host has the first address in its network. */
export class BootNetwork implements AsyncDisposable {
  readonly #bridge: string;
  readonly #prefix: string;
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'writ-network-'));
  #cables = 0;
  #dhcp: ChildProcess | undefined;
  #log = '';

  private constructor(number: number) {
    this.#bridge = nameOf(number);
    this.#prefix = `10.88.${number}`;
    ip(`addr add ${this.address}/24 dev ${this.#bridge}`);
    ip(`link set ${this.#bridge} up`);
  }

  /** Creates the first network that no other test uses. */
  static create(): BootNetwork {
    for (let number = 0; number < NETWORK_LIMIT; number += 1) {
      if (isAbandoned(nameOf(number))) remove(nameOf(number));
      try {
        ip(`link add ${nameOf(number)} type bridge`);
      } catch (error) {
        if (String(error).includes('File exists')) continue;
        throw error;
      }
      ip(`link set ${nameOf(number)} alias ${process.pid}`);
      return new BootNetwork(number);
    }
    throw new Error(`all ${NETWORK_LIMIT} networks are in use`);
  }

  /** The address of this host. */
  get address(): string {
    return `${this.#prefix}.1`;
  }

  /** The messages of dnsmasq. */
  get log(): string {
    return this.#log;
  }

  /** Connects a machine, and returns the arguments for its network device `boot`. */
  connect(): string[] {
    this.#cables += 1;
    const cable = `${this.#bridge}-${this.#cables}`;
    ip(`tuntap add dev ${cable} mode tap`);
    ip(`link set ${cable} master ${this.#bridge} up`);
    return ['-netdev', `tap,id=boot,ifname=${cable},script=no,downscript=no`];
  }

  /** Starts dnsmasq. @param lines the lines that the service prints */
  async startDhcp(lines: readonly string[]): Promise<void> {
    const settings = join(this.#folder, 'dnsmasq.conf');
    const own = [
      'port=0',
      'user=root',
      `interface=${this.#bridge}`,
      'bind-interfaces',
      `dhcp-range=${this.#prefix}.10,${this.#prefix}.99,1h`,
      `dhcp-leasefile=${join(this.#folder, 'leases')}`,
      'log-dhcp',
    ];
    writeFileSync(settings, `${[...own, ...lines].join('\n')}\n`);
    const options = ['--keep-in-foreground', '--log-facility=-', '--pid-file', `--conf-file=${settings}`];
    const dhcp = spawn('/usr/sbin/dnsmasq', options, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#dhcp = dhcp;
    dhcp.stderr.setEncoding('utf8').on('data', (text: string) => (this.#log += text));
    dhcp.on('error', (error) => (this.#log += `${error.message}\n`));
    await vi.waitFor(() => {
      if (dhcp.exitCode !== null || !this.#log.includes('DHCP, IP range'))
        throw new Error(`dnsmasq does not run: ${this.#log}`);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const dhcp = this.#dhcp;
    if (dhcp !== undefined && dhcp.exitCode === null) {
      const closed = new Promise((done) => dhcp.once('close', done));
      dhcp.kill();
      await closed;
    }
    remove(this.#bridge);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const nameOf = (number: number): string => `writ-boot${number}`;

/** Whether the process that created the bridge was killed. */
function isAbandoned(bridge: string): boolean {
  try {
    const owner = Number(readFileSync(`/sys/class/net/${bridge}/ifalias`, 'utf8'));
    if (owner > 0) process.kill(owner, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Removes a bridge and its cables. */
function remove(bridge: string): void {
  for (const cable of readdirSync(`/sys/class/net/${bridge}/brif`)) ip(`link delete ${cable}`);
  ip(`link delete ${bridge}`);
}
