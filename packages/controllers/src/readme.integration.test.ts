/** Runs the README: writes its files, sends its requests and compares the responses. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderText } from '@writ/diagnostics';
import { Router, Toolkit } from '@writ/http';
import { inject, type InjectResponse } from '@writ/http/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createLayout } from '../test/layout.ts';
import { loadControllers } from './load.ts';
import { writeTable } from './table/write-table.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const file = 'app/controllers/notes.ts';
const code = block(`ts ${file}`);

function block(head: string): string {
  const start = readme.indexOf(`\n\`\`\`${head}\n`) + head.length + 5;
  return readme.slice(start, readme.indexOf('```\n', start));
}

it('the README example answers its requests as shown', async () => {
  const { matcher, diagnostics } = await loadControllers({
    directory: createLayout({ [file]: code }),
    prefixes: [/--prefix=(\S+)/.exec(readme)![1]!],
  });
  const router = new Router(new Toolkit()).mount(matcher).report(...diagnostics);
  const lines = [
    ...readme.matchAll(
      /^curl (?:-d (?<body>\S+) )?(?:-X (?<method>\S+) )?localhost:8080(?<url>\S+) +# (?<answer>.*)$/gm,
    ),
  ];
  expect(lines).toHaveLength(5);
  for (const { groups } of lines) {
    const { body, method = body === undefined ? 'GET' : 'POST', url = '', answer = '' } = groups!;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await inject(router, { method, url, ...(body !== undefined && { body, headers }) });
    expect(short(response)).toBe(answer);
  }
});

/** The body of a successful response, or the part of an error that the README contains. */
function short(response: InjectResponse): string {
  if (response.status < 400) return response.text();
  if (response.status === 405) return `405, Allow: ${response.headers['allow']}`;
  const errors = response.json().errors as { name: string; detail: string }[];
  return `${response.status}: ${errors.map(({ name, detail }) => `"${name}" ${detail}`).join(', ')}`;
}

it('the README example prints the finding as shown', async () => {
  const { diagnostics, source } = await loadControllers({
    directory: createLayout({ [file]: code.replace('id: number', 'id: any') }),
    prefixes: ['app.controllers'],
  });
  const [, shown = ''] = /^## Mistakes.*?^```\n(.*?)^```$/ms.exec(readme) ?? [];
  expect(renderText(diagnostics, { source }).replace(/^\S*(?=app\/controllers)/, '')).toBe(shown);
});

it('the README example serves controllers next to other routes', async () => {
  const directory = createLayout({
    [file]: code,
    'serve.ts': block('ts serve.ts').replace('8080', "0, '127.0.0.1'"),
  });
  const child = spawn(process.execPath, ['serve.ts'], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const [url] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  for (const [path, answer] of [
    ['/health', 'ok'],
    ['/pages/notes/0', '{"title":"buy milk"}'],
  ] as const) {
    expect(await (await fetch(url.trim() + path)).text()).toBe(answer);
  }
});

it('the README example serves the built table', async () => {
  const directory = createLayout({ [file]: code, 'worker.ts': block('ts worker.ts') });
  const prefixes = [/writ build --prefix=(\S+?)`/.exec(readme)![1]!];
  const { text } = await writeTable({ directory, prefixes, output: join(directory, 'controllers.gen.ts') });
  writeFileSync(join(directory, 'controllers.gen.ts'), text!);
  const options = { cwd: directory, encoding: 'utf8', timeout: 120_000 } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ['worker.ts'], options);
  expect([stdout.trim(), stderr]).toEqual([/\/\/ (\{.*\})$/m.exec(block('ts worker.ts'))![1], '']);
});
