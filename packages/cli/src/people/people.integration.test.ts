import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runShared, serveShared, type ExitedCommand } from '../../test/shared-command.ts';
import { keys, TerminalSession } from '../../test/terminal-session.ts';

const writ = fileURLToPath(new URL('../../bin/writ.js', import.meta.url));
const password = 'canary-user-password-5c';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'writ-people-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const environment = (): Record<string, string> => ({ HOME: folder, WRIT_STATE: join(folder, 'state') });

function run(line: string, input = ''): Promise<ExitedCommand> {
  return runShared(folder, line.split(' '), {
    env: { ...environment(), WRIT_DATABASE_URL: undefined as never },
    input,
  });
}

/** The address of a database to which no connection is possible. */
const unreachable = 'postgres://writ:canary@localhost:1/writ';

function writeSecret(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

const addAdministrator = (): Promise<ExitedCommand> => run('user add ada --role administer', `${password}\n`);

describe('writ user', () => {
  it('adds, lists, changes and removes users of a service that is not running', async () => {
    const database = join(folder, 'state/service.db');
    expect(await addAdministrator()).toMatchObject({
      status: 0,
      stderr: `writ: created ${database}, because there were no records; a service with another WRIT_STATE does not use this file\nwrit: the user ada was added with the role administer\n`,
    });
    expect(await run('user add bob --role view', `${password}\r\nmore`)).toMatchObject({
      status: 0,
      stderr: 'writ: the user bob was added with the role view\n',
    });
    expect((await run('user role bob --role run')).status).toBe(0);
    expect((await run('user password bob', 'another-long-password')).status).toBe(0);
    const { stdout } = await run('user list');
    expect(stdout).toMatch(/^name +role +changed\nada +administer +\d{4}-\d\d-\d\d\nbob +run +\d{4}-/);
    expect((await run('user remove ada')).stderr).toBe('writ: ada is the last administrator\n');
    expect((await run('user remove bob')).status).toBe(0);
    expect(JSON.parse((await run('user list --format json')).stdout)).toMatchObject([{ name: 'ada' }]);
    expect((await run('user list --format json')).stdout).not.toContain('scrypt');
  });

  it.each([
    ['user', 2, 'missing action: use add, list, remove, role or password'],
    ['user create ada', 2, 'unknown action "create": use add, list, remove, role or password'],
    ['user add', 2, 'missing NAME'],
    ['user add ada', 2, 'missing --role: use view, run or administer'],
    ['user add ada --role root', 2, 'invalid --role "root": use view, run or administer'],
    [
      'user add ada --role administer',
      2,
      'missing password: type it at a terminal, or pass it in standard input',
    ],
    ['user remove ada --role view', 2, '--role requires the action add or role'],
    ['user list ada', 2, 'unexpected argument ada'],
    ['token create backup', 2, 'missing --user'],
    ['token create backup --user ada', 2, 'missing --scope'],
    ['token revoke x', 2, 'missing TOKEN: pass the number of the token'],
    ['audit show', 2, 'unknown action "show": use list or verify'],
    ['audit --limit 0', 2, 'invalid --limit "0": use a number from 1 to 10000'],
    ['audit verify --head 1', 2, 'invalid --head: use N:HASH'],
    ['migrate', 2, 'WRIT_MIGRATION_URL is missing'],
  ])('refuses: writ %s', async (line, status, message) => {
    const ended = await run(line);
    expect([ended.status, ended.stderr]).toEqual([status, expect.stringContaining(message)]);
  });

  it.each([
    'user list',
    'user remove ada',
    'user password ada',
    'token list',
    'token create backup --user ada --scope view',
    'audit list',
    'audit verify',
  ])('refuses without records, and creates none: writ %s', async (line) => {
    const state = join(folder, 'state');
    expect(await run(line, `${password}\n`)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: `writ: there are no records in ${state}; set WRIT_STATE to the folder of the service\n`,
    });
    expect(existsSync(state)).toBe(false);
  });

  it('refuses to change users and tokens that do not exist', async () => {
    await addAdministrator();
    for (const [line, status, message] of [
      ['user remove bob', 3, 'there is no user "bob"'],
      ['token create backup --user bob --scope view', 3, 'there is no user "bob"'],
      ['token create backup --user ada --scope view --days 400', 2, 'use a number from 1 to 366'],
      ['token revoke 7', 3, 'there is no token 7'],
    ] as const) {
      const ended = await run(line);
      expect([ended.status, ended.stderr]).toEqual([status, expect.stringContaining(message)]);
    }
  });

  it.each(['user list', 'token list', 'audit', 'audit verify'])(
    'uses the database in WRIT_DATABASE_URL_FILE: writ %s',
    async (line) => {
      const file = writeSecret('url', `${unreachable}\n`);
      const env = { ...environment(), WRIT_DATABASE_URL: undefined as never, WRIT_DATABASE_URL_FILE: file };
      const ended = await runShared(folder, line.split(' '), { env });
      expect([ended.status, ended.stderr]).toEqual([
        2,
        expect.stringMatching(/the database writ .*cannot be used/),
      ]);
      expect(ended.stderr).not.toContain('canary');
      const both = await runShared(folder, line.split(' '), {
        env: { ...env, WRIT_DATABASE_URL: unreachable },
      });
      expect([both.status, both.stderr]).toEqual([2, expect.stringContaining('are both set')]);
      expect(existsSync(join(folder, 'state'))).toBe(false);
    },
  );

  it('uses the databases in WRIT_MIGRATION_URL_FILE and WRIT_DATABASE_URL_FILE: writ migrate', async () => {
    const migrate = (files: Record<string, string>): Promise<ExitedCommand> =>
      runShared(folder, ['migrate'], {
        env: {
          ...environment(),
          WRIT_DATABASE_URL: undefined as never,
          WRIT_MIGRATION_URL: undefined as never,
          ...files,
        },
      });
    const owner = { WRIT_MIGRATION_URL_FILE: writeSecret('owner', unreachable) };
    expect((await migrate(owner)).stderr).toContain('WRIT_DATABASE_URL is missing');
    const ended = await migrate({ ...owner, WRIT_DATABASE_URL_FILE: writeSecret('url', unreachable) });
    expect([ended.status, ended.stderr]).toEqual([
      2,
      expect.stringMatching(/cannot be used.*check WRIT_DATABASE_URL/),
    ]);
    expect(ended.stderr).not.toContain('canary');
    const invalid = await migrate({
      WRIT_MIGRATION_URL_FILE: writeSecret('owner', 'mysql://me:canary@host/db'),
    });
    expect([invalid.status, invalid.stderr]).toEqual([
      2,
      expect.stringMatching(/invalid WRIT_MIGRATION_URL(?!.*canary)/),
    ]);
  });

  it('refuses short passwords and a first user with another role than administer, without repeating the password', async () => {
    const short = await run('user add ada --role administer', 'canary-5c');
    expect(short).toMatchObject({ status: 2, stderr: 'writ: invalid password: use 12 to 512 characters\n' });
    const viewer = await run('user add ada --role view', password);
    expect(viewer).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('must have the role administer'),
    });
    expect(short.stderr + viewer.stderr).not.toContain('canary');
  });

  it('asks for the password twice at a terminal, and does not display it', async () => {
    const terminal = new TerminalSession(
      [process.execPath, writ, 'user', 'add', 'ada', '--role', 'administer'],
      folder,
      environment(),
    );
    await terminal.answer('Password for ada', `${password}${keys.enter}`);
    await terminal.answer('Type it again', `${password}${keys.enter}`);
    await terminal.expect('the user ada was added');
    expect(await terminal.end()).toBe(0);
    expect(terminal.output).not.toContain('canary');
  });
});

