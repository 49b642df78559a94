import { hasSubscribers } from 'node:diagnostics_channel';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import type { Range } from '@writ/diagnostics';
import { REQUEST_CHANNELS } from '@writ/http';
import { inject, type InjectResponse } from '@writ/http/testing';
import type { InstallEvent } from '@writ/installer';
import { schemaText } from '@writ/installer/schema';
import { describe, expect, it, vi } from 'vitest';
import { distributionMirror } from './example.ts';
import type { Hasher } from './jobs/hash-logins.ts';
import { openStore, sqliteDatabase } from './testing/databases.ts';
import {
  addInstall,
  fakeHash,
  logEvent,
  progressEvent,
  newResult,
  temporaryFolder,
  writeWritImage,
} from './testing/fakes.ts';
import {
  emptyLock,
  canaries,
  example,
  installable,
  planOf,
  post,
  unhashableConfiguration,
  setUp,
  token,
  type SetUp,
} from './testing/service.ts';

describe('access', () => {
  const api = [
    '/api/check',
    '/api/plan',
    '/api/installs',
    '/api/installs/1',
    '/api/example',
    '/api/schema',
    '/api/service',
    '/api/none',
    '/api',
  ];
  const huge = new Uint8Array(5_000_000);

  it.each(api)('to %s requires the token, which is checked before the rest of the request', async (url) => {
    const { service } = await setUp();
    const wrong = [
      '',
      'Bearer',
      'Bearer wrong',
      `Basic ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
    ];
    for (const authorization of wrong) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const response = await inject(service.router, {
          method,
          url,
          headers: {
            host: 'localhost',
            authorization,
            'content-type': 'image/png',
            'content-length': '5000000',
          },
          ...(method === 'POST' ? { body: huge } : {}),
        });
        expect([method, authorization, response.status]).toEqual([method, authorization, 401]);
        expect(response.headers['www-authenticate']).toMatch(/^Bearer/);
        expect(response.headers['content-type']).toBe('application/problem+json');
        expect(response.text()).not.toContain(token);
      }
    }
  });

  it('is granted by exchanging a code for the token once, while pages of other origins are rejected and use up no attempt', async () => {
    const { service } = await setUp();
    const enter = (code: unknown, headers = {}): Promise<InjectResponse> =>
      inject(service.router, {
        method: 'POST',
        url: '/session',
        headers: { host: 'localhost:7878', ...headers },
        json: { code },
      });
    const code = service.issueCode();
    for (const site of ['cross-site', 'same-site', 'cross-site', 'same-site', 'cross-site', 'same-site']) {
      expect((await enter('wrong', { 'sec-fetch-site': site })).status).toBe(403);
      expect((await enter(code, { 'sec-fetch-site': site })).status).toBe(403);
    }
    // A browser without Sec-Fetch-Site sends the page's origin in Origin.
    expect((await enter(code, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await enter(1)).status).toBe(400);
    const response = await enter(code, { 'sec-fetch-site': 'same-origin' });
    expect([response.status, response.json(), response.headers['cache-control']]).toEqual([
      200,
      { token },
      'no-store',
    ]);
    expect(response.headers['set-cookie']).toBeUndefined();
    const again = await enter(code);
    expect([again.status, again.json().code]).toEqual([403, 'code-refused']);
    expect(again.text()).toContain('--link');
  });

  it('is denied with a code after the fifth wrong attempt', async () => {
    const { service } = await setUp();
    const enter = async (code: string): Promise<number> => {
      const headers = { host: 'localhost' };
      return (await inject(service.router, { method: 'POST', url: '/session', headers, json: { code } }))
        .status;
    };
    const code = service.issueCode();
    for (let wrong = 1; wrong <= 5; wrong += 1) expect(await enter(`wrong-${wrong}`)).toBe(403);
    expect(await enter(code)).toBe(403);
    expect(await enter(service.issueCode())).toBe(200);
  });

  it('is granted without setting a cookie', async () => {
    const { send } = await setUp();
    for (const url of [
      '/',
      '/assets/none.js',
      '/health',
      '/api/installs',
      '/api/service',
      '/session',
      '/none',
    ]) {
      expect((await send(url)).headers['set-cookie']).toBeUndefined();
    }
  });

  it('is denied with a token in an address', async () => {
    const { service } = await setUp();
    const response = await inject(service.router, {
      url: `/api/installs?token=${token}`,
      headers: { host: 'localhost' },
    });
    expect(response.status).toBe(401);
  });

  it.each([
    'evil.example',
    'evil.example:7878',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '',
    '0.0.0.0',
    '[::2]',
  ])('is denied to requests for the host "%s"', async (host) => {
    const { send } = await setUp();
    for (const url of ['/', '/health', '/api/installs', '/none']) {
      expect((await send({ url, headers: { host } })).status).toBe(421);
    }
  });

  it.each(['localhost', 'LOCALHOST:1', '127.0.0.1:7878', '127.1.2.3', '[::1]:7878'])(
    'is granted to requests for the host "%s"',
    async (host) => {
      const { send } = await setUp();
      expect((await send({ url: '/api/installs', headers: { host } })).status).toBe(200);
    },
  );

  it('is granted without CORS headers', async () => {
    const { send } = await setUp();
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    for (const method of ['GET', 'OPTIONS']) {
      const response = await send({ method, url: '/api/installs', headers });
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('POST /api/check', () => {
  it('reports no errors for the example', async () => {
    const { send } = await setUp();
    const response = await send(post('/api/check', example));
    expect(response.status).toBe(200);
    expect(response.json()).toMatchObject({ file: 'configuration', valid: true });
  });

  it('reports a finding with its location', async () => {
    const { send } = await setUp();
    const { valid, findings } = (
      await send(post('/api/check', example.replace('systemd-bootctl', 'systemd-botctl')))
    ).json();
    expect(valid).toBe(false);
    expect(findings).toContainEqual(
      expect.objectContaining({
        severity: 'error',
        pointer: '/bootloader',
        range: expect.objectContaining({ start: expect.objectContaining({ line: 2, column: 17 }) }),
        replacement: expect.objectContaining({ text: '"systemd-bootctl"' }),
      }),
    );
  });

  it.each([
    'text/plain',
    'text/plain;charset=utf-8',
    'application/json',
    'application/vnd.x+json',
    'text/x-jsonc',
    // The media type that curl sends by default.
    'application/x-www-form-urlencoded',
  ])('accepts the media type %s, even with malformed JSON', async (type) => {
    const { send } = await setUp();
    const response = await send(post('/api/check', '{"kernels": [,]', type));
    expect(response.status).toBe(200);
    expect(response.json().valid).toBe(false);
    expect(response.json().findings[0].range.start.line).toBe(1);
  });

  it('reports an empty configuration, and rejects other media types and bodies that are too long', async () => {
    const { send } = await setUp();
    expect((await send(post('/api/check', ' '))).json()).toMatchObject({ valid: false });
    expect((await send(post('/api/check', '{}', 'image/png'))).status).toBe(415);
    expect((await send(post('/api/check', '['.repeat(5_000_000)))).json()).toMatchObject({ valid: false });
    expect((await send(post('/api/check', '['.repeat(9_000_000)))).status).toBe(413);
  });

  it('returns no secret, even from a malformed line', async () => {
    const { send } = await setUp();
    for (const text of [
      unhashableConfiguration,
      unhashableConfiguration.replace(`"${canaries[0]}",`, `"${canaries[0]}`),
      unhashableConfiguration.slice(0, -30),
    ]) {
      const answer = (await send(post('/api/check', text))).text();
      for (const canary of canaries) expect(answer).not.toContain(canary);
    }
  });

  it('masks every secret and changes nothing else, even in malformed JSON', async () => {
    const { send } = await setUp();
    const plantedSecrets = {
      '!root-password': 'canary-root',
      '!encryption-password': 'canary-disk',
      '!users': [
        { username: 'ada', '!password': 'canary-ada', sudo: true },
        { username: 'eve', enc_password: '$6$salt$canary-hash' },
      ],
      'mirror-region': { Here: { 'https://me:canary-mirror@mirror.example/$repo': true } },
      'custom-commands': ["echo 'root:canary-command' | chpasswd", 'echo hello'],
      wifi: { ssid: 'home', psk: 'canary-wifi' },
      'x-service': { api_token: ['canary-token'], region: 'shown' },
      hostname: 'shown',
    };
    const text = JSON.stringify(plantedSecrets, null, 2);
    const maskedOf = async (body: string): Promise<string> =>
      (await send(post('/api/check', body))).json().masked;
    const masked = await maskedOf(text);
    expect(masked).not.toContain('canary');
    expect(masked).toContain('"sudo": true');
    // All values below a key that contains secrets are masked, including account names, but no other values.
    const accounts = text.slice(text.indexOf('"!users"'), text.indexOf('"mirror-region"')).split('\n');
    const lines = masked.split('\n');
    for (const [index, line] of text.split('\n').entries()) {
      if (line.includes('canary')) expect(lines[index]).toContain('••••••••');
      else if (!accounts.includes(line)) expect(lines[index]).toBe(line);
    }
    const malformed = [
      text.replaceAll('",\n', '",,\n'),
      text.replaceAll(/"(\S*canary-[\w-]+)"/g, '$1'),
      text.replaceAll(/("canary-[\w-]+)"/g, '$1'),
      text.replaceAll('"!', '"'),
      text.replaceAll(': ', ' '),
      ...[...text.matchAll(/canary-(?!command)/g)].map(({ index }) => text.slice(0, index + 9)),
    ];
    for (const body of malformed) expect(await maskedOf(body)).not.toContain('canary');
  });

  it('masks the secrets of a long configuration', async () => {
    const { send } = await setUp();
    const accounts = Array.from({ length: 4000 }, (_, number) => ({
      username: `user${number}`,
      '!password': `canary-${number}`,
    }));
    const body = JSON.stringify({ '!users': accounts }, null, 2);
    expect(body.length).toBeGreaterThan(256 * 1024);
    const { masked } = (await send(post('/api/check', body))).json();
    expect(masked).not.toContain('canary');
    expect(masked.split('"!password": "••••••••"')).toHaveLength(4001);
  });
});

