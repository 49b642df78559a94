/** Applies the problem matcher of the project template to the output of `writ dev --diagnostics`, as VS Code does. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { parseBlocks } from '../../../../scripts/docs/blocks.ts';
import { page, project, write, writ, type RunningCommand } from '../../test/project.ts';

const read = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const template = read('packages/cli/templates/controllers/.vscode/tasks.json');

/** The members of a problem matcher in tasks.json that this test applies. */
interface ProblemMatcher {
  readonly owner: string;
  readonly fileLocation: readonly string[];
  readonly pattern: { readonly regexp: string } & Readonly<Record<Member, number>>;
  readonly background: {
    readonly activeOnStart: boolean;
    readonly beginsPattern: string;
    readonly endsPattern: string;
  };
}

type Member = 'file' | 'line' | 'column' | 'severity' | 'code' | 'message';
type Problem = Readonly<Record<Member, string>>;

const { tasks } = JSON.parse(template) as {
  readonly tasks: readonly { readonly command: string; readonly problemMatcher: ProblemMatcher }[];
};
const { command, problemMatcher: matcher } = tasks[0]!;

/** The lines that are printed during one start. */
interface Start {
  readonly problems: readonly Problem[];
  /** The lines that are not problems. */
  readonly others: readonly string[];
}

/** The starts whose end has been printed. Outside of a start, no line may match. */
function readStarts(output: string): readonly Start[] {
  const { beginsPattern, endsPattern } = matcher.background;
  const starts: Start[] = [];
  let open: { problems: Problem[]; others: string[] } | undefined;
  for (const line of output.split('\n').slice(0, -1)) {
    const problem = toProblem(line);
    if (new RegExp(beginsPattern).test(line)) {
      expect(open, line).toBeUndefined();
      open = { problems: [], others: [] };
    } else if (new RegExp(endsPattern).test(line)) {
      expect(open, line).toBeDefined();
      starts.push(open!);
      open = undefined;
    } else if (problem === undefined) open?.others.push(line);
    else {
      expect(open, line).toBeDefined();
      open!.problems.push(problem);
    }
  }
  return starts;
}

function toProblem(line: string): Problem | undefined {
  const { regexp, ...groups } = matcher.pattern;
  const found = new RegExp(regexp).exec(line);
  if (found === null) return undefined;
  return Object.fromEntries(Object.entries(groups).map(([name, index]) => [name, found[index]!])) as Problem;
}

/** Waits until the last start whose end has been printed satisfies the expectation. */
function expectStart({ waitForStderr }: RunningCommand, verify: (start: Start) => void): Promise<void> {
  return vi.waitFor(
    async () => {
      const start = readStarts(await waitForStderr(/^/)).at(-1);
      expect(start).toBeDefined();
      verify(start!);
    },
    { timeout: 120_000 },
  );
}

const warning = 'export class Idle extends Controller {}';
const good = `${page}export class Default extends Controller { GET(id: number) { return id; } }\n`;
const bad = `${page}export class Default extends Controller { GET(id: any) { return id; } }\n${warning}\n`;
const located = { file: 'app/index.ts', line: '3', severity: 'warning', code: 'W3204' };

function dev(directory: string, ...argv: readonly string[]): RunningCommand {
  const options = ['--prefix=app', '--openapi', '--host=127.0.0.1:0', '--diagnostics'];
  return writ(directory, ['dev', ...options, ...argv]);
}

describe('the problem matcher of tasks.json', () => {
  it('recognizes the findings of each start of writ dev --diagnostics, and none after the correction', async () => {
    const directory = project({ 'app/index.ts': bad });
    const running = dev(directory);
    await expectStart(running, ({ problems, others }) => {
      expect(problems).toEqual([
        {
          file: 'app/index.ts',
          line: '2',
          column: '51',
          severity: 'error',
          code: 'W3401',
          message: expect.stringMatching(/^Default\.GET: .*; hint: \S/) as unknown,
        },
        expect.objectContaining(located),
      ]);
      expect(others).toEqual(['writ: 1 error, 1 warning', 'writ: waiting for a change']);
    });

    write(directory, { 'app/index.ts': good + warning });
    await expectStart(running, ({ problems, others }) => {
      expect(problems).toEqual([expect.objectContaining(located)]);
      expect(others.at(-1)).toMatch(/^writ: serving 1 route from app at http:/);
      // The log does not repeat the warning.
      expect(others.join('\n')).not.toContain('W3204');
    });

    write(directory, { 'app/index.ts': good });
    await expectStart(running, ({ problems }) => expect(problems).toEqual([]));
    expect(await (await fetch(`${await running.url}/7`)).json()).toBe(7);
  });

  it('recognizes a finding without a location in package.json or, if there are routes, the first module', async () => {
    const directory = project({});
    const missing = { line: '1', column: '1', severity: 'error', code: 'W3002' };
    await expectStart(dev(directory), ({ problems }) =>
      expect(problems).toEqual([expect.objectContaining({ ...missing, file: 'package.json' })]),
    );
    write(directory, { 'lib/index.ts': good });
    await expectStart(dev(directory, '--prefix=lib'), ({ problems }) =>
      expect(problems).toEqual([expect.objectContaining({ ...missing, file: 'lib/index.ts' })]),
    );
  });

  it('ends a start that another change interrupts', async () => {
    const directory = project({ 'app/index.ts': 'for (;;);' });
    const running = dev(directory);
    await running.waitForStderr(new RegExp(matcher.background.beginsPattern, 'm'));
    write(directory, { 'app/index.ts': good });
    expect(await (await fetch(`${await running.url}/7`)).json()).toBe(7);
    await expectStart(running, ({ problems, others }) => {
      expect(problems).toEqual([]);
      expect(others.at(-1)).toMatch(/ at http:/);
    });
  });

  it('belongs to a task that runs writ dev --diagnostics, and is the one in the guide', () => {
    const { scripts } = JSON.parse(read('packages/cli/templates/controllers/_package.json')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const [, script = '', argument] = /^npm run (\w+) -- (.*)$/.exec(command) ?? [];
    expect(`${scripts[script]} ${argument}`).toMatch(/^writ dev .*--diagnostics$/);
    expect([matcher.owner, matcher.fileLocation]).toEqual(['writ', ['relative', '${workspaceFolder}']]);
    const shown = parseBlocks(read('docs/guide/controllers/command.md')).find(
      ({ file }) => file === '.vscode/tasks.json',
    );
    expect(shown?.text).toBe(template);
  });
});

describe('writ dev without --diagnostics', () => {
  it('prints no line that the matcher recognizes', async () => {
    const running = writ(project({ 'app/index.ts': bad }), ['dev', '--prefix=app', '--host=127.0.0.1:0']);
    const output = await running.waitForStderr(/waiting for a change\n/);
    expect(output).toContain('W3401 type-unknown');
    expect(output).not.toMatch(new RegExp(matcher.background.beginsPattern, 'm'));
    expect(output.split('\n').filter((line) => toProblem(line) !== undefined)).toEqual([]);
  });
});
