import { hasSubscribers } from 'node:diagnostics_channel';
import { setImmediate as turn } from 'node:timers/promises';
import { REQUEST_CHANNELS } from '@writ/http';
import { describe, expect, it, vi } from 'vitest';
import { logEvent, newResult } from './testing/fakes.ts';
import { canaries, setUp, token } from './testing/service.ts';

const metricsToken = 'another-token-only-for-metrics';

describe('/ready', () => {
  it('responds with 503 with the reason while the service starts and stops', async () => {
    const { send, service } = await setUp({ held: true });
    const ready = async (): Promise<unknown[]> => {
      const response = await send({ url: '/ready', headers: { authorization: '' } });
      return [response.status, response.json()];
    };
    expect(await ready()).toEqual([503, { status: 'not-ready', reason: 'starting' }]);
    expect((await send('/health')).status).toBe(200);
    service.begin();
    expect(await ready()).toEqual([200, { status: 'ready' }]);
    await service.stop(1_000);
    expect(await ready()).toEqual([503, { status: 'not-ready', reason: 'stopping' }]);
  });
});

describe('/metrics', () => {
  it('no longer counts requests after the service is released', async () => {
    expect(hasSubscribers(REQUEST_CHANNELS.closed)).toBe(false);
    const { service } = await setUp({ metricsToken });
    expect(hasSubscribers(REQUEST_CHANNELS.closed)).toBe(true);
    await service.release();
    expect(hasSubscribers(REQUEST_CHANNELS.closed)).toBe(false);
  });

  it('contains the number of installations in each state', async () => {
    const { send, begin, runs } = await setUp({ metricsToken });
    await begin('a.img');
    runs[0]!.end(newResult('done'));
    await turn();
    await begin('b.img');
    const response = await send({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } });
    expect(response.headers['content-type']).toContain('text/plain; version=0.0.4');
    expect(response.text()).toContain('# TYPE writ_installations gauge\n');
    expect(response.text()).toContain('writ_installations{state="done"} 1\n');
    expect(response.text()).toContain('writ_installations{state="running"} 1\n');
    expect(response.text()).toContain('writ_installations{state="failed"} 0\n');
    expect(response.text()).toMatch(/^writ_healthy 1$/m);
    expect(response.text()).toMatch(
      /^http_server_request_duration_seconds_count\{.*http_route="\/api\/installs",.*\} 2$/m,
    );
    for (const line of response.text().trimEnd().split('\n')) {
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) .+|\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? [\d.e+-]+)$/);
    }
    for (const secret of [...canaries, token, metricsToken]) expect(response.text()).not.toContain(secret);
  });

  it('are in the OpenMetrics format if the client accepts it', async () => {
    const { send } = await setUp({ metricsToken });
    const headers = {
      authorization: `Bearer ${metricsToken}`,
      accept: 'application/openmetrics-text; version=1.0.0, text/plain; q=0.5',
    };
    const response = await send({ url: '/metrics', headers });
    expect(response.headers['content-type']).toBe(
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    );
    expect(response.text()).toMatch(/\n# EOF\n$/);
    expect(response.text()).toContain('# TYPE writ_webhook_attempts counter\n');
    expect(response.text()).toContain('writ_webhook_attempts_total{result="delivered"} 0\n');
  });

  it('contains the time between events and their delivery to open streams, without earlier events', async () => {
    const { send, begin, runs } = await setUp({ metricsToken });
    const id = await begin('a.img');
    const emit = (number: number, time: string): void =>
      runs[0]!.request.onEvent?.({ ...logEvent(number, 'line'), time });
    emit(1, '2020-01-01T00:00:00.000Z');
    const streamed = send(`/api/installs/${id}/events`);
    await vi.waitFor(async () => expect(await metric('writ_event_streams')).toBe(1));
    emit(2, new Date(Date.now() + 1_000).toISOString());
    runs[0]!.end(newResult('done'));
    await streamed;
    // The end of the installation is an event, too.
    expect(await metric('writ_event_lag_seconds_count')).toBe(2);
    expect(await metric('writ_event_lag_seconds_bucket{le="60"}')).toBe(2);

    async function metric(name: string): Promise<number> {
      const headers = { authorization: `Bearer ${metricsToken}` };
      const lines = (await send({ url: '/metrics', headers })).text().split('\n');
      return Number(lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1]);
    }
  });

  it('requires its own token, which is not accepted elsewhere', async () => {
    const { send } = await setUp({ metricsToken });
    const status = async (url: string, bearer: string): Promise<number> =>
      (await send({ url, headers: { authorization: `Bearer ${bearer}` } })).status;
    expect(await status('/metrics', token)).toBe(401);
    expect(await status('/metrics', '')).toBe(401);
    expect(await status('/api/installs', metricsToken)).toBe(401);
    const without = await setUp();
    expect((await without.send('/metrics')).status).toBe(404);
  });
});

