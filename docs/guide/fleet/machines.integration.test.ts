/** Runs the requests on the page about machines against a service on a real port, with agents on simulated machines. */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Agent } from '../../../packages/cli/src/agent/agent.ts';
import { createConnection } from '../../../packages/cli/src/agent/connection.ts';
import { StateFile } from '../../../packages/cli/src/agent/state.ts';
import { FakeMachine } from '../../../packages/cli/src/agent/testing.ts';
import { NODE_STATES } from '../../../packages/service/src/records/node.ts';
import { DISK_SERIAL, machineFacts, registerAgent } from '../../../packages/service/src/testing/agents.ts';
import { installable, setUp, token } from '../../../packages/service/src/testing/service.ts';
import { runShared } from '../../../packages/cli/test/shared-command.ts';
import { parseBlocks } from '../../../scripts/docs/blocks.ts';

const page = readFileSync(new URL('machines.md', import.meta.url), 'utf8');
const blocks = parseBlocks(page)
  .filter(({ language, text }) => language === 'sh' && text.includes('node_api'))
  .map(({ text }) => text);

const files = parseBlocks(page).filter(({ file }) => file !== '');

/** Whether this machine has bash, curl, jq and OpenSSL. */
const canRun = ['bash', 'curl', 'jq', 'openssl'].every(
  (name) => spawnSync(name, [name === 'openssl' ? 'version' : '--version']).status === 0,
);

it('the page about machines explains every state of a node', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` +\|/gm)].map(([, state]) => state);
  expect(rows.toSorted()).toEqual([...NODE_STATES].toSorted());
});

it.runIf(canRun)('the requests on the page about machines install a node', { timeout: 240_000 }, async () => {
  const home = mkdtempSync(join(tmpdir(), 'writ-machines-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const sealKeyFile = join(home, 'seal.key');
  writeFileSync(sealKeyFile, randomBytes(32).toString('hex'), { mode: 0o600 });
  const set = await setUp({ state: join(home, '.local/state/writ'), sealKeyFile });
  writeFileSync(join(home, '.local/state/writ/token'), `${token}\n`);
  const configuration = { ...(JSON.parse(installable) as object), harddrives: [`serial=${DISK_SERIAL}`] };
  writeFileSync(join(home, 'machine.json'), JSON.stringify(configuration));
  for (const { file, text } of files) writeFileSync(join(home, file), text);
  const server = set.service.toolkit.createServer(set.service.router);
  const { url, port } = await server.listen(0, '127.0.0.1');
  onTestFinished(async () => {
    await server.close({ timeout: 100 });
  });
  const [definitions, approval, first, ...others] = blocks as [string, string, string, ...string[]];
  const run = async (lines: string): Promise<string> => {
    const script = lines.replaceAll('https://writ.example', `http://localhost:${port}`);
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: home,
      env: { PATH: process.env['PATH'], HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 120_000,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [status] = (await once(child, 'close')) as [number | null];
    expect([status, output]).toEqual([0, output]);
    return output;
  };

  await run(definitions);
  const stop = new AbortController();
  const machine = new FakeMachine();
  machine.facts = JSON.stringify(machineFacts());
  const printed: string[] = [];
  const agent = Agent.run({
    send: createConnection({ server: new URL(url), signal: stop.signal }),
    host: machine,
    state: await StateFile.open(join(home, 'agent')),
    readToken: async () => readFileSync(join(home, 'agent.token'), 'utf8').trim(),
    labels: { rack: '3' },
    signal: stop.signal,
    print: (message) => printed.push(message),
    interval: 50,
  });
  await vi.waitFor(() => expect(printed[0]).toMatch(/^registered as node 1; compare this code/));
  // The lines without the token, which was used.
  const again = definitions.split('\n').slice(0, 3).join('\n');
  const output = await run(`${again}\n${approval}\n${first}`);
  expect(output).toContain(`"serial": "${DISK_SERIAL}"`);
  expect(output).toContain('"approved"');
  expect(output).toContain('event: end');
  expect(await agent).toBe('ending');
  expect(machine.endings).toEqual(['reboot']);
  let responses = '';
  const ofMany = ['/api/nodes/tokens', 'pending.tsv', 'units.csv)', '/node-installations'].map((part) =>
    others.find((block) => block.includes(part))!,
  );
  for (const block of others.filter((each) => !ofMany.includes(each)))
    responses += await run(`${again}\n${block}`);
  expect(responses).toContain('{"id":2,"selector":{"mac":"52:54:00:12:34:58"}');
  // The machine of the first example of a network boot is node 2.
  expect(responses).toContain('{"id":4,"macs":["52:54:00:12:34:59"],"boot":"medium"}');
  stop.abort();

  // The plan of many nodes needs an approved one, which must not change the numbers of the others.
  const labels = { rack: '3' };
  const assigned = { selector: { labels }, configuration: JSON.stringify(configuration) };
  await set.send({ method: 'POST', url: '/api/node-configurations', json: assigned });
  const last = await registerAgent(set, { macs: ['52:54:00:00:00:01'], labels });
  const [tokens, approvals, table, installations] = ofMany as [string, string, string, string];
  await run(`${again}\n${tokens}`);
  const created = [1, 2, 3].map((number) => readFileSync(join(home, `token.${number}`), 'utf8').trim());
  expect(new Set(created).size).toBe(3);
  const { id } = await registerAgent(set, {
    token: created[2],
    macs: ['52:54:00:00:00:02'],
    key: 'k'.repeat(32),
  });
  expect(await run(`${again}\n${approvals}`)).toBe(
    [last.id, id].map((node) => `{"id":${node},"state":"approved","detail":null}\n`).join(''),
  );
  await run(`${again}\n${table}`);
  expect(statSync(join(home, 'units.csv')).mode & 0o777).toBe(0o600);
  const [header, ...rows] = readFileSync(join(home, 'units.csv'), 'utf8').trim().split('\n');
  expect(header).toBe('mac,disk,hostname,!password');
  expect(rows.map((row) => row.replace(/[0-9a-f]{24}/, 'PASSWORD'))).toEqual([
    `"52:54:00:00:00:01","${DISK_SERIAL}","node-${last.id}","PASSWORD"`,
    `"52:54:00:00:00:02","${DISK_SERIAL}","node-${id}","PASSWORD"`,
  ]);
  const { status, stderr } = await runShared(home, [
    'batch',
    'check',
    'unit.json',
    'units.csv',
    '--label',
    'mac={{mac}}',
  ]);
  expect([status, stderr], stderr).toEqual([0, expect.stringContaining('2 of 2 rows are valid')]);
  const many = await run(`${again}\n${installations}`);
  expect(many).toContain(`{"id":${last.id},"state":"approved","work":{"kind":"install"`);
});

it('the command on the page about machines checks the table without a service', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'writ-machines-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const { file, text } of files) writeFileSync(join(folder, file), text);
  const [, command = ''] = /`writ (batch check [^`]+)`/.exec(page) ?? [];
  const { status, stderr } = await runShared(folder, command.split(' '));
  expect([status, stderr], stderr).toEqual([0, expect.stringContaining('unit.json: 2 of 2 rows are valid')]);
});
