import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
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

  it('creates no namespace for a single process of root that needs no other mounts', () => {
    const argv = ['rm', '-f', '/x'];
    expect(createSandbox(false)({ where: 'host' }, argv)).not.toContain('unshare');
    expect(createSandbox(false, '/proc/7/ns/mnt')({ where: 'host' }, argv)).toContain('nsenter');
    expect(createSandbox(true)({ where: 'host' }, argv)).toContain('--user');
    expect(createSandbox(false)({ where: 'host', covers: ['/opt'] }, argv)).toContain('unshare');
    expect(createSandbox(false)({ where: 'chroot', tree: '/t' }, argv)).toContain('unshare');
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

  it('has the umask 022, also without a namespace', async () => {
    const folder = await temporaryFolder();
    const create = (...argv: string[]): Promise<ProcessEnd> =>
      runProcess({
        argv: ['sh', '-c', 'umask 077; exec "$@"', 'sh', ...createSandbox(false)({ where: 'host' }, argv)],
        environment: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
        limit: 20_000,
        redactor: createRedactor([]),
      });
    await create('truncate', '-s', '1', '--', join(folder, 'single'));
    await create('sh', '-c', ': > "$1"', 'sh', join(folder, 'shell'));
    for (const name of ['single', 'shell'])
      expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o644);
  });

  it('kills a single process without a namespace when the run is killed', async () => {
    const folder = await temporaryFolder();
    const pipe = join(folder, 'pipe');
    const argv = createSandbox(false)({ where: 'host' }, ['cp', pipe, '/dev/null']);
    // Opening the pipe waits until the process reads it. A second process holds the pipe open for longer than the limit.
    const script = `
      mkfifo "$1"; pipe=$1; shift
      "$@" &
      exec 3> "$pipe"
      sleep 60 > /dev/null 2>&1 &
      echo $!; kill -9 $$`;
    const { stdout, ...end } = await runProcess({
      argv: ['sh', '-c', script, 'sh', pipe, ...argv],
      environment: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
      limit: 20_000,
      redactor: createRedactor([]),
      capture: true,
    });
    // The output, which the process inherits, has ended.
    expect(end).toMatchObject({ end: 'signal', signal: 'SIGKILL' });
    process.kill(Number(stdout), 'SIGKILL');
  });

  it('mounts file systems in a tree whose path contains special characters', async () => {
    const tree = join(await temporaryFolder(), 'a b\\c#d\u00a0\u3000\u0085');
    for (const name of ['dev', 'proc', 'run', 'sys']) await mkdir(join(tree, name), { recursive: true });
    const { stdout } = await run(
      { where: 'mounted', tree },
      'echo x > "$1/dev/null"; ls "$1/dev/shm" "$1/run"; stat -f -c %T "$1/proc" "$1/dev/shm" "$1/run"; test -c "$1/dev/full" && echo device',
      tree,
    );
    expect(stdout).toBe(`${tree}/dev/shm:\n\n${tree}/run:\nproc\ntmpfs\ntmpfs\ndevice\n`);
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