describe('POST /api/convert', () => {
  const configuration = JSON.stringify({
    bootloader: 'Systemd-boot',
    hostname: 'box',
    kernels: ['linux'],
    profile_config: { profile: { main: 'Minimal' } },
    swap: true,
    version: '3.0.2',
  });

  it('returns the converted configuration and the findings of the conversion', async () => {
    const { send } = await setUp();
    const credentials = JSON.stringify({ '!root-password': canaries[0] });
    const json = { configuration, credentials };
    const response = await send({ method: 'POST', url: '/api/convert', json });
    const answer = response.json() as { configuration: string; findings: readonly { rule: string }[] };
    expect(JSON.parse(answer.configuration)).toMatchObject({
      hostname: 'box',
      '!root-password': canaries[0],
    });
    expect(answer.findings.length).toBeGreaterThan(0);
    expect(JSON.stringify(answer.findings)).not.toContain(canaries[0]);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('lists the effect on each key, and the partitions to keep whose PARTUUIDs are missing', async () => {
    const { send } = await setUp();
    const partitions = [
      { status: 'existing', dev_path: '/dev/sda1', fs_type: 'fat32', mountpoint: '/boot' },
      {
        status: 'create',
        fs_type: 'ext4',
        mountpoint: '/',
        size: { unit: 'GiB', value: 60, sector_size: null },
      },
    ];
    const kept = JSON.stringify({
      ...(JSON.parse(configuration) as object),
      '!root-password': canaries[0],
      disk_config: { device_modifications: [{ device: '/dev/sda', wipe: false, partitions }] },
    });
    const convert = async (partuuids?: readonly object[]): Promise<Record<string, unknown>> => {
      const json = { configuration: kept, ...(partuuids === undefined ? {} : { partuuids }) };
      return (await send({ method: 'POST', url: '/api/convert', json })).json() as Record<string, unknown>;
    };
    const key = 'disk_config.device_modifications[0].partitions[0]';
    const first = await convert();
    expect(first).toMatchObject({ unnamed: [{ key, description: '"/dev/sda1", "fat32"' }] });
    expect(first).not.toHaveProperty('configuration');
    const partuuid = 'A91C1A52-0001-4C2B-9A51-6D1F5F1F0001';
    const named = await convert([{ key, partuuid }]);
    expect(named['configuration']).toContain(partuuid.toLowerCase());
    expect(named).toMatchObject({ unnamed: [], needlessPartuuids: [] });
    expect(named['keys']).toContainEqual({
      file: 'configuration',
      key: 'disk_config.device_modifications[0].partitions[1].size',
      outcome: 'changed',
      explanation: 'becomes the remaining space of the drive',
    });
    expect(
      await convert([
        { key, partuuid },
        { key: 'other', partuuid: `${partuuid.slice(0, -1)}2` },
      ]),
    ).toMatchObject({
      needlessPartuuids: ['other'],
    });
    for (const wrong of [
      [{ key, partuuid: 'x' }],
      [
        { key, partuuid },
        { key: 'other', partuuid: partuuid.toLowerCase() },
      ],
    ])
      expect(await convert(wrong)).toMatchObject({ status: 400 });
  });

  it('returns no configuration if a setting would be lost, until its loss is accepted', async () => {
    const { send } = await setUp();
    const lossy = JSON.stringify({
      ...(JSON.parse(configuration) as object),
      disk_encryption: { encryption_type: 'lvm_on_luks', partitions: [], password: canaries[1] },
    });
    const convert = async (acceptLoss: readonly string[]): Promise<Record<string, unknown>> =>
      (
        await send({ method: 'POST', url: '/api/convert', json: { configuration: lossy, acceptLoss } })
      ).json() as Record<string, unknown>;
    const refused = await convert([]);
    expect(refused).toMatchObject({ acceptable: ['disk_encryption'] });
    expect(refused).not.toHaveProperty('configuration');
    expect(await convert(['disk_encryption'])).toMatchObject({
      configuration: expect.stringContaining('"hostname": "box"'),
    });
  });
});
