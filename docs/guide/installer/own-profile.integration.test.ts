/** Plans with the profile definitions on the page. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPythonProfile } from '@writ/convert';
import { planInstallation, type PlanResult } from '@writ/installer';
import { afterAll, expect, it } from 'vitest';
import schema from '../../../packages/installer/src/profile/schema.json' with { type: 'json' };

const page = readFileSync(new URL('own-profile.md', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'writ-profile-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The content of the code block with the info string `head`. */
function block(head: string): string {
  const [, text] = new RegExp(`\`\`\`${head}\n([^]*?)\`\`\``).exec(page) ?? [];
  expect(text, head).toBeDefined();
  return text!;
}

async function planWith(path: string): Promise<PlanResult> {
  const config = { ...(JSON.parse(block('json machine.json')) as object), profile: { path } };
  return planInstallation({
    config: { file: join(folder, 'machine.json'), text: JSON.stringify(config) },
    targets: [join(folder, 'disk.img')],
    readPython: readPythonProfile,
  });
}

it.each(['json kiosk.json', 'python kiosk.py'])(
  'the page contains a definition that can be planned: %s',
  async (head) => {
    const [, name = ''] = head.split(' ');
    writeFileSync(join(folder, name), block(head));
    const { outcome, plan, findings } = await planWith(name);
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(outcome).toBe('done');
    const names = plan?.requirements.packages.map((item) => item.name);
    expect(names).toEqual(expect.arrayContaining(['cage', 'firefox']));
    expect(plan?.requirements.units.map((item) => item.name)).toContain('kiosk.service');
  },
);

it('the page lists every key of a definition', () => {
  for (const key of Object.keys(schema.properties)) expect(page).toContain(key);
});
