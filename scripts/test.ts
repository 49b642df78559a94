/**
 * Runs the checks and then the tests, for ./test. --all adds the end-to-end tests and the release tests. --under-load
 * runs only the tests, while stress-ng occupies all processors; further arguments select test files. --matrix runs only
 * the boots, but with every combination of options; --part 2/6 selects every sixth combination, starting with the second.
 * --fleet runs only the machines that boot from the network, four of which then install at the same time.
 * The script continues after a failure, so that one run reports all failures; the last line contains their number.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { bootsOfPart } from './boots/boots.ts';
import type { TestErrors } from './test-errors.ts';

interface Part {
  readonly name: string;
  readonly seconds: number;
}

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The properties of Vitest's JSON report that the script uses. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly status: string;
    /** The error that prevented the file from being loaded; empty if there was none. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

const root = resolve(fileURLToPath(import.meta.url), '../..');
const MINUTE = 60_000;

const { values: options, positionals: filters } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    matrix: { type: 'boolean', default: false },
    fleet: { type: 'boolean', default: false },
    part: { type: 'string' },
    'under-load': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
if (filters.length > 0 && !options['under-load']) {
  console.error(
    `./test accepts file names only with --under-load; to run these files: vitest run ${filters.join(' ')}`,
  );
  process.exit(2);
}

const { part = '1/1' } = options;
try {
  if (options.part !== undefined && !options.matrix) throw new RangeError('--part requires --matrix');
  bootsOfPart(part, []);
} catch (error) {
  console.error(`./test: ${(error as RangeError).message}`);
  process.exit(2);
}

/** Process groups of the running parts. */
const running = new Set<number>();
const load: ChildProcess[] = [];
process.on('exit', endLoad);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    endRunning();
    process.exit(130);
  });
}

