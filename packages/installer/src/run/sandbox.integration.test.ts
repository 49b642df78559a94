import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runProcess, type ProcessEnd } from '../process/run-process.ts';
import { createRedactor } from '../process/redact.ts';
import { temporaryFolder } from './testing.ts';
import { createSandbox, type SandboxOptions } from './sandbox.ts';

const root = process.getuid?.() === 0;

/**
 * Runs a shell script in a sandbox whose tree is this machine's root, so that the script sees the mounts of
 * the namespace.
 */
function run(around: SandboxOptions, script: string, ...args: string[]): Promise<ProcessEnd> {
  return runProcess({
    argv: createSandbox(false)(around, ['sh', '-c', script, 'sh', ...args]),
    environment: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    limit: 20_000,
    redactor: createRedactor([]),
    capture: true,
  });
}

describe('the argument vector of a sandbox', () => {
  it('creates a user namespace with the subordinate IDs of a user other than root', () => {
    expect(createSandbox(true)({ where: 'host' }, ['true'])).toEqual(
      expect.arrayContaining(['--user', '--map-root-user', '--map-auto']),
    );
    expect(createSandbox(false)({ where: 'host' }, ['true'])).not.toContain('--user');
  });

  it('creates no namespace for commands whose mounts must remain', () => {
    expect(createSandbox(false)({ where: 'machine' }, ['mount', '/x'])).toEqual(
      'setpriv --pdeathsig KILL -- mount /x'.split(' '),
    );
  });

  it('is empty for commands of the configuration that run on the installing system', () => {
    expect(createSandbox(true, '/proc/7/ns/mnt')({ where: 'system' }, ['bash', '-c', 'x'])).toEqual(
      'setpriv --pdeathsig KILL -- bash -c x'.split(' '),
    );
  });

  it("enters the run's mount namespace first", () => {
    const mounts = '/proc/7/ns/mnt';
    expect(createSandbox(false, mounts)({ where: 'machine' }, ['mount', '/x'])).toEqual(
      `setpriv --pdeathsig KILL -- nsenter --mount=${mounts} -- mount /x`.split(' '),
    );
    expect(createSandbox(false, mounts)({ where: 'host' }, ['true']).slice(4, 8)).toEqual(
      `nsenter --mount=${mounts} -- unshare`.split(' '),
    );
  });

  it('ends with the unchanged command', () => {
    const argv = ['echo', '$(reboot)', "it's", ''];
    expect(createSandbox(false)({ where: 'chroot', tree: '/t' }, argv).slice(-4)).toEqual(argv);
  });
});

describe.runIf(root)('a sandbox', () => {
  it('ends with the command and leaves no mounts or processes behind', async () => {
    const mounts = await readFile('/proc/self/mounts', 'utf8');
    const { stdout, ...end } = await run(
      { where: 'mounted', tree: '/' },
      'setsid sleep 4321 & echo $!; grep -c "^tmpfs\\|^run /run" /proc/mounts',
    );
    expect(end).toMatchObject({ end: 'exit', status: 0 });
    expect(Number(stdout.split('\n')[1])).toBeGreaterThan(0);
    expect(await readFile('/proc/self/mounts', 'utf8')).toBe(mounts);
    const left = await runProcess({
      argv: ['pgrep', '-f', 'sleep 4321'],
      environment: { PATH: '/usr/bin:/bin' },
      limit: 5000,
      redactor: createRedactor([]),
    });
    expect(left.status).toBe(1);
  });

  it('passes on the exit status and standard input', async () => {
    expect(await run({ where: 'host' }, 'exit 42')).toMatchObject({ status: 42 });
    expect(await run({ where: 'chroot', tree: '/' }, 'exit 43')).toMatchObject({ status: 43 });
    expect(await run({ where: 'host' }, 'kill -9 $$')).toMatchObject({ end: 'exit', status: 137 });
  });

  it('contains only harmless devices', async () => {
    const { stdout } = await run({ where: 'chroot', tree: '/' }, 'echo x > /dev/null; ls /dev; ls /dev/pts');
    expect(stdout.split('\n').filter(Boolean).toSorted()).toEqual(
      'fd full null ptmx ptmx pts random shm stderr stdin stdout tty urandom zero'.split(' '),
    );
  });

  it('hides folders only while the command runs', async () => {
    const { stdout } = await run(
      { where: 'host', covers: ['/etc', '/opt'] },
      'ls /etc /opt; echo "$1"',
      'x y',
    );
    expect(stdout).toBe('/etc:\n\n/opt:\nx y\n');
  });

  it('ignores the mount options of a tree in memory, as the installed system does', async () => {
    const outer = `
      mount --bind / "$1"
      mount -o remount,bind,nosuid "$1"
      shift
      exec "$@"`;
    const folder = await temporaryFolder();
    const flags = async (inMemory: boolean): Promise<string> => {
      const script = 'sed -n "s/^[^ ]* \\/ [^ ]* \\([^ ]*\\) .*/\\1/p" /proc/mounts | tail -n 1';
      const inner = createSandbox(false)({ where: 'chroot', tree: folder, inMemory }, ['sh', '-c', script]);
      const { stdout } = await run({ where: 'host' }, outer, folder, ...inner);
      return stdout;
    };
    expect(await flags(false)).toContain('nosuid');
    expect(await flags(true)).not.toContain('nosuid');
  });

  it("provides this machine's resolv.conf only on request", async () => {
    const own = await readFile('/etc/resolv.conf', 'utf8').catch(() => '');
    const { stdout } = await run({ where: 'chroot', tree: '/', resolves: true }, 'cat /etc/resolv.conf');
    expect(stdout).toBe(own);
  });
});
