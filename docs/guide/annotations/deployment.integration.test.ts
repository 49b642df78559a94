/** Serves the default export on the page with the runtimes that the page names. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { runShared } from '../../../packages/cli/test/shared-command.ts';
import { runtimes, serveBy, type Served } from '../../../packages/controllers/test/runtimes/runtime.ts';
import { writeFiles } from '../../../scripts/docs/page.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const page = readFileSync(at('deployment.md'), 'utf8');

/** Writes the files on the page to a folder, builds `entry.ts`, and serves it with a runtime. */
async function serveEntry(name: string, entry?: string): Promise<Served> {
  // The folder is inside the workspace, where the packages can be resolved.
  mkdirSync(at('../../../.cache'), { recursive: true });
  const folder = mkdtempSync(at('../../../.cache/deployment-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFiles(page, folder);
  if (entry !== undefined) writeFileSync(join(folder, 'entry.ts'), entry);
  expect(await runShared(folder, ['build', 'entry.ts'])).toMatchObject({ status: 0 });
  const served = await serveBy(
    runtimes.find((each) => each.name === name)!,
    folder,
    {},
  );
  onTestFinished(served.end);
  return served;
}

async function expectChecked({ url, output }: Served): Promise<void> {
  const post = (title: unknown): Promise<Response> =>
    fetch(`${url}/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
    });
  const added = await post('tea');
  expect([added.status, await added.text()]).toEqual([200, '{"added":"tea"}']);
  expect((await post(1)).status).toBe(400);
  expect(output()).not.toContain('W2132');
}

it.each([
  ['Bun', 'PORT=8080 bun run entry.ts'],
  ['Deno', 'deno serve -A --port=8080 entry.ts'],
])('%s serves the default export, and checks values against the declared types', async (name, command) => {
  expect(page).toContain(`npx writ build entry.ts\n${command}\n`);
  await expectChecked(await serveEntry(name));
});

it('Bun supports annotations of parameters with the options of tsconfig.json on the page', async () => {
  const [, entry = ''] = /```ts entry\.ts\n(.*?)```/s.exec(page) ?? [];
  const annotated = entry.replace('POST,', 'BodyParam, POST,').replace('add(note', 'add(@BodyParam() note');
  expect(annotated).toContain('import { Path, BodyParam, POST,');
  expect(annotated).toContain('add(@BodyParam() note: NewNote)');
  await expectChecked(await serveEntry('Bun', annotated));
});
