import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runShared } from '../../test/shared-command.ts';
import { keys, TerminalSession } from '../../test/terminal-session.ts';

const bin = fileURLToPath(new URL('../../bin/writ.js', import.meta.url));
const laptop = fileURLToPath(
  new URL('../../../installer/fixtures/machines/uefi-laptop.json', import.meta.url),
);
const dualBoot = fileURLToPath(
  new URL('../../../installer/fixtures/machines/dual-boot.json', import.meta.url),
);
const PASSWORD = 'canary-hunter2';
/** The question at the beginning of a line, because `Which one? Host name` is the answer to the previous question. */
const HOST_NAME = '\n? Host name';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'writ-init-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function startInit(folder: string, ...options: readonly string[]): TerminalSession {
  return new TerminalSession([process.execPath, bin, 'init', '--facts', laptop, ...options], folder);
}

/** Answers all questions for an image, up to the summary. */
async function answerAll(session: TerminalSession): Promise<void> {
  await session.answer('Where to install', keys.down + keys.enter);
  await session.answer('Image file', keys.enter);
  await session.answer('Start from', `m${keys.enter}`);
  await session.answer('Keyboard layout', 'de-latin1');
  await session.answer('> de-latin1', keys.enter);
  await session.answer('Language', keys.enter);
  await session.answer('Time zone', 'Europe/Berl');
  await session.answer('> Europe/Berlin', keys.enter);
  await session.answer('? File system', keys.enter);
  await session.answer('? Encrypt the disk', keys.enter);
  await session.answer('? Swap space', keys.enter);
  await session.answer('Host name', `${keys.clear}work_shop${keys.enter}`);
  await session.answer('write "work-shop"', `${keys.clear}workshop${keys.enter}`);
  await session.answer('Account name', `ada${keys.enter}`);
  await session.answer('Password for ada', PASSWORD + keys.enter);
  await session.answer('Type it again', PASSWORD + keys.enter);
  await session.answer('Administrator', keys.enter);
  await session.answer('Network', keys.enter);
  await session.answer('Also install', keys.enter);
  await session.answer('Additional packages', `git${keys.enter}`);
  await session.expect('Creates the image');
}

const answers = {
  where: 'disk.img',
  start: 'server',
  keyboard: 'us',
  language: 'en_US',
  timezone: 'UTC',
  swap: 'none',
  hostname: 'box',
  account: {
    name: 'ada',
    password: { $secret: 'ada' },
    administrator: true,
    'authorized-keys': ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJYqd0Ibbh3dJt0DvD9XqUA1JYfKMXDVBLfv5tIYBgSh'],
  },
  network: { type: 'nm' },
  profile: { main: 'server' },
  also: { ssh: true, packages: [] },
};