describe('POST /api/plan', () => {
  it('returns the plan, its text and its digest without writing files', async () => {
    const { send, service } = await setUp();
    const response = await send(planOf(example));
    expect(response.status).toBe(200);
    const { digest, text, plan, overwrites, findings } = response.json();
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(plan.digest).toBe(digest);
    expect(plan.target.path).toBe(join(service.images, 'disk.img'));
    expect(text).toContain(join(service.images, 'disk.img'));
    expect(findings).toEqual([]);
    expect(overwrites).toBe(false);
    expect(readdirSync(service.images)).toEqual([]);
    // Replacing an empty file does not lose data.
    writeFileSync(join(service.images, 'disk.img'), '');
    expect((await send(planOf(example))).json().overwrites).toBe(false);
    writeWritImage(join(service.images, 'disk.img'));
    expect((await send(planOf(example))).json().overwrites).toBe(true);
  });

  it('requires consent to a repository without signatures', async () => {
    const { send } = await setUp();
    const repository = { name: 'lab', servers: ['https://lab.example/$arch'], signatures: 'none' };
    const config = { ...(JSON.parse(example) as object), 'x-writ': { repositories: [repository] } };
    const { overwrites, text } = (await send(planOf(JSON.stringify(config)))).json();
    expect(overwrites).toBe(true);
    expect(text).toContain('without verifying signatures');
  });

  it('returns every finding for an invalid configuration', async () => {
    const { send } = await setUp();
    const response = await send(planOf('{"kernels": ["linuxx"]}'));
    expect(response.status).toBe(422);
    expect(response.headers['content-type']).toBe('application/problem+json');
    const { code, errors } = response.json();
    expect(code).toBe('configuration-refused');
    expect(errors.length).toBeGreaterThan(2);
    expect(errors[0]).toMatchObject({ detail: expect.any(String), range: { start: { line: 1 } } });
  });

  it('returns no secret', async () => {
    const { send } = await setUp();
    for (const text of [unhashableConfiguration, unhashableConfiguration.replace('"kernels"', '"kernel"')]) {
      const answer = (await send(planOf(text))).text();
      for (const canary of canaries) expect(answer).not.toContain(canary);
    }
  });

  it('refuses a plan for a file that Writ did not create', async () => {
    const { send, service } = await setUp();
    writeFileSync(join(service.images, 'disk.img'), 'a photo album');
    const response = await send(planOf(example));
    expect(response.status).toBe(409);
    expect(response.text()).toContain('disk.img');
  });
});

