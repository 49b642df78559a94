import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { planInstallation } from '../run/prepare-plan.ts';
import { checkRows, templateOf } from '../templates/testing.ts';
import { planRow, summarizeRow, toPlannable, type PlannableRow } from './plan-row.ts';
import { reviewBatch } from './review-batch.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'writ-batch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const template = templateOf(
  { hostname: '{{hostname}}', kernels: ['{{kernel}}'], '!root-password': '{{!password}}' },
  'hostname',
  'kernel',
  '!password',
);
const row = (hostname: string, kernel = 'linux'): object => ({ hostname, kernel, '!password': 'c4n4ry' });

function plannableRows(rows: readonly object[], folder: string, patterns = {}): PlannableRow[] {
  const { rows: checked } = checkRows(template, rows, {
    patterns: { target: '{{hostname}}.img', ...patterns },
  });
  return checked.flatMap((each) => toPlannable(each, [join(folder, each.filled['target']!)]) ?? []);
}

const options = { template: 'web.json' };

it('the plan of a row is that of its configuration', async () => {
  const folder = temporaryFolder();
  const [first] = plannableRows([row('a')], folder);
  const { plan, findings, outcome, targets } = await planRow(first!, options);
  expect({ findings, outcome, targets }).toEqual({
    findings: [],
    outcome: 'done',
    targets: [join(folder, 'a.img')],
  });
  const configuration = {
    ...template.configuration,
    hostname: 'a',
    kernels: ['linux'],
    '!root-password': 'c4n4ry',
  };
  const { plan: direct } = await planInstallation({
    config: { file: 'a.json', text: JSON.stringify(configuration) },
    targets: [join(folder, 'a.img')],
  });
  expect(plan?.digest).toBe(direct?.digest);
  expect(JSON.stringify(plan)).not.toContain('c4n4ry');
});

it('findings of a plan name the template and the row; those of the check are not repeated', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'b.img'), 'a file that Writ did not create');
  const warned = templateOf({ packages: ['git', 'git'], hostname: '{{hostname}}' }, 'hostname');
  const { rows, findings: checked } = checkRows(warned, [{ hostname: 'a' }, { hostname: 'b' }]);
  const plannable = rows.map((each, index) => toPlannable(each, [join(folder, `${'ab'[index]}.img`)])!);
  const planned = await Promise.all(plannable.map((each) => planRow(each, options)));
  expect(planned.map(({ outcome }) => outcome)).toEqual(['done', 'refused']);
  const reviewed = planned.map(({ plan, ...rest }) => ({
    ...rest,
    ...(plan && { summary: summarizeRow(plan) }),
  }));
  const { findings, digest } = reviewBatch(reviewed, { checked, table: 'hosts', count: 2 });
  expect(digest).toBeUndefined();
  expect(findings).toMatchObject([
    { rule: 'target-not-ours', file: 'web.json', rows: [2], related: [{ message: 'in row 2' }] },
    { severity: 'warning', rows: [1, 2] },
  ]);
});

it('the digest of a batch depends on the plans, the targets and the machines of all rows', async () => {
  const folder = temporaryFolder();
  const digestOf = async (rows: readonly object[], host?: string, patterns = {}): Promise<string> => {
    const plannable = plannableRows(rows, folder, patterns);
    const reviewed = await Promise.all(
      plannable.map(async (each) => {
        const { plan, ...rest } = await planRow(each, options);
        return { ...rest, host, ...(plan && { summary: summarizeRow(plan) }) };
      }),
    );
    return reviewBatch(reviewed, { checked: [], table: 'hosts', count: rows.length }).digest!;
  };
  const digest = await digestOf([row('a'), row('b')]);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(await digestOf([row('a'), { ...row('b'), '!password': 'another' }])).toBe(digest);
  const others = [
    await digestOf([row('a'), row('b', 'linux-lts')]),
    await digestOf([row('b'), row('a')]),
    await digestOf([row('a')]),
    await digestOf([row('a'), row('b')], 'machine'),
    await digestOf([row('a'), row('b')], undefined, { target: 'x-{{hostname}}.img' }),
  ];
  expect(new Set([digest, ...others]).size).toBe(6);
});

it('without targets, a row is planned for the disks in its harddrives', async () => {
  const server = new URL('../../fixtures/machines/bios-server.json', import.meta.url);
  const facts = { file: 'bios-server.json', text: readFileSync(server) };
  const raid = templateOf(
    {
      bootloader: 'grub-install',
      harddrives: ['serial=ZC11A0B1', 'serial=ZC11A0B2'],
      hostname: '{{hostname}}',
      'x-writ': { disk: { raid: 1 } },
    },
    'hostname',
  );
  const [checked] = checkRows(raid, [{ hostname: 'a' }]).rows;
  const drives = await planRow(toPlannable(checked!)!, { ...options, facts });
  expect(drives).toMatchObject({ targets: ['serial=ZC11A0B1', 'serial=ZC11A0B2'], outcome: 'done' });
  expect(drives.plan?.second?.path).toBe('/dev/sdb');
  const unknown = templateOf({ bootloader: 'grub-install', harddrives: ['serial=NONE'] });
  const [faulty] = checkRows(unknown, [{}]).rows;
  expect((await planRow(toPlannable(faulty!)!, { ...options, facts })).findings).toMatchObject([
    { code: 'W1606', pointer: '/configuration/harddrives/0' },
  ]);
  const one = await planRow(toPlannable(checked!, ['serial=ZC11A0B1'])!, { ...options, facts });
  expect(one.findings).toMatchObject([
    { code: 'W1616', hint: 'add the second disk to harddrives, or pass two targets with --target' },
  ]);
});