describe('writ init --answers', () => {
  it('writes the configuration that the answers result in, and prints its plan', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers));
    const { status, stdout, stderr } = await runShared(folder, [
      'init',
      '--facts',
      laptop,
      '--answers',
      'answers.json',
    ]);
    expect(stderr).toBe(
      'writ: wrote config.json\nwrit: secrets still needed: ada; write { "ada": "..." } into creds.json, and pass it with --creds\n',
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Creates the image .*disk\.img/);
    expect(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))).toMatchObject({
      services: ['sshd'],
      packages: ['openssh'],
      'x-writ': {
        accounts: {
          ada: {
            'authorized-keys': [
              'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJYqd0Ibbh3dJt0DvD9XqUA1JYfKMXDVBLfv5tIYBgSh',
            ],
          },
        },
      },
    });
    expect(await runShared(folder, ['check', 'config.json', '--strict'])).toMatchObject({ status: 0 });
    // A second run does not replace the file.
    const again = await runShared(folder, ['init', '--facts', laptop, '--answers', 'answers.json']);
    expect(again).toMatchObject({ status: 3, stdout: '' });
    expect(again.stderr).toContain('config.json exists and is not replaced');
  }, 240_000);

  it('reports all invalid, unknown and missing answers, and writes nothing', async () => {
    const folder = makeFolder();
    const { hostname: _hostname, ...others } = answers;
    const account = { name: 'root', password: PASSWORD };
    writeFileSync(
      join(folder, 'answers.json'),
      JSON.stringify({ ...others, hostnam: 'box', account, timezone: 'Mars' }, null, 1),
    );
    const { status, stdout, stderr } = await runShared(folder, [
      'init',
      '--facts',
      laptop,
      '--answers',
      'answers.json',
    ]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('unknown answer "hostnam"; did you mean "hostname"?');
    expect(stderr).toContain('answers.json:1:1: missing answer "hostname"; suggested: "archlinux"');
    expect(stderr).toMatch(/answers\.json:\d+:\d+: invalid answer "account": write an object/);
    expect(stderr).toMatch(/answers\.json:\d+:\d+: "Mars" is not a time zone/);
    expect(stderr).not.toContain('canary');
    expect(readdirSync(folder)).toEqual(['answers.json']);
  }, 240_000);

  it('locates findings of the plan in the answers file', async () => {
    const folder = makeFolder();
    const change = { where: 'machine', disk: 'serial=NONE' };
    writeFileSync(join(folder, 'answers.json'), JSON.stringify({ ...answers, ...change }, null, 1));
    const argv = ['init', '--facts', laptop, '--answers', 'answers.json'];
    const { status, stdout } = await runShared(folder, argv);
    expect(status).toBe(3);
    expect(stdout).toMatch(/^answers\.json:\d+:10: error W1606 target-unknown: no disk has serial NONE$/m);
    expect(stdout).toContain('"disk": "serial=NONE"');
    expect(readdirSync(folder)).toEqual(['answers.json']);
  }, 240_000);

  it('edits only the keys of the answers', async () => {
    const folder = makeFolder();
    const text =
      '{\r\n\t"bootloader": "efistub", "kernels": ["linux"],\r\n\t"mirror-region": {},\r\n\t"x-mine": [1, 2],\r\n\t"!root-password": "canary",\r\n\t"harddrives": ["disk.img"],\r\n\t"hostname": "one"\r\n}\r\n';
    writeFileSync(join(folder, 'box.json'), text);
    writeFileSync(join(folder, 'answers.json'), '{"hostname": "two", "swap": "none"}');
    const edited = await runShared(folder, ['init', '--edit', 'box.json', '--answers', 'answers.json']);
    expect(edited).toMatchObject({ status: 0, stderr: 'writ: wrote box.json\n' });
    expect(readFileSync(join(folder, 'box.json'), 'utf8')).toBe(text.replace('"one"', '"two"'));
    writeFileSync(join(folder, 'answers.json'), '{"swap": "zram"}');
    expect(
      await runShared(folder, ['init', '--edit', 'box.json', '--answers', 'answers.json']),
    ).toMatchObject({
      status: 0,
    });
    expect(readFileSync(join(folder, 'box.json'), 'utf8')).toContain('"x-writ": {\r\n\t\t"swap"');
    expect(edited.stdout + edited.stderr).not.toContain('canary');
  }, 240_000);
});