describe('the target of an installation', () => {
  const tricks = [
    '',
    '../disk.img',
    '..%2Fdisk.img',
    '%2Fetc%2Fdisk.img',
    '.disk.img',
    'a%00.img',
    'disk',
    'a%5Cb.img',
    'sub%2Fdisk.img',
  ];

  it.each(tricks)('cannot be an image named "%s"', async (name) => {
    const { send, runs } = await setUp();
    expect((await send(planOf(example, name))).status).toBe(400);
    const image = decodeURIComponent(name);
    const json = { configuration: example, image };
    expect((await send({ method: 'POST', url: '/api/installs', json })).status).toBe(400);
    expect(runs).toEqual([]);
  });

  it('cannot be a symbolic link that leads out of the images folder', async () => {
    const { send, service, folder } = await setUp();
    writeFileSync(join(folder, 'outside.img'), '');
    symlinkSync(join(folder, 'outside.img'), join(service.images, 'disk.img'));
    expect((await send(planOf(example))).status).toBe(409);
  });

  it('can be a device only if devices are allowed, and only with an absolute path without ".."', async () => {
    const { send } = await setUp();
    const json = { configuration: example, device: '/dev/null' };
    expect((await send({ method: 'POST', url: '/api/installs', json })).status).toBe(403);
    expect((await send(post('/api/plan?device=/dev/null', example))).status).toBe(403);
    const { send: bold } = await setUp({ devices: true });
    for (const device of ['/etc/passwd', '/dev/../etc/passwd', 'dev/vda', '/dev/']) {
      expect((await bold({ method: 'POST', url: '/api/installs', json: { ...json, device } })).status).toBe(
        400,
      );
    }
  });

  it('must be specified exactly once', async () => {
    const { send } = await setUp();
    expect((await send(post('/api/plan', example))).status).toBe(400);
    expect((await send(post('/api/plan?image=a.img&device=/dev/vda', example))).status).toBe(400);
  });
});