const parts: Part[] = [];
/** Names and errors of the failed checks and tests. They are printed last, because a log may be cut at its beginning. */
const failures: string[] = [];
const outcomes: Outcome[] = [];
const reports = mkdtempSync(join(tmpdir(), 'writ-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

// The cache also contains modules from temporary folders that no longer exist.
rmSync(join(root, '.cache/compiled'), { recursive: true, force: true, maxRetries: 10 });

const inProcess = ['unit', 'integration', 'cost', 'fuzz'];
if (options['under-load']) {
  startLoad();
  await tests(inProcess, 120 * MINUTE, ...filters);
} else if (options.matrix) {
  process.env['WRIT_MATRIX'] = part;
  await tests(['machines'], 8 * 60 * MINUTE, 'e2e/machines/matrix.test.ts', 'e2e/machines/live');
} else if (options.fleet) {
  process.env['WRIT_FLEET'] = '1';
  await tests(['machines'], 120 * MINUTE, 'e2e/machines/netboot');
} else {
  await checkAndTest();
  if (options.all) await testEndToEnd();
  else leaveOut(globSync('e2e/**/*.test.ts', { cwd: root }));
}
finish();

/**
 * Runs the checks and the tests that install and publish nothing, two parts at a time. Unit tests hardly ever wait, so
 * that more processes than processors would only load the same modules more often; the other tests often wait. As some
 * of those write modules into the checkout, they start after all checks.
 */
async function checkAndTest(): Promise<void> {
  const limit = 30 * MINUTE;
  const types = checkTypes();
  await Promise.all([
    types.then(() => tests(['unit'], limit, `--maxWorkers=${availableParallelism()}`)),
    Promise.all([types, checkRest()]).then(() => tests(['integration', 'cost', 'fuzz'], limit)),
  ]);
}

async function checkTypes(): Promise<void> {
  await check('types', 'tsc', '--noEmit');
  // Library code must be erasable. Tests and examples may use all syntax that users write, such as enums.
  await check('types of the library, erasable', 'tsc', '--noEmit', '-p', 'tsconfig.library.json');
}

/** Runs the checks that use one processor most of the time. */
async function checkRest(): Promise<void> {
  await check('format', 'oxfmt', '--check', '.');
  await check('lint', 'oxlint', '--deny-warnings');
  await check('imports', 'node', 'scripts/check-imports.ts');
  await check('unused code and dependencies', 'knip');
  await check('language', 'node', 'scripts/check-language.ts');
}

/**
 * Runs two projects at a time, because each of them sometimes waits for disks or machines. The longest come first, so
 * that none of them runs alone for long at the end.
 */
async function testEndToEnd(): Promise<void> {
  const projects = ['machines', 'e2e', 'release', 'pages', 'servers'];
  const runProjects = async (): Promise<void> => {
    for (let next = projects.shift(); next !== undefined; next = projects.shift())
      await tests([next], 65 * MINUTE);
  };
  await Promise.all([runProjects(), runProjects()]);
}

/**
 * Starts a load of eight processes, four times the number of processors of a two-processor machine. The
 * processes are in four sessions, because Linux may give each session the same share of the processors
 * (`sched_autogroup_enabled`). With a single session, the tests would get half of the machine.
 */
function startLoad(): void {
  for (let session = 0; session < 4; session += 1) {
    const child = spawn('stress-ng', ['--cpu', '2', '--quiet'], { stdio: 'inherit', detached: true });
    child.on('exit', () => {
      console.log('── stress-ng ended early');
      outcomes.push({ passed: 0, failed: 1, skipped: 0 });
    });
    child.on('error', (error) => console.log(`── stress-ng cannot start: ${error.message}`));
    load.push(child);
  }
}

function endLoad(): void {
  for (const child of load) child.removeAllListeners().kill();
}

/** Runs a command that passes if it exits with status 0. */
async function check(name: string, command: string, ...args: string[]): Promise<void> {
  const passed = (await run(name, 10 * MINUTE, command, args)) === 0;
  if (!passed) failures.push(name);
  outcomes.push({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });
}

/** Runs the tests of Vitest projects and counts them. */
async function tests(projects: readonly string[], limit: number, ...more: string[]): Promise<void> {
  const name = projects.join(' and ');
  const file = join(reports, `${projects.join('-')}.json`);
  const errorsFile = join(reports, `${projects.join('-')}-errors.json`);
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    '--reporter=scripts/test-errors.ts',
  ];
  const status = await run(
    `${name} tests`,
    limit,
    'vitest',
    ['run', ...projects.flatMap((project) => ['--project', project]), ...reporters, ...more],
    { WRIT_TEST_ERRORS: errorsFile },
  );
  if (!existsSync(file) || !existsSync(errorsFile)) {
    failures.push(`${name} tests: no report`);
    outcomes.push({ passed: 0, failed: 1, skipped: 0 });
    return;
  }
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  const { unhandled, hooks } = JSON.parse(readFileSync(errorsFile, 'utf8')) as TestErrors;
  const failed: string[] = unhandled.map((error) =>
    describeFailure(`${name} tests, outside any test`, error),
  );
  for (const result of report.testResults) {
    const path = result.name.replace(`${root}/`, '');
    parts.push({ name: path, seconds: (result.endTime - result.startTime) / 1000 });
    const before = failed.length;
    if (result.status === 'failed' && result.message !== '')
      failed.push(describeFailure(path, result.message));
    for (const test of result.assertionResults) {
      if (test.status !== 'failed') continue;
      failed.push(describeFailure(`${path} > ${test.fullName}`, test.failureMessages?.join('\n') ?? ''));
    }
    // If a hook of a `describe` fails, the report lists its tests as skipped.
    for (const error of hooks[path] ?? []) failed.push(describeFailure(`${path}, a hook`, error));
    if (result.status === 'failed' && failed.length === before)
      failed.push(describeFailure(path, 'It failed, but none of its tests and hooks did.'));
  }
  if (status !== 0 && failed.length === 0) failed.push(`${name} tests: status ${status}, but no test failed`);
  failures.push(...failed);
  outcomes.push({
    passed: report.numPassedTests,
    failed: failed.length,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

/** Returns the name of a failed test with at most eight lines of its error. */
function describeFailure(name: string, error: string): string {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('/node_modules/'));
  return [name, ...lines.slice(0, 8).map((line) => `    ${line}`)].join('\n');
}

function leaveOut(files: readonly string[]): void {
  console.log(
    '\nSkipped: the end-to-end tests and the release tests, which ./test --all runs as root on Debian.',
  );
  for (const file of files) console.log(`  ${file}`);
  outcomes.push({ passed: 0, failed: 0, skipped: files.length });
}

/**
 * Runs a command with a time limit. Its output is printed live, or at the end if another command is running.
 */
async function run(
  name: string,
  limit: number,
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  console.log(`\n── ${name}: ${command} ${args.join(' ')}`);
  const began = performance.now();
  const output = running.size === 0 ? 'inherit' : 'pipe';
  // A separate process group, to kill all processes of the command: a worker in an endless loop would ignore a request
  // to end.
  const env = { ...process.env, ...environment };
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', output, output], detached: true });
  const group = child.pid;
  if (group !== undefined) running.add(group);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const timer = setTimeout(() => {
    console.log(`── ${name} took longer than ${limit / MINUTE} minutes and is being killed`);
    if (group !== undefined) killGroup(group);
  }, limit);
  const status = await new Promise<number>((done) => {
    child.on('error', (error) => {
      console.log(`── ${name} cannot start: ${error.message}`);
      done(1);
    });
    child.on('close', (code) => done(code ?? 1));
  });
  clearTimeout(timer);
  if (group !== undefined) running.delete(group);
  process.stdout.write(Buffer.concat(chunks));
  const seconds = (performance.now() - began) / 1000;
  parts.push({ name, seconds });
  console.log(
    `── ${name}: ${status === 0 ? 'passed' : `FAILED (status ${status})`} in ${seconds.toFixed(1)} s`,
  );
  return status;
}

function endRunning(): void {
  for (const group of running) killGroup(group);
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

function finish(): void {
  endLoad();
  console.log('\nThe ten slowest parts:');
  for (const { name, seconds } of parts.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)) {
    console.log(`  ${seconds.toFixed(1).padStart(7)} s  ${name}`);
  }
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
  const total = (key: keyof Outcome): number => outcomes.reduce((sum, outcome) => sum + outcome[key], 0);
  const failed = total('failed');
  console.log(`\n${total('passed')} passed, ${failed} failed, ${total('skipped')} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
}
