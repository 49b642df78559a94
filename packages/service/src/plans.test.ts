import { describe, expect, it } from 'vitest';
import type { Disk, Plan } from '@writ/installer';
import type { CheckAnswer, PlanAnswer } from './api/checks.ts';
import { viewDisks } from './plans/disk-view.ts';
import { RecentPlans } from './plans/recent-plans.ts';
import type { PlanChanges } from './work/plan-changes.ts';
import { writeWritImage } from './testing/fakes.ts';
import { canaries, installable, planOf, post, setUp, type SetUp } from './testing/service.ts';

const MIB = 1024 ** 2;

describe('POST /api/plan', () => {
  it('returns the summary, the disk before and after the installation, and the operations by stage', async () => {
    const { send } = await setUp();
    const { summary, disks, stages, plan } = (await send(planOf(installable))).json() as PlanAnswer;
    expect(summary).toEqual({
      packages: ['base', 'mkinitcpio', 'linux', 'sudo', 'openssh'],
      services: ['sshd'],
      accounts: ['ada'],
      operations: plan.operations.length,
    });
    const [disk] = disks;
    expect(disk!.before).toEqual([]);
    expect(disk!.lost).toEqual([]);
    expect(disk!.after.map(({ kind, mountPoint, content }) => [kind, mountPoint, content])).toEqual([
      ['partition', '/boot', 'vfat'],
      ['partition', '/', 'ext4'],
    ]);
    expect(stages.map(({ stage }) => stage)).toEqual([...new Set(plan.operations.map(({ stage }) => stage))]);
    const operations = stages.flatMap((stage) => stage.operations);
    expect(operations.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      plan.operations.map((_, index) => index + 1),
    );
    for (const { number, after } of operations) expect(after.every((earlier) => earlier < number)).toBe(true);
  });

  it('uses the language with the query parameter advanced, as the check and the comparison do', async () => {
    const { send } = await setUp();
    const text = installable.replace('{', '{ "sys-language": "de_DE",');
    const check = async (query: string): Promise<CheckAnswer> =>
      (await send(post(`/api/check${query}`, text))).json() as CheckAnswer;
    expect((await check('')).findings.map(({ rule }) => rule)).toEqual(['no-effect']);
    expect((await check('?advanced=true')).findings).toEqual([]);
    const request = planOf(text);
    const plain = (await send(request)).json() as PlanAnswer;
    const advanced = (await send({ ...request, url: `${request.url}&advanced=true` })).json() as PlanAnswer;
    expect([plain.text.includes('de_DE.UTF-8'), advanced.text.includes('de_DE.UTF-8')]).toEqual([
      false,
      true,
    ]);
    const edited = { planSha256: plain.digest, configuration: text, image: 'disk.img', advanced: true };
    const changes = (await send({ method: 'POST', url: '/api/plan/changes', json: edited })).json();
    expect((changes as PlanChanges).after).toBe(advanced.digest);
  });

  it.each<[string, object, number, string]>([
    ['commands outside of the new system', { commands: { early: ['true'] } }, 422, 'W1529'],
    ['the layout of a prepared folder', { disk: { layout: 'mounted' } }, 409, 'W1601'],
  ])('refuses %s', async (_what, extension, expected, code) => {
    const { send } = await setUp();
    const text = JSON.stringify({ ...(JSON.parse(installable) as object), 'x-writ': extension });
    const response = await send(planOf(text));
    expect(response.status).toBe(expected);
    expect(response.json()).toMatchObject({ errors: [expect.objectContaining({ code })] });
    const checked = (await send(post('/api/check', text))).json() as CheckAnswer;
    expect(checked).toMatchObject({ valid: false, findings: [{ code, range: { start: { line: 1 } } }] });
    const { start, end } = checked.findings[0]!.range!;
    const place = JSON.stringify(Object.values(Object.values(extension)[0]!)[0]);
    expect(text.slice(start.offset, end.offset)).toContain(place);
  });

  it('is the same for a passphrase and for a reference to one', async () => {
    const { send } = await setUp();
    const digestOf = async (passphrase: unknown): Promise<string> => {
      const disk = { luks: { '!passphrase': passphrase } };
      const text = JSON.stringify({ ...(JSON.parse(installable) as object), 'x-writ': { disk } });
      return ((await send(planOf(text))).json() as PlanAnswer).digest;
    };
    expect(await digestOf({ $secret: 'disk-passphrase' })).toBe(await digestOf('correct horse battery'));
  });

  it('returns the data that will be lost in an existing image', async () => {
    const { send, service } = await setUp();
    writeWritImage(`${service.images}/disk.img`);
    const { disks } = (await send(planOf(installable))).json() as PlanAnswer;
    expect(disks[0]!.before).toMatchObject([{ start: 0, kind: 'content' }]);
    expect(disks[0]!.lost).toEqual([expect.stringContaining('is replaced when the new one is complete')]);
  });
});