describe('the installation service', () => {
  it('starts an installation, returns its location and lists it', async () => {
    const { send, start, runs, service } = await setUp();
    const response = await start('disk.img', { configuration: example });
    expect(response.status).toBe(202);
    expect(response.headers['location']).toBe('/api/installs/1');
    expect(response.json()).toMatchObject({ id: 1, state: 'running', target: 'disk.img', resumable: false });
    expect(runs[0]!.request).toMatchObject({
      targets: [join(service.images, 'disk.img')],
      yes: true,
      resume: false,
      rerunCommand: false,
    });
    expect(runs[0]!.request.wipe).toBeUndefined();
    expect((await send('/api/installs')).json()).toEqual([response.json()]);
    expect((await send('/api/installs/1')).json()).toMatchObject({
      id: 1,
      configuration: expect.stringContaining('"hostname": "demonstration"'),
    });
    expect((await send('/api/installs/2')).status).toBe(404);
    expect((await send('/api/installs/x')).status).toBe(400);
  });

  it('refuses a configuration that contains masked secrets', async () => {
    const { send, begin, runs } = await setUp();
    const id = await begin('disk.img');
    const { configuration } = (await send(`/api/installs/${id}`)).json();
    const json = { configuration, image: 'other.img' };
    const response = await send({ method: 'POST', url: '/api/installs', json });
    expect(response.status).toBe(422);
    const lines = response.json().errors.map(({ range }: { range: Range }) => range.start.line);
    expect(new Set(lines)).toEqual(new Set([11, 12]));
    expect(runs).toHaveLength(1);
  });

  it('rejects an invalid configuration and unknown members', async () => {
    const { send, start, runs } = await setUp();
    const attempt = (json: object): Promise<InjectResponse> =>
      send({ method: 'POST', url: '/api/installs', json });
    expect((await attempt({ configuration: '{', image: 'disk.img' })).status).toBe(422);
    expect((await attempt({ image: 'disk.img' })).status).toBe(400);
    expect((await attempt({ configuration: example, image: 'disk.img', wipe: true })).status).toBe(400);
    expect(runs).toEqual([]);
    expect((await start('disk.img')).status).toBe(202);
    expect(runs[0]!.request.planSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(runs[0]!.request).not.toHaveProperty('lock');
  });

  it('passes the package lock of the request to the installer', async () => {
    const { begin, runs } = await setUp();
    await begin('disk.img', { lock: emptyLock });
    expect(runs[0]!.request.lock).toEqual({ file: 'lock', text: emptyLock });
  });

  it('rejects a start if passwords cannot be hashed, and suggests a solution', async () => {
    const { start, runs } = await setUp({
      hash: () => Promise.reject(new Error('openssl cannot hash the passwords: there is none')),
    });
    const refused = await start('disk.img');
    expect([refused.status, refused.json()]).toEqual([
      503,
      expect.objectContaining({
        code: 'hashing-failed',
        detail: expect.stringMatching(/there is none; install the package openssl, or use password hashes/),
      }),
    ]);
    expect(runs).toEqual([]);
  });

  it('refuses a target that is in use, and more installations than the queue can hold', async () => {
    const { start, begin } = await setUp();
    await begin('disk.img');
    expect((await start('disk.img')).status).toBe(409);
    for (let number = 1; number <= 8; number += 1) await begin(`disk-${number}.img`);
    const full = await start('more.img');
    expect([full.status, full.headers['retry-after']]).toEqual([429, '60']);
  });

  it('cancels a running installation', async () => {
    const { send, begin, runs } = await setUp();
    const id = await begin('disk.img');
    expect((await send({ method: 'POST', url: `/api/installs/${id}/cancel` })).status).toBe(202);
    expect(runs[0]!.request.signal!.aborted).toBe(true);
    runs[0]!.end(newResult('interrupted', { resumable: true }));
    await turn();
    expect((await send(`/api/installs/${id}`)).json()).toMatchObject({
      state: 'cancelled',
      resumable: true,
    });
    expect((await send({ method: 'POST', url: `/api/installs/${id}/cancel` })).status).toBe(409);
    expect((await send({ method: 'POST', url: '/api/installs/9/cancel' })).status).toBe(404);
  });

  it('interrupts the running installation when it stops, and accepts no new installations', async () => {
    const { send, start, begin, runs, service } = await setUp();
    const id = await begin('disk.img');
    const stopped = service.stop(60_000);
    expect(runs[0]!.request.signal!.aborted).toBe(true);
    expect((await start('other.img')).status).toBe(503);
    runs[0]!.end(newResult('interrupted', { resumable: true }));
    expect(await stopped).toBe('clean');
    expect((await send(`/api/installs/${id}`)).json().state).toBe('interrupted');
  });
});

describe('consent', () => {
  it('is required: a start without the digest of the plan is rejected', async () => {
    const { start, runs } = await setUp();
    const refused = await start('disk.img', { planSha256: undefined });
    expect([refused.status, refused.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'plan-not-named',
        planSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        losses: [],
      }),
    ]);
    expect(runs).toEqual([]);
    const { planSha256 } = refused.json();
    expect((await start('disk.img', { planSha256: planSha256.toUpperCase() })).status).toBe(202);
  });

  it('applies to one plan: a changed plan is rejected, with its digest in the response', async () => {
    const { send, start, runs } = await setUp();
    const { digest } = (await send(planOf(installable.replace('openssh', 'nginx')))).json();
    const refused = await start('disk.img', { planSha256: digest });
    expect([refused.status, refused.json().code]).toEqual([409, 'plan-changed']);
    expect(refused.json().planSha256).not.toBe(digest);
    expect((await start('disk.img', { planSha256: refused.json().planSha256 })).status).toBe(202);
    expect(runs).toHaveLength(1);
  });

  it('covers losses: an existing image is replaced only with overwrite: true', async () => {
    const { service, start, runs } = await setUp();
    const image = join(service.images, 'disk.img');
    expect((await start('disk.img')).status).toBe(202);
    writeWritImage(image);
    runs[0]!.end(newResult('done'));
    await turn();
    for (const overwrite of [undefined, false]) {
      const refused = await start('disk.img', { overwrite });
      expect([refused.status, refused.json()]).toEqual([
        409,
        expect.objectContaining({
          code: 'overwrite-not-agreed',
          detail: expect.stringContaining('An image that Writ made (1024 bytes) is replaced'),
          losses: [expect.objectContaining({ target: image })],
        }),
      ]);
    }
    expect(runs).toHaveLength(1);
    expect((await start('disk.img', { overwrite: true })).status).toBe(202);
  });

  it('does not cover an image that another installation creates while passwords are hashed', async () => {
    const hashing = Promise.withResolvers<void>();
    let held = 0;
    const hash: Hasher = async (passwords) => {
      held += 1;
      if (held === 2) await hashing.promise;
      return fakeHash(passwords);
    };
    const { service, send, start, begin, runs } = await setUp({ hash });
    await begin('disk.img');
    const later = start('disk.img');
    await vi.waitFor(() => expect(held).toBe(2), { timeout: 30_000 });
    writeWritImage(join(service.images, 'disk.img'));
    runs[0]!.end(newResult('done'));
    await turn();
    hashing.resolve();
    const { id } = (await later).json();
    const end = async (): Promise<unknown> => (await send(`/api/installs/${id}`)).json();
    await vi.waitFor(async () => expect(await end()).toMatchObject({ state: 'refused' }), {
      timeout: 30_000,
    });
    expect(runs).toHaveLength(1);
  });

  it('does not cover a file that Writ did not create', async () => {
    const { service, send, start, runs } = await setUp();
    const { digest } = (await send(planOf(installable))).json();
    writeFileSync(join(service.images, 'disk.img'), 'a photo album');
    const refused = await start('disk.img', { planSha256: digest, overwrite: true });
    expect([refused.status, refused.json().code]).toEqual([409, 'target-refused']);
    expect(runs).toEqual([]);
  });
});