describe('writ token and writ audit', () => {
  it('create, list and revoke tokens, list all changes, and verify the log', async () => {
    await addAdministrator();
    const created = await run('token create backup --user ada --scope view --days 30');
    expect(created.stdout).toMatch(/^writ_[\w-]{43}\n$/);
    expect(created.stderr).toContain('token 1 is valid until');
    const listed = await run('token list');
    expect(listed.stdout).toMatch(
      /^id +owner +scope +expires +last used +name\n1 +ada +view +\S+ +never +backup\n$/,
    );
    expect(listed.stdout).not.toContain(created.stdout.trim());
    expect((await run('token revoke 1')).stderr).toBe('writ: token 1 of ada was revoked (backup)\n');
    expect((await run('token list --user ada')).stderr).toBe('writ: there are no tokens\n');
    const audit = await run('audit');
    const lines = audit.stdout.trimEnd().split('\n').slice(1);
    expect(lines.map((line) => line.split(/ {2,}/).slice(2))).toEqual([
      [userInfo().username, 'command', '-', '200', 'revoke token', 'token 1'],
      [userInfo().username, 'command', '-', '200', 'create token', 'ada: backup (view)'],
      [userInfo().username, 'command', '-', '200', 'add user', 'ada (administer)'],
    ]);
    expect(audit.stdout).not.toMatch(/canary|writ_/);
    const verified = await run('audit verify');
    const [, head] = /^3 entries, unchanged\nhead (3:[0-9a-f]{64})\n$/.exec(verified.stdout) ?? [];
    expect((await run(`audit verify --head ${head}`)).status).toBe(0);
    const other = `4:${'0'.repeat(64)}`;
    expect(await run(`audit verify --head ${other}`)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('entry 4 is missing'),
    });
  });
});

it('the commands use the service that is running', async () => {
  const served = await serveShared(folder, ['serve', '--port', '0'], {
    env: { ...environment(), PATH: folder },
  });
  try {
    const { origin } = new URL(served.url);
    const entry = async (): Promise<unknown> => (await fetch(`${origin}/session`)).json();
    expect(await entry()).toEqual({ login: false });
    expect((await addAdministrator()).status).toBe(0);
    expect(await entry()).toEqual({ login: true });
    const token = (await run('token create backup --user ada --scope view')).stdout.trim();
    const headers = { authorization: `Bearer ${token}` };
    const session = await fetch(`${origin}/api/session`, { headers });
    expect(await session.json()).toEqual({
      user: 'ada',
      token: 'backup',
      credential: 'api-token',
      right: 'view',
    });
    expect((await run('user remove bob')).stderr).toBe('writ: there is no user "bob"\n');
    expect((await run('audit verify')).stdout).toContain('3 entries, unchanged');
  } finally {
    await served.stop();
  }
  expect((await run('user list')).stdout).toContain('ada');
});
