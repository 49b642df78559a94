import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MASK } from '@writ/diagnostics';
import type { InjectResponse } from '@writ/http/testing';
import { describe, expect, it } from 'vitest';
import { DISK_SERIAL, registerAgent } from '../../testing/agents.ts';
import { temporaryFolder } from '../../testing/fakes.ts';
import { canaries, installable, setUp, unhashableConfiguration, type SetUp } from '../../testing/service.ts';
import { NodeConfigurationRows } from './node-configuration-rows.ts';

const rowCanary = 'canary-of-row';
const MACS = ['52:54:00:12:34:56', '52:54:00:12:34:57', '52:54:00:12:34:58'] as const;

const templateOf = (text: string): string =>
  JSON.stringify({
    variables: {
      hostname: { type: 'hostname' },
      mac: { type: 'mac' },
      rack: { type: 'integer' },
      '!password': { type: 'text' },
    },
    configuration: {
      ...(JSON.parse(text) as object),
      harddrives: [`serial=${DISK_SERIAL}`],
      hostname: '{{hostname}}',
      '!root-password': '{{!password}}',
    },
  });

const tableOf = (...rows: readonly (readonly [hostname: string, mac: string, rack?: number])[]): string =>
  JSON.stringify(
    rows.map(([hostname, mac, rack = 3]) => ({
      hostname,
      mac,
      rack,
      '!password': `${rowCanary}-${hostname}`,
    })),
  );

const bodyOf = (table: string, more: object = {}): object => ({
  template: templateOf(installable),
  table,
  selector: { mac: '{{mac}}', labels: { rack: '{{rack}}' } },
  ...more,
});

const send = ({ send: inject }: SetUp, path: string, json: object): Promise<InjectResponse> =>
  inject({ method: 'POST', url: `/api/node-configurations/rows${path}`, json });

const stored = async ({ send: inject }: SetUp): Promise<unknown> =>
  (await inject('/api/node-configurations')).json();

const twoRows = tableOf(['web-1', MACS[0]], ['web-2', MACS[1]]);