describe('the stream of events', () => {
  const events: InstallEvent[] = [logEvent(1, 'one'), progressEvent(2, 0.5, 0.5), logEvent(3, 'three')];
  const eventIds = (text: string): number[] =>
    [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

  it('sends numbered events until the installation ends', async () => {
    const { send, begin, runs } = await setUp();
    const id = await begin('disk.img');
    const { onEvent } = runs[0]!.request;
    onEvent!(events[0]!);
    const stream = send(`/api/installs/${id}/events`);
    await turn();
    onEvent!(events[1]!);
    onEvent!(events[2]!);
    runs[0]!.end(newResult('done'));
    const response = await stream;
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('text/event-stream');
    expect(response.complete).toBe(true);
    expect(eventIds(response.text())).toEqual([1, 2, 3, 4]);
    expect(response.text()).toContain(`id: 3\nevent: log\ndata: ${JSON.stringify(events[2])}\n\n`);
    expect(response.text()).toMatch(/event: end\ndata: .*"state":"done"/);
  });

  it('begins after Last-Event-ID, and is replaced by a 204 response if no events follow', async () => {
    const { send, begin, runs } = await setUp();
    const id = await begin('disk.img');
    for (const event of events) runs[0]!.request.onEvent!(event);
    runs[0]!.end(newResult('done'));
    await turn();
    const eventsAfter = (last: string): Promise<InjectResponse> =>
      send({ url: `/api/installs/${id}/events`, headers: { 'last-event-id': last } });
    expect(eventIds((await eventsAfter('2')).text())).toEqual([3, 4]);
    expect(eventIds((await eventsAfter('0')).text())).toEqual([1, 2, 3, 4]);
    expect((await eventsAfter('4')).status).toBe(204);
    expect((await eventsAfter('99')).status).toBe(204);
    expect((await eventsAfter('x')).status).toBe(400);
    expect((await send('/api/installs/9/events')).status).toBe(404);
  });

  it('is kept alive with comments', async () => {
    const { send, begin, runs } = await setUp({ heartbeat: 1 });
    const id = await begin('disk.img');
    const stream = send(`/api/installs/${id}/events`);
    // The wait is long enough for a heartbeat; the stream ends with the run.
    setTimeout(() => runs[0]!.end(newResult('done')), 50);
    expect((await stream).text()).toMatch(/^:/m);
  });

  it('is released when its client disconnects, and is subject to a limit on open streams', async () => {
    const { send, begin, runs, service } = await setUp({ streams: 50 });
    const id = await begin('disk.img');
    for (let round = 0; round < 4; round += 1) {
      const gone = new AbortController();
      const streams = Array.from({ length: 50 }, () =>
        send({ url: `/api/installs/${id}/events`, signal: gone.signal }).catch(() => {}),
      );
      await turn();
      expect(service.openStreams()).toBe(50);
      const tooMany = await send(`/api/installs/${id}/events`);
      expect([tooMany.status, tooMany.headers['retry-after']]).toEqual([503, '5']);
      gone.abort();
      await Promise.all(streams);
      await turn();
      expect(service.openStreams()).toBe(0);
    }
    runs[0]!.end(newResult('done'));
    await turn();
    expect(eventIds((await send(`/api/installs/${id}/events`)).text())).toEqual([1]);
  });

  it('is empty for a HEAD request', async () => {
    const { send, begin } = await setUp();
    const id = await begin('disk.img');
    const response = await send({ method: 'HEAD', url: `/api/installs/${id}/events` });
    expect([response.status, response.body.length]).toEqual([200, 0]);
  });
});

describe('downloads of the service', () => {
  const ticketFor = (set: SetUp, id: number, file: string): Promise<InjectResponse> =>
    set.send({ method: 'POST', url: `/api/installs/${id}/downloads`, json: { file } });
  /** Sends a request without the token. */
  const get = ({ service }: SetUp, url: string, method = 'GET'): Promise<InjectResponse> =>
    inject(service.router, { method, url, headers: { host: 'localhost' } });

  async function completeInstallation(
    content = 'an image',
  ): Promise<SetUp & { readonly id: number; readonly image: string }> {
    const set = await setUp();
    const id = await set.begin('disk.img');
    set.runs[0]!.request.onEvent!(logEvent(1, 'one line'));
    const image = join(set.service.images, 'disk.img');
    writeFileSync(image, content);
    set.runs[0]!.end(newResult('done'));
    await turn();
    return { ...set, id, image };
  }

  it('return an image once, without the token', async () => {
    const content = 'x'.repeat(3_000_000);
    const set = await completeInstallation(content);
    const response = await ticketFor(set, set.id, 'image');
    expect(response.status).toBe(201);
    const { address, expires } = response.json();
    expect(address).toMatch(/^\/downloads\/[\w-]{22}$/);
    expect(Date.parse(expires) - Date.now()).toBeLessThanOrEqual(60_000);
    const head = await get(set, address, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '3000000', 0]);
    const given = await get(set, address);
    expect(given.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="disk.img"',
      'content-length': '3000000',
      'cache-control': 'no-store',
    });
    expect(given.text()).toBe(content);
    const again = await get(set, address);
    expect([again.status, again.json().code]).toEqual([404, 'ticket-refused']);
  });

  it('return the output of an installation as lines', async () => {
    const set = await completeInstallation();
    const given = await get(set, (await ticketFor(set, set.id, 'output')).json().address);
    expect(given.headers['content-disposition']).toBe('attachment; filename="installation-1.txt"');
    expect(given.text()).toBe('one line\ndone\n');
  });

  it('return the file for which the ticket was issued, and no other file of the same name', async () => {
    const set = await completeInstallation();
    const { address } = (await ticketFor(set, set.id, 'image')).json();
    writeFileSync(`${set.image}.new`, 'another image');
    renameSync(`${set.image}.new`, set.image);
    expect((await get(set, address)).status).toBe(409);
  });

  it('do not return the image of an installation after a later installation has replaced it', async () => {
    const set = await completeInstallation();
    writeWritImage(set.image);
    const later = await set.begin('disk.img', { overwrite: true });
    expect((await ticketFor(set, set.id, 'image')).status).toBe(201);
    set.runs[1]!.end(newResult('done'));
    await turn();
    const refused = await ticketFor(set, set.id, 'image');
    expect([refused.status, refused.json().detail]).toEqual([
      409,
      `Installation ${later} replaced the image of installation ${set.id}`,
    ]);
    expect((await ticketFor(set, later, 'image')).status).toBe(201);
  });

  it('require the token, an installation and an existing image', async () => {
    const set = await completeInstallation();
    const without = await inject(set.service.router, {
      method: 'POST',
      url: `/api/installs/${set.id}/downloads`,
      headers: { host: 'localhost' },
      json: { file: 'image' },
    });
    expect(without.status).toBe(401);
    expect((await ticketFor(set, 9, 'image')).status).toBe(404);
    expect((await ticketFor(set, set.id, '../service.db')).status).toBe(400);
    expect((await get(set, '/downloads/none')).status).toBe(404);
    expect((await get(set, '/downloads/..%2Fservice.db')).status).toBe(404);
    rmSync(set.image);
    symlinkSync('/etc/passwd', set.image);
    expect((await ticketFor(set, set.id, 'image')).status).toBe(409);
    const running = await set.begin('other.img');
    writeFileSync(join(set.service.images, 'other.img'), '');
    expect((await ticketFor(set, running, 'image')).status).toBe(409);
  });

  it('close the file when the client disconnects', async () => {
    const set = await completeInstallation('x'.repeat(30_000_000));
    const openFiles = (): string[] =>
      readdirSync('/proc/self/fd').flatMap((name) => {
        try {
          return readlinkSync(`/proc/self/fd/${name}`);
        } catch {
          return [];
        }
      });
    const server = set.service.toolkit.createServer(set.service.router);
    const { url } = await server.listen(0, '127.0.0.1');
    try {
      const gone = new AbortController();
      const { address } = (await ticketFor(set, set.id, 'image')).json();
      const response = await fetch(`${url}${address}`, { signal: gone.signal });
      await response.body!.getReader().read();
      expect(openFiles()).toContain(set.image);
      gone.abort();
      await vi.waitFor(() => expect(openFiles()).not.toContain(set.image), { timeout: 30_000 });
    } finally {
      await server.close({ timeout: 100 });
    }
  });
});

