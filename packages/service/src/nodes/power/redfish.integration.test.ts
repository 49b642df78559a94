import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret } from '@writ/diagnostics';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerAgent } from '../../testing/agents.ts';
import { temporaryFolder } from '../../testing/fakes.ts';
import {
  simulateController,
  type ControllerOptions,
  type SimulatedController,
} from '../../testing/management-controller.ts';
import { setUp } from '../../testing/service.ts';
import { controlPower, readPower, type Controller } from './redfish.ts';

const password = 'canary-controller-7c';
let certificate: { readonly key: string; readonly cert: string };

beforeAll(() => {
  const folder = join(process.env['TMPDIR'] ?? '/tmp', `writ-controller-${process.pid}`);
  execFileSync('mkdir', ['-p', folder]);
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options =
    'req -x509 -days 30 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=controller';
  execFileSync('openssl', [...options.split(' '), '-keyout', key, '-out', cert], {
    stdio: 'ignore',
    timeout: 60_000,
  });
  certificate = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  execFileSync('rm', ['-r', folder]);
});

const simulate = (more: Partial<ControllerOptions> = {}): Promise<SimulatedController> =>
  simulateController({ ...certificate, password, ...more });

const loginTo = ({ address, certificateSha256 }: SimulatedController): Controller => ({
  address,
  certificateSha256,
  username: 'admin',
  password: new Secret(password),
});

describe('a management controller', () => {
  it('reports and changes the power of its machine, and makes its next boot one from the network', async () => {
    const simulated = await simulate();
    const controller = loginTo(simulated);
    expect(await readPower(controller)).toEqual({ power: 'Off' });
    await controlPower(controller, 'on', 'network');
    expect(await readPower(controller)).toEqual({ power: 'On' });
    const changes = simulated.calls.filter(({ method }) => method !== 'GET');
    expect(changes).toMatchObject([
      {
        method: 'PATCH',
        path: '/redfish/v1/Systems/1',
        body: { Boot: { BootSourceOverrideEnabled: 'Once', BootSourceOverrideTarget: 'Pxe' } },
      },
      {
        method: 'POST',
        path: '/redfish/v1/Systems/1/Actions/ComputerSystem.Reset',
        body: { ResetType: 'On' },
      },
    ]);
  });

  it.each([
    ['reset', ['PowerCycle', 'GracefulRestart'], 'PowerCycle'],
    ['off', ['ForceOff'], 'ForceOff'],
    ['shutdown', undefined, 'GracefulShutdown'],
  ] as const)('is asked to %s with a value that it allows', async (action, resetTypes, type) => {
    const simulated = await simulate(resetTypes === undefined ? {} : { resetTypes });
    await controlPower(loginTo(simulated), action);
    expect(simulated.calls.at(-1)?.body).toEqual({ ResetType: type });
  });

  it('is not asked for an action that it does not allow', async () => {
    const controller = loginTo(await simulate({ resetTypes: ['On'] }));
    await expect(controlPower(controller, 'shutdown')).rejects.toThrow(
      'the controller allows none of GracefulShutdown',
    );
  });

  it('with another certificate receives no request, and therefore no password', async () => {
    const simulated = await simulate();
    const controller = { ...loginTo(simulated), certificateSha256: '0'.repeat(64) };
    await expect(readPower(controller)).rejects.toThrow('not the expected one');
    expect(simulated.calls).toEqual([]);
  });

  it.each([
    ['a refused login', {}, 'status 401: The login was not accepted.'],
    ['a response that is not JSON', { '/redfish/v1/': '<html>' }, 'is not JSON'],
    ['a response without machines', { '/redfish/v1/Systems': '{"Members":[]}' }, '0 machines instead of one'],
    [
      'an address of another host',
      { '/redfish/v1/': '{"Systems":{"@odata.id":"https://a.example/"}}' },
      'not a Redfish resource',
    ],
    ['a response of 2 MiB', { '/redfish/v1/': 'x'.repeat(2 ** 21) }, 'too large'],
  ])('is reported for %s, without the password', async (_name, texts: Record<string, string>, reason) => {
    const answers = Object.fromEntries(
      Object.entries(texts).map(([path, text]) => [
        path,
        (response: { end(text: string): unknown }) => void response.end(text),
      ]),
    );
    const simulated = await simulate({ answers });
    const wrong = new Secret(Object.keys(texts).length === 0 ? 'wrong' : password);
    const error = await readPower({ ...loginTo(simulated), password: wrong }).catch(
      (caught: unknown) => caught,
    );
    expect(String(error)).toContain(reason);
    expect(String(error)).not.toContain(password);
  });
});

it('the service stores the password of a controller sealed, and returns and logs it nowhere', async () => {
  const simulated = await simulate();
  const folder = temporaryFolder();
  const sealKeyFile = join(folder, 'seal.key');
  writeFileSync(sealKeyFile, randomBytes(32).toString('hex'), { mode: 0o600 });
  const set = await setUp({ sealKeyFile });
  const { id } = await registerAgent(set);
  const { address, certificateSha256 } = simulated;
  const json = { address, username: 'admin', password, certificateSha256: certificateSha256.toUpperCase() };
  const stored = await set.send({ method: 'PUT', url: `/api/nodes/${id}/controller`, json });
  expect(stored.json().controller, stored.text()).toEqual({ address, username: 'admin', certificateSha256 });
  expect((await set.send(`/api/nodes/${id}/power`)).json()).toEqual({ power: 'Off' });
  const on = await set.send({ method: 'POST', url: `/api/nodes/${id}/power`, json: { action: 'on' } });
  expect([on.status, simulated.power]).toEqual([204, 'On']);
  simulated.power = 'Off';
  await set.send({
    method: 'PUT',
    url: `/api/nodes/${id}/controller`,
    json: { ...json, certificateSha256: '1'.repeat(64) },
  });
  const failed = await set.send(`/api/nodes/${id}/power`);
  expect([failed.status, failed.json().type]).toEqual([502, expect.stringContaining('power-failed')]);
  const listed = (await set.send('/api/nodes')).text();
  const database = readFileSync(join(set.folder, 'state/service.db'), 'latin1');
  const log = readFileSync(join(set.folder, 'state/service.db-wal'), 'latin1');
  for (const output of [stored.text(), failed.text(), listed, set.logged.join('\n'), database, log])
    expect(output).not.toContain(password);
  expect((await set.send({ method: 'DELETE', url: `/api/nodes/${id}/controller` })).status).toBe(204);
  expect((await set.send(`/api/nodes/${id}/power`)).status).toBe(409);
});

it('the service refuses controllers without a key for their passwords, and invalid addresses', async () => {
  const set = await setUp();
  const { id } = await registerAgent(set);
  const json = {
    address: 'https://192.0.2.7',
    username: 'admin',
    password,
    certificateSha256: '1'.repeat(64),
  };
  const put = (change: object) =>
    set.send({ method: 'PUT', url: `/api/nodes/${id}/controller`, json: { ...json, ...change } });
  expect((await put({})).json().type).toContain('secrets-refused');
  for (const address of ['http://192.0.2.7', 'https://a:b@192.0.2.7', 'https://192.0.2.7/redfish', 'x'])
    expect((await put({ address })).status).toBe(400);
  expect((await put({ certificateSha256: '12' })).status).toBe(400);
});