describe('configurations of nodes from the rows of a table', () => {
  it('are added with the selector and the values of each row, and each node gets its own', async () => {
    const set = await setUp();
    const added = await send(set, '', bodyOf(twoRows));
    expect([added.status, added.json()], added.text()).toMatchObject([
      201,
      [
        { id: 1, selector: { mac: MACS[0], labels: { rack: '3' } } },
        { id: 2, selector: { mac: MACS[1], labels: { rack: '3' } } },
      ],
    ]);
    const shown = (await set.send('/api/node-configurations/2')).json() as { configuration: string };
    expect(JSON.parse(shown.configuration)).toMatchObject({ hostname: 'web-2' });
    const hashes = [];
    for (const mac of [MACS[1], MACS[0]]) {
      const agent = await registerAgent(set, { macs: [mac], labels: { rack: '3' } });
      await set.send({ method: 'POST', url: `/api/nodes/${agent.id}/approve`, json: { code: agent.code } });
      const { digest, configuration } = (await set.send(`/api/nodes/${agent.id}/plan`)).json() as {
        digest: string;
        configuration: number;
      };
      expect(configuration).toBe(mac === MACS[0] ? 1 : 2);
      const json = { planSha256: digest };
      expect((await set.send({ method: 'POST', url: `/api/nodes/${agent.id}/install`, json })).status).toBe(
        202,
      );
      const claimed = (await agent.send('/claim', { run: 1, nonce: 'nonce' })).json() as {
        config: string;
        creds: string;
      };
      expect(JSON.parse(claimed.config)).toMatchObject({ hostname: mac === MACS[0] ? 'web-1' : 'web-2' });
      hashes.push(...(Object.values(JSON.parse(claimed.creds) as object) as string[]));
    }
    expect(hashes).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(/^\$6\$/)));
    const outputs = [added.text(), shown.configuration, set.logged.join('\n')];
    for (const output of outputs)
      for (const secret of [...canaries, rowCanary]) expect(output).not.toContain(secret);
  });

  it('select labels and no hardware address, if the selector has none', async () => {
    const set = await setUp();
    const table = tableOf(['web-1', MACS[0], 3], ['web-2', MACS[1], 4]);
    const template = JSON.parse(templateOf(installable)) as { variables: Record<string, object> };
    delete template.variables['mac'];
    const rows = (JSON.parse(table) as Record<string, unknown>[]).map(({ mac: _mac, ...row }) => row);
    const more = {
      template: JSON.stringify(template),
      table: JSON.stringify(rows),
      selector: { labels: { rack: '{{rack}}' } },
    };
    const added = await send(set, '', bodyOf(table, more));
    expect(added.json(), added.text()).toMatchObject([
      { selector: { labels: { rack: '3' } } },
      { selector: { labels: { rack: '4' } } },
    ]);
  });

  it('are checked with the nodes that each row selects, and are not stored by the check', async () => {
    const set = await setUp();
    for (const mac of [MACS[1], MACS[2]]) {
      const json = { macs: [mac], labels: { rack: '3' } };
      expect((await set.send({ method: 'POST', url: '/api/nodes', json })).status).toBe(201);
    }
    const checked = await send(set, '/check', bodyOf(twoRows));
    expect(checked.json(), checked.text()).toMatchObject({
      count: 2,
      valid: true,
      findings: [{ code: 'W2412', severity: 'warning' }],
      rows: [
        { number: 1, selector: { mac: MACS[0] }, nodes: [] },
        { number: 2, selector: { mac: MACS[1] }, nodes: [1] },
      ],
      review: { rows: 2 },
    });
    expect(checked.text()).not.toContain(rowCanary);
    expect(await stored(set)).toEqual([]);
  });

  it('are checked with at most 100 nodes for each row, and none for a row with the selector of another row', async () => {
    const nodes = Array.from({ length: 250 }, (_, index) => ({
      id: index + 1,
      macs: [],
      labels: { rack: '3' },
    }));
    const rows = ['3', '4', '3'].map((rack, index) => ({
      number: index + 1,
      line: index + 2,
      filled: { 'labels.rack': rack },
      configuration: '{}',
      known: [],
    }));
    const api = new NodeConfigurationRows({
      store: { nodes: { list: () => Promise.resolve(nodes) } },
      planner: { checkBatch: () => Promise.resolve({ findings: [], rows }) },
    } as never);
    const asked = { template: '{}', table: '', selector: { labels: { rack: '{{rack}}' } } };
    const answer = await api.check(asked, new AbortController().signal);
    expect(answer).toEqual({
      count: 3,
      valid: false,
      rows: [
        {
          number: 1,
          line: 2,
          selector: { labels: { rack: '3' } },
          nodes: nodes.slice(0, 100).map(({ id }) => id),
          unlisted: 150,
        },
        { number: 2, line: 3, selector: { labels: { rack: '4' } }, nodes: [] },
      ],
      findings: [expect.objectContaining({ code: 'W2414' })],
    });
  });

  it('are checked with at most 1,001 findings about masked secrets', async () => {
    const set = await setUp();
    const credentials = MASK.repeat(20_000);
    const checked = await send(set, '/check', bodyOf(twoRows, { credentials }));
    const { findings } = checked.json() as { findings: object[] };
    expect(findings).toHaveLength(1_001);
    expect(findings.at(-1)).toMatchObject({ code: 'W1033' });
    const refused = await set.send({
      method: 'POST',
      url: '/api/node-configurations',
      json: { selector: { mac: MACS[0] }, configuration: installable, credentials },
    });
    expect([refused.status, refused.json().errors.length]).toEqual([422, 1_001]);
  });

  it.each<[string, object, string]>([
    [
      'two rows have the same selector',
      { selector: { labels: { site: 'a' } } },
      'row 2: the selector is also that of row 1',
    ],
    [
      'the selector of a row is invalid',
      { selector: { uuid: '{{mac}}' } },
      'row 1: uuid is not a UUID: write it like 4c4c4544-0042-3510-8052-b3c04f4e5931',
    ],
    ['the selector is empty', { selector: {} }, 'row 1: the selector is empty'],
    [
      'the selector contains a secret',
      { selector: { mac: '{{mac}}', labels: { rack: '{{rack}}', password: '{{!password}}' } } },
      'labels.password: the variable "!password" is a secret',
    ],
    [
      'a row has an error',
      { table: tableOf(['web-1', MACS[0]], ['web_2', MACS[1]]) },
      '"web_2" is not a valid',
    ],
  ])('are refused together if %s', async (_what, more, message) => {
    const set = await setUp();
    const template = JSON.parse(templateOf(installable)) as { configuration: Record<string, unknown> };
    // All variables are used, whatever the selector is.
    template.configuration['custom-commands'] = ['echo "$WRIT_VAR_MAC $WRIT_VAR_RACK"'];
    const body = bodyOf(twoRows, { template: JSON.stringify(template), ...more });
    const checked = (await send(set, '/check', body)).json() as { valid: boolean; findings: object[] };
    expect(checked.valid).toBe(false);
    expect(JSON.stringify(checked.findings)).toContain(JSON.stringify(message).slice(1, -1));
    const refused = await send(set, '', body);
    expect([refused.status, refused.json().errors.length > 0], refused.text()).toEqual([422, true]);
    expect(await stored(set)).toEqual([]);
  });

  it('are refused with a finding if the values of a row make its configuration larger than 1 MiB', async () => {
    const set = await setUp();
    const { variables, configuration } = JSON.parse(templateOf(installable)) as Record<string, object>;
    const template = JSON.stringify({
      variables: { ...variables, note: { type: 'text' } },
      configuration: {
        ...configuration,
        'custom-commands': Array.from({ length: 1_100 }, () => 'echo "$WRIT_VAR_NOTE"'),
      },
    });
    const [row] = JSON.parse(twoRows) as [object];
    const table = JSON.stringify([
      { ...row, note: 'x' },
      { ...row, hostname: 'web-2', mac: MACS[1], note: 'y'.repeat(1_000) },
    ]);
    const body = bodyOf(table, { template });
    const finding = { code: 'W2407', message: expect.stringMatching(/row 2, the .* larger than 1 MiB/) };
    const checked = await send(set, '/check', body);
    expect(checked.json(), checked.text()).toMatchObject({ valid: false, rows: [{ number: 1 }] });
    expect(checked.json().findings).toContainEqual(expect.objectContaining(finding));
    const refused = await send(set, '', body);
    expect(refused.status, refused.text()).toBe(422);
    expect(await stored(set)).toEqual([]);
  });

  it.each([
    ['host-commands', 'W1529', '/x-writ/commands', { commands: { early: ['echo canary'] } }],
    ['target-kind', 'W1601', '/x-writ/disk/layout', { disk: { layout: 'mounted' } }],
  ])(
    'are refused if the service refuses a setting for every target: %s',
    async (_rule, code, pointer, more) => {
      const set = await setUp();
      const { harddrives: _drives, ...rest } = JSON.parse(installable) as Record<string, unknown>;
      const configuration = JSON.stringify({ ...rest, 'x-writ': more });
      const template = templateOf(configuration);
      const parsed = JSON.parse(template) as { configuration: Record<string, unknown> };
      if (code === 'W1601') delete parsed.configuration['harddrives'];
      const body = bodyOf(twoRows, { template: JSON.stringify(parsed) });
      const checked = await send(set, '/check', body);
      expect(checked.json(), checked.text()).toMatchObject({ valid: false });
      expect(checked.json().findings).toContainEqual(
        expect.objectContaining({ code, file: 'template', pointer: `/configuration${pointer}` }),
      );
      const refused = await send(set, '', body);
      const single = await set.send({
        method: 'POST',
        url: '/api/node-configurations',
        json: { selector: { mac: MACS[0] }, configuration },
      });
      expect([refused.status, single.status], single.text()).toEqual([422, 422]);
      expect(single.json().errors).toEqual([
        expect.objectContaining({ code, pointer, source: 'configuration' }),
      ]);
      expect(await stored(set)).toEqual([]);
    },
  );

  it('are refused if their secrets cannot be stored, and sealed with a key', async () => {
    const template = templateOf(unhashableConfiguration);
    const without = await setUp();
    const refused = await send(without, '', bodyOf(twoRows, { template }));
    expect([refused.status, refused.json().detail]).toEqual([
      422,
      expect.stringMatching(/^Row 1 has secrets that cannot be hashed: .*WRIT_SEAL_KEY_FILE/),
    ]);
    expect(await stored(without)).toEqual([]);

    const sealKeyFile = join(temporaryFolder(), 'seal.key');
    writeFileSync(sealKeyFile, randomBytes(32).toString('hex'), { mode: 0o600 });
    const set = await setUp({ sealKeyFile });
    expect((await send(set, '', bodyOf(twoRows, { template }))).status).toBe(201);
    const agent = await registerAgent(set, { macs: [MACS[1]], labels: { rack: '3' } });
    const plan = await set.send(`/api/nodes/${agent.id}/plan`);
    expect([plan.status, plan.json().configuration], plan.text()).toEqual([200, 2]);
    expect(plan.text()).not.toContain(canaries[2]);
  });

  it('have a limited number of labels', async () => {
    const set = await setUp();
    const labels = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`l${index}`, 'x']));
    const refused = await send(set, '', bodyOf(twoRows, { selector: { mac: '{{mac}}', labels } }));
    expect([refused.status, refused.json().detail]).toEqual([400, 'labels must have at most 64 members']);
  });
});