describe('secrets', () => {
  it('never appear in a response, event, log line or file', async () => {
    const { send, begin, runs, service, folder, logged } = await setUp();
    const id = await begin('disk.img');
    runs[0]!.request.onEvent!(logEvent(1, 'hello'));
    runs[0]!.fail(new Error(`cannot set the password ${canaries[0]}`));
    await turn();
    const answers = await Promise.all(
      ['/api/installs', `/api/installs/${id}`, `/api/installs/${id}/events`, '/api/service'].map(send),
    );
    expect((await send(`/api/installs/${id}`)).json().state).toBe('failed');
    await service.release();
    const files = readdirSync(join(folder, 'state')).map((name) =>
      readFileSync(join(folder, 'state', name), 'latin1'),
    );
    const everything = [...answers.map((answer) => answer.text()), ...logged, ...files].join('\n');
    expect(everything).toContain('demonstration');
    for (const secret of [...canaries.slice(0, 2), token]) expect(everything).not.toContain(secret);
  });
});

describe('the service', () => {
  it('serves the page without a token, with a strict content security policy', async () => {
    const { service } = await setUp();
    const response = await inject(service.router, { url: '/', headers: { host: 'localhost:7878' } });
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.text()).toContain('<title>Writ');
    expect(response.text()).not.toContain(token);
  });

  it('allows style elements only on the page of an installation, with a nonce for each response', async () => {
    const { service } = await setUp();
    const read = async (url: string): Promise<(string | undefined)[]> => {
      const response = await inject(service.router, { url, headers: { host: 'localhost:7878' } });
      const policy = String(response.headers['content-security-policy']);
      return [/'nonce-([\w-]{22})'/.exec(policy)?.[1], / nonce="([^"]*)"/.exec(response.text())?.[1]];
    };
    for (const url of ['/', '/installs', '/installs/compare/1/2'])
      expect(await read(url)).toEqual([undefined, '']);
    const [allowed, used] = await read('/installs/1');
    expect(allowed).toHaveLength(22);
    expect(used).toBe(allowed);
    expect(await read('/installs/1')).not.toEqual([allowed, used]);
  });

  it('serves the page at the address of every view, never from a cache', async () => {
    const { send } = await setUp();
    const html = (await send('/')).text();
    for (const path of ['/', '/installs', '/installs/12', '/installs/compare/1/2']) {
      const response = await send(path);
      const text = response.text().replace(/ nonce="[^"]*"/, ' nonce=""');
      expect([response.status, text]).toEqual([200, html]);
      expect(response.headers['cache-control']).toBe('no-store');
    }
    for (const path of ['/installs/12/none', '/installs/12/1', '/installs/compare', '/installs/compare/1/x'])
      expect([path, (await send(path)).status]).toEqual([path, 404]);
  });

  it('sends compressed copies to clients that accept them', async () => {
    const { service } = await setUp();
    const headers = { host: 'localhost', 'accept-encoding': 'gzip, br' };
    const { headers: sent, body } = await inject(service.router, { url: '/', headers });
    expect(sent['content-encoding']).toBe('br');
    expect(brotliDecompressSync(body).toString()).toContain('<title>Writ');
  });

  it('serves only the files of the page', async () => {
    const { send } = await setUp();
    const html = (await send('/')).text();
    const names = [...html.matchAll(/"\/assets\/([^"]+)"/g)].map(([, name]) => name!);
    const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
    expect(names).toHaveLength(3);
    for (const name of names) {
      const response = await send(`/assets/${name}`);
      const type = types[name.split('.').at(-1)!];
      expect([response.status, response.headers['content-type']]).toEqual([
        200,
        expect.stringContaining(type!),
      ]);
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(response.headers['vary']).toBe('accept-encoding');
    }
    for (const name of [
      'none.js',
      '..%2F..%2Fpackage.json',
      '%2e%2e/package.json',
      `${names[0]}/x`,
      'constructor',
      '',
    ]) {
      expect((await send(`/assets/${name}`)).status).toBe(404);
    }
  });

  it('reports nothing but its health at /health', async () => {
    const { service } = await setUp();
    const response = await inject(service.router, { url: '/health', headers: { host: 'localhost' } });
    expect([response.status, response.json()]).toEqual([200, { status: 'ok' }]);
  });
});

