import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const PACKAGES = Array.from({ length: 30 }, (_, index) => `part-${index}`);
const FILES = 10;
/** Time limit in milliseconds, long enough for a busy machine. */
const LIMIT = 240_000;

const environment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
};

/** A workspace with this repository's setup script, whose packages are local files. */
let workspace: string;
let folder: string;
const groups: number[] = [];

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

function makePackage(name: string): void {
  const source = join(workspace, 'source', name, 'package');
  mkdirSync(source, { recursive: true });
  writeJson(join(source, 'package.json'), { name, version: '1.0.0' });
  for (let file = 0; file < FILES; file += 1)
    writeFileSync(join(source, `${file}.js`), `// ${file}\n`.repeat(200));
  execFileSync('tar', ['-czf', join(workspace, 'parts', `${name}.tgz`), '-C', dirname(source), 'package']);
}

beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'writ-setup-'));
  mkdirSync(join(workspace, 'parts'));
  for (const name of PACKAGES) makePackage(name);
  mkdirSync(join(workspace, 'packages/web/scripts'), { recursive: true });
  writeJson(join(workspace, 'packages/web/package.json'), { name: 'web', version: '1.0.0' });
  writeFileSync(join(workspace, 'packages/web/scripts/build.ts'), '');
  mkdirSync(join(workspace, 'tools/tool'), { recursive: true });
  writeJson(join(workspace, 'tools/tool/package.json'), { name: 'tool', version: '1.0.0' });
  // npm does not exit as long as the file `hold` exists.
  writeFileSync(
    join(workspace, 'wait.cjs'),
    "const { existsSync } = require('node:fs'); const timer = setInterval(() => existsSync('hold') || clearInterval(timer), 10);",
  );
  writeJson(join(workspace, 'package.json'), {
    name: 'workspace',
    version: '1.0.0',
    private: true,
    workspaces: ['packages/*', 'tools/*'],
    scripts: { postinstall: 'node wait.cjs' },
    dependencies: Object.fromEntries(PACKAGES.map((name) => [name, `file:parts/${name}.tgz`])),
  });
  copyFileSync(new URL('../scripts/setup.sh', import.meta.url), join(workspace, 'setup.sh'));
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
    cwd: workspace,
    env: environment,
    stdio: 'pipe',
  });
}, LIMIT);
afterAll(() => rmSync(workspace, { recursive: true, force: true, maxRetries: 5 }));

beforeEach(() => {
  folder = join(workspace, 'node_modules');
  for (const left of ['node_modules', '.cache', 'hold']) {
    rmSync(join(workspace, left), { recursive: true, force: true, maxRetries: 5 });
  }
});
afterEach(() => {
  for (const group of groups.splice(0)) endGroup(group, 'SIGKILL');
});

interface SetUp {
  readonly child: ChildProcess;
  output: string;
  readonly ended: Promise<number | null>;
}

/** Starts the setup in a separate process group, as a terminal does. */
function setUp(): SetUp {
  const child = spawn('sh', ['-c', '. ./setup.sh; setup_npm'], {
    cwd: workspace,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  groups.push(child.pid!);
  const started: SetUp = {
    child,
    output: '',
    ended: once(child, 'exit').then(([code]) => code as number | null),
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (started.output += text));
  }
  return started;
}

function endGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // The process has already ended.
  }
}

async function until(condition: () => boolean, started: SetUp): Promise<void> {
  const end = Date.now() + LIMIT / 2;
  while (!condition()) {
    if (Date.now() > end || started.child.exitCode !== null)
      throw new Error(`it never came so far:\n${started.output}`);
    await pause(1);
  }
}

const installed = (): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('part-')) : [];

function expectComplete(): void {
  const counts = PACKAGES.map((name) => readdirSync(join(folder, name)).length);
  expect(counts).toEqual(PACKAGES.map(() => FILES + 1));
  expect(readFileSync(join(folder, '.setup.stamp'), 'utf8')).not.toBe('');
}

const moments = {
  'npm starts': ({ output }) => output.includes('Installing'),
  'node_modules exists': () => existsSync(folder),
  'some packages are installed': () => installed().length > PACKAGES.length / 4,
  'all packages are installed and their scripts run': () => existsSync(join(folder, '.package-lock.json')),
} satisfies Readonly<Record<string, (started: SetUp) => boolean>>;

describe('the setup of ./run and ./test', { timeout: LIMIT }, () => {
  it.each([
    { signal: 'SIGKILL', moment: 'npm starts' },
    { signal: 'SIGKILL', moment: 'node_modules exists' },
    { signal: 'SIGINT', moment: 'some packages are installed' },
    { signal: 'SIGKILL', moment: 'all packages are installed and their scripts run' },
  ] as const)(
    'installs everything after $signal interrupted an earlier run when $moment',
    async ({ moment, signal }) => {
      writeFileSync(join(workspace, 'hold'), '');
      const first = setUp();
      await until(() => moments[moment](first), first);
      endGroup(first.child.pid!, signal);
      expect(await first.ended).not.toBe(0);
      expect(existsSync(join(folder, '.setup.stamp'))).toBe(false);
      rmSync(join(workspace, 'hold'));

      const second = setUp();
      expect(await second.ended, second.output).toBe(0);
      expectComplete();
      const third = setUp();
      expect(await third.ended).toBe(0);
      expect(third.output).toBe('');
    },
  );

  it('waits for an npm that continues without the ./run that started it', async () => {
    writeFileSync(join(workspace, 'hold'), '');
    const first = setUp();
    await until(() => existsSync(join(folder, '.package-lock.json')), first);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = setUp();
    await until(() => second.output.includes('Waiting for another setup'), second);
    expect(second.output).not.toContain('Installing');
    rmSync(join(workspace, 'hold'));
    expect(await second.ended, second.output).toBe(0);
    expectComplete();
  });

  it('waits for a concurrent run, and then has nothing to install', async () => {
    writeFileSync(join(workspace, 'hold'), '');
    const first = setUp();
    await until(() => first.output.includes('Installing'), first);
    const second = setUp();
    await until(() => second.output.includes('Waiting for another setup'), second);
    rmSync(join(workspace, 'hold'));
    expect(await first.ended, first.output).toBe(0);
    expect(await second.ended, second.output).toBe(0);
    expect(second.output).not.toContain('Installing');
    expectComplete();
  });

  it('removes the files of an interrupted npm, including files in workspaces', async () => {
    const left = [
      'node_modules/part-1/left.js',
      'node_modules/.part-2-Xy/deep/left.js',
      'packages/web/node_modules/left.js',
    ];
    for (const path of left.map((name) => join(workspace, name))) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '');
    }
    const started = setUp();
    expect(await started.ended, started.output).toBe(0);
    expectComplete();
    expect(left.filter((name) => existsSync(join(workspace, name)))).toEqual([]);
  });
});
