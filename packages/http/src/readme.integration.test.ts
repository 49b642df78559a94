import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');

it('the examples of the README run unchanged, except for the port', async () => {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const [, example = ''] = /```ts\n([^]*?)```/.exec(readme) ?? [];
  const [, watching = ''] = /```js\n([^]*?)```/.exec(readme) ?? [];
  const ask = `
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"second"}' };
    const answers = [];
    for (const [path, init] of [['/notes/1?loud=on'], ['/notes', post], ['/notes/2'], ['/notes/x']]) {
      const response = await fetch(url + path, init);
      answers.push([response.status, await response.json().then((json) => json.title)]);
    }
    await server.close();
    process.stdout.write(JSON.stringify(answers));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '--eval', example.replace('8080', '0') + watching + ask],
    { cwd: folder, timeout: 120_000 },
  );
  const lines = stdout.split('\n');
  expect(lines.slice(0, -1).map((line) => line.replace(/^[\da-f]{32} | \d+$/g, ''))).toEqual([
    'GET /notes/{id} 200',
    'POST /notes 201',
    'GET /notes/{id} 200',
    'GET /notes/{id} 400',
  ]);
  expect(JSON.parse(lines.at(-1)!)).toEqual([
    [200, 'FIRST'],
    [201, 'second'],
    [200, 'second'],
    [400, 'Missing or invalid values'],
  ]);
});