it.each([
  [['--output', 'box.json', '--creds', './box.json'], '--output and --creds are the same file'],
  [['--edit', 'box.json', '--creds', 'box.json'], '--edit and --creds are the same file'],
  [['--output', 'none/box.json'], 'cannot write none/box.json: its folder does not exist'],
  [['--from', 'box.json', '--output', 'box.json'], '--output and --from are the same file'],
  [['--creds', 'none/creds.json'], 'cannot write none/creds.json: its folder does not exist'],
])(
  'writ init rejects the arguments %j before it asks a question',
  async (options, message) => {
    const folder = makeFolder();
    const { status, stderr } = await runShared(folder, ['init', '--facts', laptop, ...options]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(readdirSync(folder)).toEqual([]);
  },
  240_000,
);

describe('writ init --edit', () => {
  it.each(['-', 'https://host.example/box.json'])(
    'rejects %s before it asks a question',
    async (name) => {
      const folder = makeFolder();
      writeFileSync(join(folder, 'answers.json'), '{"hostname": "two"}');
      const { status, stderr } = await runShared(folder, [
        'init',
        '--edit',
        name,
        '--answers',
        'answers.json',
      ]);
      expect(status).toBe(2);
      expect(stderr).toContain('--edit changes a file: pass the path of a file');
    },
    240_000,
  );

  it.each(['box.json', 'creds.json'])(
    'changes nothing if %s is not UTF-8',
    async (invalid) => {
      const folder = makeFolder();
      const config = '{"bootloader": "grub-install", "kernels": ["linux"], "hostname": "one"}';
      writeFileSync(join(folder, 'box.json'), config);
      writeFileSync(join(folder, invalid), Buffer.from('{"hostname": "caf\u00e9"}', 'latin1'));
      const before = readFileSync(join(folder, invalid));
      writeFileSync(join(folder, 'answers.json'), '{"hostname": "two"}');
      const { status, stderr } = await runShared(folder, [
        'init',
        '--edit',
        'box.json',
        '--answers',
        'answers.json',
      ]);
      expect(status).not.toBe(0);
      expect(stderr).toMatch(/UTF-8/);
      expect(readFileSync(join(folder, invalid))).toEqual(before);
    },
    240_000,
  );
});

describe('writ init --from', () => {
  const start =
    '{\n    "bootloader": "efistub", "kernels": ["linux"],\n    "mirror-region": {}, "x-mine": [1, 2],\n    "harddrives": ["disk.img"], "!root-password": {"$secret": "root"}, "hostname": "one"\n}\n';

  it('writes a new file that differs only in the answers, and does not change the first one', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'start.json'), start);
    writeFileSync(join(folder, 'answers.json'), '{"hostname": "two"}');
    const options = ['--from', 'start.json', '--answers', 'answers.json', '-o', 'new.json'];
    const { status, stderr } = await runShared(folder, ['init', ...options]);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^writ: wrote new\.json\nwrit: secrets still needed: root; /);
    expect(readFileSync(join(folder, 'new.json'), 'utf8')).toBe(start.replace('"one"', '"two"'));
    expect(readFileSync(join(folder, 'start.json'), 'utf8')).toBe(start);
    expect(statSync(join(folder, 'new.json')).mode & 0o777).toBe(0o600);
  }, 240_000);

  it('cannot be combined with --edit', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'start.json'), start);
    const { status, stderr } = await runShared(folder, [
      'init',
      '--from',
      'start.json',
      '--edit',
      'start.json',
    ]);
    expect(status).toBe(2);
    expect(stderr).toContain('--from and --edit cannot be combined');
  }, 240_000);

  it('shows the answers of the file at a terminal, of which each can be changed', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'start.json'), start);
    const session = startInit(folder, '--from', 'start.json');
    await session.answer('What now?', keys.down + keys.enter);
    await session.expect('wrote config.json');
    expect(await session.end()).toBe(0);
    expect(readFileSync(join(folder, 'config.json'), 'utf8')).toBe(start);
  }, 300_000);
});

it('writ init without a terminal is a usage error', async () => {
  const folder = makeFolder();
  const { status, stderr } = await runShared(folder, ['init', '--facts', laptop]);
  expect(status).toBe(2);
  expect(stderr).toContain('there is no terminal for the questions: pass the answers with --answers');
  expect(readdirSync(folder)).toEqual([]);
}, 240_000);

