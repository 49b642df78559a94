import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '@writ/diagnostics';
import { mirrorLoginName } from '../../plan/secret-names.ts';
import { checkClock } from './clock.ts';

const now = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
let server: Server;
let origin: string;
const asked: string[] = [];

/**
 * The first path segment is the offset of the mirror's clock in hours. `/aged/…` simulates a cache that is a
 * day old, and `/none/…` sends no time.
 */
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    const kind = request.url?.split('/')[1] ?? '';
    response.sendDate = false;
    if (kind === 'aged') {
      response.setHeader('date', new Date(now - 24 * HOUR).toUTCString()).setHeader('age', String(24 * 3600));
    } else if (kind !== 'none') {
      response.setHeader('date', new Date(now + Number(kind) * HOUR).toUTCString());
    }
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((done) => server.close(done)));

function checkAgainst(...kinds: readonly string[]): ReturnType<typeof checkClock> {
  return checkClock(
    kinds.map((kind) => (kind.includes(':') ? kind : `${origin}/${kind}/$repo/os/$arch`)),
    { now: () => now },
  );
}

describe('the clock of this machine', () => {
  it.each([
    ['is right', ['0']],
    ['is half an hour wrong', ['0.5']],
    ['is right according to one of two mirrors', ['-9000', '0.1']],
    ['is right if the age of a cached response is taken into account', ['aged']],
    ['cannot be compared with mirrors that send no time', ['none']],
    ['cannot be compared with unreachable mirrors', ['http://127.0.0.1:9/$repo']],
    ['cannot be compared with a folder', ['file:///srv/mirror/$repo/os/$arch']],
  ])('is accepted if it %s', async (_when, mirrors) => {
    expect(await checkAgainst(...mirrors)).toBeUndefined();
  });

  it('is reported, with both times and a hint, if it differs from every mirror', async () => {
    const found = await checkAgainst('9000', '8760');
    expect(found?.rule).toBe('clock-wrong');
    expect(found?.message).toContain('2026-11-21T12:00:00.000Z');
    expect(found?.message).toContain('2027-11-21T12:00:00.000Z');
    expect(found?.hint).toContain('set the clock');
    expect((await checkAgainst('-1.5'))?.rule).toBe('clock-wrong');
  });

  it("is compared by means of a small request with the mirror's login", async () => {
    asked.length = 0;
    const mirror = `${origin}/0/$repo/os/$arch`;
    await checkClock([mirror], {
      now: () => now,
      secrets: new Map([[mirrorLoginName(mirror), new Secret('me:key')]]),
    });
    expect(asked).toEqual([`HEAD /0/core/os/x86_64/core.db Basic ${btoa('me:key')}`]);
  });
});
