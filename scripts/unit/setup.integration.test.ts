/** The tests in `fixtures/` violate the rules for unit tests, and must fail. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestErrors } from '../test-errors.ts';

/** The properties of Vitest's JSON report that this test uses. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: 'passed' | 'failed';
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: 'passed' | 'failed';
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const folder = mkdtempSync(join(tmpdir(), 'writ-unit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files: Report['testResults'] = [];
let errors: TestErrors;
beforeAll(async () => {
  const report = join(folder, 'report.json');
  // A second worker would load the same modules again.
  const config = ['--config', 'scripts/unit/fixtures/vitest.config.ts', '--maxWorkers=1'];
  await new Promise<void>((done) => {
    const reporters = ['--reporter=json', `--outputFile.json=${report}`, '--reporter=scripts/test-errors.ts'];
    const env = { ...process.env, WRIT_TEST_ERRORS: join(folder, 'errors.json') };
    const options = { cwd: root, env, timeout: 200_000 };
    execFile(join(root, 'node_modules/.bin/vitest'), ['run', ...config, ...reporters], options, () => done());
  });
  errors = JSON.parse(readFileSync(join(folder, 'errors.json'), 'utf8')) as TestErrors;
  ({ testResults: files } = JSON.parse(readFileSync(report, 'utf8')) as Report);
});

/** Titles of a fixture's tests with a status, and their failure messages. */
function outcomes(file: string, status: 'passed' | 'failed'): Readonly<Record<string, string>> {
  const { assertionResults } = files.find(({ name }) => basename(name) === `${file}.fixture.ts`)!;
  return Object.fromEntries(
    assertionResults
      .filter((each) => each.status === status)
      .map(({ fullName, failureMessages }) => [fullName, failureMessages.join('\n')]),
  );
}

it.each([
  ['processes', 11],
  ['waits', 3],
  ['other-waits', 3],
  ['hook', 1],
])('a unit test of %s fails, and the message describes the violation', (file, count) => {
  const failed = outcomes(file, 'failed');
  const titles = Object.keys(failed);
  expect(titles.filter((title) => !title.startsWith('a rejected unit test '))).toEqual([]);
  expect(titles).toHaveLength(count);
  for (const [title, message] of Object.entries(failed)) {
    const expected =
      file === 'processes'
        ? /starts a (?:process|thread), which unit tests must not do/
        : /waits for a timer of 1001 ms/;
    expect(message, title).toMatch(expected);
    expect(message, title).toContain(`${file}.fixture.ts`);
  }
});

it('a unit test without long timers passes, even if earlier tests left some running', () => {
  expect(Object.keys(outcomes('waits', 'passed'))).toHaveLength(6);
});

it('a file of unit tests fails even if a test catches the error about a process', () => {
  expect(Object.keys(outcomes('caught', 'passed'))).toHaveLength(1);
  const { status, message } = files.find(({ name }) => name.endsWith('caught.fixture.ts'))!;
  expect(status).toBe('failed');
  expect(message).toContain('caught.fixture.ts starts a process');
});

it('a file of unit tests fails if it leaves fake timers', () => {
  expect(Object.keys(outcomes('fake-timers', 'passed'))).toHaveLength(1);
  const { status, message } = files.find(({ name }) => name.endsWith('fake-timers.fixture.ts'))!;
  expect(status).toBe('failed');
  expect(message).toContain('the file leaves fake timers');
});

it('a file of unit tests fails if it mocks a module', () => {
  const { status, message } = files.find(({ name }) => name.endsWith('module-mock.fixture.ts'))!;
  expect(status).toBe('failed');
  expect(message).toContain('share modules, so a mock of a module has no effect');
});

it('the reporter writes the errors outside tests', () => {
  const file = 'scripts/unit/fixtures/errors.fixture.ts';
  expect(Object.keys(outcomes('errors', 'passed'))).toHaveLength(1);
  expect(errors.hooks[file]).toEqual([expect.stringContaining('the hook failed')]);
  expect(errors.unhandled).toEqual([expect.stringContaining('nothing handles this')]);
});