describe('writ init at a terminal', () => {
  it('writes a configuration and its credentials', async () => {
    const folder = makeFolder();
    const session = startInit(folder);
    await answerAll(session);
    await session.answer('What now?', keys.down + keys.enter);
    await session.expect('wrote config.json and creds.json');
    await session.expect('next: writ install config.json --creds creds.json');
    expect(await session.end()).toBe(0);
    const config = readFileSync(join(folder, 'config.json'), 'utf8');
    expect(JSON.parse(config)).toEqual({
      harddrives: ['disk.img'],
      profile: { main: 'minimal' },
      'keyboard-language': 'de-latin1',
      timezone: 'Europe/Berlin',
      'x-writ': { swap: { kind: 'zram' } },
      hostname: 'workshop',
      '!users': { username: 'ada', '!password': { $secret: 'password of ada' }, sudo: true },
      network_config: { type: 'nm' },
      packages: ['git'],
      kernels: ['linux'],
      bootloader: 'systemd-bootctl',
      ntp: true,
      'mirror-region': {},
    });
    expect(JSON.parse(readFileSync(join(folder, 'creds.json'), 'utf8'))).toEqual({
      'password of ada': PASSWORD,
    });
    expect(statSync(join(folder, 'creds.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).toSorted()).toEqual(['config.json', 'creds.json']);
    expect(config).not.toContain('canary');
    expect(session.output).not.toContain('canary');
    // A serial console and a terminal without a UTF-8 locale.
    expect(Buffer.from(session.output).every((byte) => byte < 0x80)).toBe(true);
  }, 300_000);

  it.each([
    ['Ctrl+C', keys.interrupt],
    ['Ctrl+D', keys.end],
  ])(
    'writes nothing after %s at the last question',
    async (_name, key) => {
      const folder = makeFolder();
      const session = startInit(folder);
      await answerAll(session);
      await session.answer('What now?', key);
      await session.expect('nothing was written');
      expect(await session.end()).toBe(130);
      expect(readdirSync(folder)).toEqual([]);
    },
    300_000,
  );

  it('explains a question, and returns to the previous one', async () => {
    const session = startInit(makeFolder());
    await session.answer('Where to install', '?');
    await session.expect('an image file that virtual machines can boot');
    await session.answer('Where to install', keys.down + keys.enter);
    await session.answer('Image file', `${keys.clear}box.img${keys.enter}`);
    await session.answer('Start from', keys.back);
    // The previous answer is preselected.
    await session.answer('Where to install', keys.enter);
    await session.expect('box.img');
    await session.answer('', keys.interrupt);
    expect(await session.end()).toBe(130);
  }, 300_000);

  it('escapes control characters in the name of a disk, and does not choose a disk with content for a user who presses Enter', async () => {
    const folder = makeFolder();
    const facts = JSON.parse(readFileSync(laptop, 'utf8')) as { disks: { model?: string }[] };
    for (const disk of facts.disks) disk.model = 'Evil\u001B]0;canary\u0007';
    writeFileSync(join(folder, 'facts.json'), JSON.stringify(facts));
    const argv = [process.execPath, bin, 'init', '--facts', 'facts.json'];
    const session = new TerminalSession(argv, folder);
    await session.answer('Where to install', keys.enter);
    for (const question of ['Start from', 'Keyboard layout', 'Language', 'Time zone'])
      await session.answer(question, keys.enter);
    await session.expect('Evil');
    session.type(keys.enter);
    await session.expect('select one of the lines below');
    session.type(keys.interrupt);
    expect(await session.end()).toBe(130);
    expect(session.output).not.toContain('\u001B]');
  }, 300_000);

  it('asks for the size of a swap file', async () => {
    const folder = makeFolder();
    const config = {
      bootloader: 'efistub',
      kernels: ['linux'],
      'mirror-region': {},
      harddrives: ['disk.img'],
      '!root-password': { $secret: 'root' },
    };
    writeFileSync(join(folder, 'box.json'), JSON.stringify(config));
    const session = startInit(folder, '--edit', 'box.json');
    await session.answer('Which one?', `Swap${keys.enter}`);
    await session.answer('compressed memory', 'a swap f');
    await session.answer('> a swap file', keys.enter);
    await session.answer('Size of the swap space', keys.enter);
    await session.answer('What now?', keys.down + keys.enter);
    await session.expect('wrote box.json');
    expect(await session.end()).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'box.json'), 'utf8'))).toEqual({
      ...config,
      'x-writ': { swap: { kind: 'file', size: '1GiB' } },
    });
  }, 300_000);

  it('asks how to use a disk with content, and keeps its partitions', async () => {
    const folder = makeFolder();
    const config = {
      bootloader: 'systemd-bootctl',
      kernels: ['linux'],
      'mirror-region': {},
      harddrives: ['serial=S5GXNX0T123456A'],
      '!root-password': { $secret: 'root' },
    };
    writeFileSync(join(folder, 'box.json'), JSON.stringify(config));
    const argv = [process.execPath, bin, 'init', '--facts', dualBoot, '--edit', 'box.json'];
    const session = new TerminalSession(argv, folder);
    await session.answer('Which one?', `Use of${keys.enter}`);
    await session.answer('all 3 partitions remain', `beside${keys.enter}`);
    await session.expect('keeps existing partitions');
    await session.answer('What now?', keys.down + keys.enter);
    await session.expect('wrote box.json');
    expect(await session.end()).toBe(0);
    const edited = JSON.parse(readFileSync(join(folder, 'box.json'), 'utf8')) as {
      'x-writ': { disk: { partitions: unknown[] } };
    };
    expect(edited).toMatchObject({ ...config, 'x-writ': { disk: { layout: 'partitions' } } });
    expect(edited['x-writ'].disk.partitions).toHaveLength(5);
  }, 300_000);

  it('replaces an existing file only after a confirmation, and returns from the question about a file name', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'config.json'), 'mine');
    const session = startInit(folder);
    await answerAll(session);
    await session.answer('What now?', keys.down + keys.enter);
    await session.answer('config.json exists. Replace it', keys.back);
    await session.answer('What now?', keys.down + keys.enter);
    await session.answer('config.json exists. Replace it', keys.enter);
    await session.answer('Another file name', `${keys.clear}creds.json${keys.enter}`);
    await session.expect('the configuration and the credentials are the same file');
    await session.answer('Another file name', `${keys.clear}secrets.json${keys.enter}`);
    await session.expect('wrote creds.json and secrets.json');
    expect(await session.end()).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual(['config.json', 'creds.json', 'secrets.json']);
    expect(readFileSync(join(folder, 'config.json'), 'utf8')).toBe('mine');
  }, 300_000);

  it('edits a single answer', async () => {
    const folder = makeFolder();
    const text =
      '{ "bootloader": "efistub",\n  "kernels": ["linux"], "mirror-region": {}, "x-mine": [1, 2],\n  "harddrives": ["disk.img"], "!root-password": {"$secret": "root"}, "hostname": "one" }\n';
    const file = join(folder, 'box.json');
    writeFileSync(file, text, { mode: 0o640 });
    const session = startInit(folder, '--edit', 'box.json');
    await session.answer('Which one?', `H${keys.enter}`);
    await session.answer(HOST_NAME, `${keys.clear}two${keys.enter}`);
    await session.answer('What now?', keys.down + keys.enter);
    await session.expect('wrote box.json');
    expect(await session.end()).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(text.replace('"one"', '"two"'));
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder)).toEqual(['box.json']);
  }, 300_000);

  it('installs with the edited file and its credentials if the plan is confirmed', async () => {
    const folder = makeFolder();
    const config = {
      bootloader: 'efistub',
      kernels: ['linux'],
      // Nothing listens here, so the installation ends before it writes anything.
      'mirror-region': { none: { 'http://127.0.0.1:1/$repo/os/$arch': true } },
      harddrives: ['disk.img'],
      '!root-password': { $secret: 'root' },
      hostname: 'one',
    };
    writeFileSync(join(folder, 'box.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'creds.json'), JSON.stringify({ root: PASSWORD }), { mode: 0o600 });
    const session = new TerminalSession([process.execPath, bin, 'init', '--edit', 'box.json'], folder);
    await session.answer('Which one?', `H${keys.enter}`);
    await session.answer(HOST_NAME, `${keys.clear}two${keys.enter}`);
    await session.answer('What now?', keys.down + keys.down + keys.enter);
    await session.expect('wrote box.json');
    await session.expect('Creates the image');
    await session.answer('Continue? Type yes:', `no${keys.enter}`);
    await session.expect('the plan was not confirmed');
    expect(await session.end()).toBe(3);
    expect(session.output).not.toContain('canary');
    expect(JSON.parse(readFileSync(join(folder, 'box.json'), 'utf8'))).toEqual({
      ...config,
      hostname: 'two',
    });
    expect(readdirSync(folder).toSorted()).toEqual(['box.json', 'creds.json']);
  }, 300_000);
});