describe('viewDisks', () => {
  it('shows the partitions and the free space of a device to scale', () => {
    const partition = (number: number, start: number, size: number, type?: string) => ({
      path: `/dev/sda${number}`,
      number,
      start: start * MIB,
      size: size * MIB,
      signatures: type === undefined ? [] : [{ type, label: `old${number}` }],
    });
    const disk = {
      path: '/dev/sda',
      links: ['/dev/disk/by-id/x'],
      size: 1000 * MIB,
      signatures: [],
      partitions: [partition(1, 1, 99, 'ntfs'), partition(2, 500, 100)],
    } as unknown as Disk;
    const target = {
      kind: 'device',
      path: '/dev/sda',
      model: 'Model',
      layout: { size: 1000 * MIB, partitions: [] },
    } as unknown as Plan['target'];
    const [view] = viewDisks({ target }, [{ target: '/dev/sda', description: 'All of it.' }], {
      disks: [disk],
    });
    expect(view).toMatchObject({ model: 'Model', lost: ['All of it.'] });
    expect(
      view!.before.map(({ start, size, kind, content }) => [start / MIB, size / MIB, kind, content]),
    ).toEqual([
      [1, 99, 'partition', 'ntfs'],
      [100, 400, 'free', undefined],
      [500, 100, 'partition', undefined],
      [600, 400, 'free', undefined],
    ]);
    expect(view!.after).toEqual([{ start: 0, size: 1000 * MIB, kind: 'free' }]);
    expect(viewDisks({ target }, [], undefined)[0]!.before).toEqual([]);
  });
});

describe('POST /api/plan/changes', () => {
  const edited = installable
    .replace('"openssh"]', '"openssh", "nginx"]')
    .replace('Europe/Berlin', 'Europe/Paris');
  const compare = async ({ send }: SetUp, json: object): Promise<PlanChanges> => {
    const response = await send({
      method: 'POST',
      url: '/api/plan/changes',
      json: { image: 'disk.img', ...json },
    });
    expect(response.status).toBe(200);
    for (const canary of canaries) expect(response.text()).not.toContain(canary);
    return response.json() as PlanChanges;
  };

  it('lists the operations and packages that an edit changes, and no others', async () => {
    const set = await setUp();
    const changes = await compare(set, { earlier: installable, configuration: edited });
    expect(changes.packages).toEqual({ added: ['nginx'], removed: [] });
    expect(changes.layout).toBe(false);
    expect(changes.operations.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'changed download',
      'changed packages',
      'changed timezone',
    ]);
    const { plan } = (await set.send(planOf(edited))).json() as PlanAnswer;
    for (const { number, id } of changes.operations) expect(plan.operations[number - 1]!.id).toBe(id);
    expect(changes.after).toBe(plan.digest);
  });

  it('compares the plan with an earlier plan that the service returned', async () => {
    const set = await setUp();
    const { digest } = (await set.send(planOf(installable))).json() as PlanAnswer;
    expect((await compare(set, { planSha256: digest, configuration: installable })).operations).toEqual([]);
    const without = installable.replace('"!users": { "username": "ada"', '"!users": { "username": "bob"');
    const { operations } = await compare(set, { planSha256: digest, configuration: without });
    expect(operations.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'added user-bob',
      'added password-bob',
      'removed user-ada',
      'removed password-ada',
    ]);
  });

  it('lists no operations that differ only in the identifiers of encrypted partitions', async () => {
    const encrypt = (configuration: string): string => {
      const value = JSON.parse(configuration) as object;
      const disk = { luks: { '!passphrase': 'canary-passphrase' } };
      return JSON.stringify({ ...value, 'x-writ': { disk } });
    };
    const timezone = installable.replace('Europe/Berlin', 'Europe/Paris');
    const json = { earlier: encrypt(installable), configuration: encrypt(timezone) };
    const { operations } = await compare(await setUp(), json);
    expect(operations.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['changed timezone']);
  });

  it('rejects an unknown digest and an incomplete request', async () => {
    const { send } = await setUp();
    const status = async (json: object): Promise<number> =>
      (await send({ method: 'POST', url: '/api/plan/changes', json: { image: 'a.img', ...json } })).status;
    expect(await status({ planSha256: 'f'.repeat(64), configuration: installable })).toBe(409);
    expect(await status({ configuration: installable })).toBe(400);
    expect(await status({ earlier: '{', configuration: installable })).toBe(422);
  });
});

it('RecentPlans holds the last 32 plans', () => {
  const recent = new RecentPlans();
  for (let index = 0; index < 33; index += 1) recent.add({ digest: `d${index}` } as Plan);
  expect([recent.get('d0'), recent.get('D1')?.digest, recent.get('d32')?.digest]).toEqual([
    undefined,
    'd1',
    'd32',
  ]);
});