describe('besides the page, the service', () => {
  it('returns the example as text, and the information that the page needs', async () => {
    const { send, service } = await setUp();
    const response = await send('/api/example');
    expect(response.headers['content-type']).toMatch(/^text\/plain/);
    expect(response.text()).toBe(example);
    expect((await send('/api/service')).json()).toEqual({
      version: expect.stringMatching(/^\d+\./),
      images: service.images,
      devices: false,
      mirrors: [distributionMirror],
      notices: ['look out'],
    });
  });

  it('returns the progress of the demonstration mirror while it is built', async () => {
    const environment = { example, mirrors: [], notices: [], preparing: 'packing linux' };
    const { send } = await setUp({ environment: () => environment });
    expect((await send('/api/service')).json()).toMatchObject({ preparing: 'packing linux' });
  });

  it('returns the schema of a configuration', async () => {
    const { send } = await setUp();
    const response = await send('/api/schema');
    expect([response.status, response.headers['content-type']]).toEqual([200, 'application/schema+json']);
    expect(response.json()).toEqual(JSON.parse(schemaText()));
  });

  it('creates the folders that it needs', async () => {
    const { folder } = await setUp();
    expect(existsSync(join(folder, 'images'))).toBe(true);
    expect(existsSync(join(folder, 'state', 'service.db'))).toBe(true);
  });
});

it('a service that cannot be created closes its database, and does not observe requests', async () => {
  const folder = temporaryFolder();
  const store = await openStore(sqliteDatabase(join(folder, 'state')));
  await addInstall(store);
  await store.close();
  const database = new DatabaseSync(join(folder, 'state', 'service.db'));
  database.exec(`update jobs set data = 'no JSON'`);
  database.close();
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(setUp({ logsRequests: true }, folder)).rejects.toThrow(SyntaxError);
    expect(hasSubscribers(REQUEST_CHANNELS.start)).toBe(false);
  }
});
