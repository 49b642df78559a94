import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { InjectResponse } from '@writ/http/testing';
import { describe, expect, it, vi } from 'vitest';
import { newResult } from './testing/fakes.ts';
import {
  canaries,
  example,
  installable,
  planOf,
  unhashableConfiguration,
  setUp,
  token,
  type SetUp,
} from './testing/service.ts';

const login = 'login of http://127.0.0.1:7879/$repo/os/$arch';
const suppliedSecrets = { [login]: `me:${canaries[2]}` };

const getInstall = async ({ send }: SetUp, id: number) => (await send(`/api/installs/${id}`)).json();

function supply({ send }: SetUp, id: number, json: object): Promise<InjectResponse> {
  return send({ method: 'POST', url: `/api/installs/${id}/secrets`, json });
}

/** Completes an installation onto the image, so that the interrupted installation can no longer be resumed. */
async function runOnce({ begin, runs }: SetUp, image: string): Promise<void> {
  const { length } = runs;
  await begin(image);
  runs[length]!.end(newResult('done'));
  await turn();
}

/**
 * Releases the service without a shutdown, as if it had been killed, and returns the content of all files in its state
 * folder.
 */
async function filesOf({ folder, service }: SetUp): Promise<string> {
  await service.release();
  const state = join(folder, 'state');
  return readdirSync(state, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .join('\n');
}

describe('passwords', () => {
  it('are replaced by hashes in the plan and in the run', async () => {
    const set = await setUp();
    const { digest } = (await set.send(planOf(installable))).json();
    await set.begin('disk.img');
    const { request } = set.runs[0]!;
    expect(request.planSha256).toBe(digest);
    const { root, ada } = JSON.parse(String(request.creds!.text)) as Record<string, string>;
    expect([root, ada]).toEqual([expect.stringMatching(/^\$6\$/), expect.stringMatching(/^\$6\$/)]);
    expect(request.config.text).not.toContain('canary');
    const hashed = installable.replace(canaries[0]!, root!).replace(canaries[1]!, ada!);
    expect((await set.send(planOf(hashed))).json().digest).toBe(digest);
  });

  it('remain unchanged if they are hashes', async () => {
    const set = await setUp();
    const hash = `$6$salt$${'c'.repeat(86)}`;
    await set.begin('disk.img', { configuration: installable.replace(canaries[0]!, hash) });
    expect(JSON.parse(String(set.runs[0]!.request.creds!.text))).toMatchObject({ root: hash });
  });
});

describe('waiting installations', () => {
  it('do not start until begin is called', async () => {
    const set = await setUp({ held: true });
    const response = await set.start('a.img');
    const { id, state } = response.json() as { id: number; state: string };
    expect([response.status, state]).toEqual([202, 'queued']);
    await turn();
    expect(set.runs).toHaveLength(0);
    set.service.begin();
    await vi.waitFor(() => expect(set.runs).toHaveLength(1), { timeout: 30_000 });
    expect(await getInstall(set, id)).toMatchObject({ state: 'running' });
  });

  it('survive a kill of the service and run with the confirmed plan', async () => {
    const before = await setUp();
    const running = await before.begin('a.img');
    const waiting = await before.begin('b.img');
    const { digest } = (await before.send(planOf(example, 'b.img'))).json();
    await before.service.release();

    const set = await setUp({}, before.folder);
    expect(await getInstall(set, running)).toMatchObject({ state: 'interrupted', resumable: true });
    expect(await getInstall(set, waiting)).toMatchObject({ state: 'queued' });
    set.service.begin();
    await vi.waitFor(() => expect(set.runs).toHaveLength(1), { timeout: 30_000 });
    expect(set.runs[0]!.request).toMatchObject({
      planSha256: digest,
      targets: [expect.stringContaining('b.img')],
    });
    set.runs[0]!.end(newResult('done'));
    await turn();
    expect(await getInstall(set, waiting)).toMatchObject({ state: 'done' });
  });

  it('run after a kill of the service once the secrets that cannot be hashed are supplied again', async () => {
    const before = await setUp();
    await before.begin('a.img');
    const id = await before.begin('b.img', { configuration: unhashableConfiguration });
    expect(await filesOf(before)).not.toContain('canary');

    const set = await setUp({}, before.folder);
    set.service.begin();
    expect(await getInstall(set, id)).toMatchObject({ state: 'needs-secret', needs: [login] });
    expect((await set.send('/api/installs')).json()[0]).toMatchObject({ needs: [login] });
    expect((await supply(set, id, suppliedSecrets)).json().state).toMatch(/running|queued/);
    await vi.waitFor(() => expect(set.runs).toHaveLength(1), { timeout: 30_000 });
    expect(set.runs[0]!.request.creds!.text).toContain(canaries[2]);
    set.runs[0]!.end(newResult('done'));
    await turn();
    expect(await getInstall(set, id)).toMatchObject({ state: 'done' });
    const seen = [(await set.send('/api/installs')).text(), ...set.logged].join('\n');
    expect(seen).not.toContain('canary');
    await runOnce(set, 'a.img');
    expect(await filesOf(set)).not.toMatch(/canary|\$6\$/);
  });

  it("run after a kill of the service once the disk's passphrase, which is never stored, is supplied again", async () => {
    const passphrase = `${canaries[2]} of the disk`;
    const encrypted = {
      ...(JSON.parse(installable) as object),
      'x-writ': { disk: { luks: { '!passphrase': passphrase } } },
    };
    const before = await setUp();
    await before.begin('a.img');
    const id = await before.begin('b.img', { configuration: JSON.stringify(encrypted) });
    expect(await filesOf(before)).not.toContain('canary');

    const set = await setUp({}, before.folder);
    set.service.begin();
    expect(await getInstall(set, id)).toMatchObject({ state: 'needs-secret', needs: ['passphrase'] });
    const refused = await supply(set, id, { passphrase: 'canary' });
    expect([refused.status, refused.text()]).toEqual([
      422,
      expect.stringContaining('fewer than 8 characters'),
    ]);
    expect(refused.text()).not.toContain('canary');
    expect((await supply(set, id, { passphrase })).json().state).toMatch(/running|queued/);
    await vi.waitFor(() => expect(set.runs).toHaveLength(1), { timeout: 30_000 });
    expect(set.runs[0]!.request.creds!.text).toContain(passphrase);
    expect((await filesOf(set)) + set.logged.join('\n')).not.toContain('canary');
  });

  it('report the name, but not the value, of a missing, unknown or invalid secret', async () => {
    const before = await setUp();
    await before.begin('a.img');
    const id = await before.begin('b.img', { configuration: unhashableConfiguration });
    await before.service.release();
    const set = await setUp({}, before.folder);
    const wrong: [object, string][] = [
      [{}, `missing secret ${login}`],
      [{ [login]: '' }, `missing secret ${login}`],
      [
        { ...suppliedSecrets, other: 'canary-other' },
        'unknown secret other: the installation is not waiting for it',
      ],
      [{ [login]: 'me:canary pass@word' }, 'cannot be used before the @'],
    ];
    for (const [json, detail] of wrong) {
      const response = await supply(set, id, json);
      expect([response.status, response.json().code]).toEqual([422, 'secrets-refused']);
      expect(response.json().detail).toContain(detail);
      expect(response.text()).not.toContain('canary');
    }
    expect((await supply(set, id, { [login]: 1 })).status).toBe(400);
    expect(await getInstall(set, id)).toMatchObject({ state: 'needs-secret' });
    expect((await supply(set, 1, suppliedSecrets)).status).toBe(409);
    expect((await supply(set, 99, suppliedSecrets)).status).toBe(404);
  });

  it('require each secret to which the configuration refers by name, and hash passwords', async () => {
    const set = await setUp();
    const configuration = installable.replace(`"${canaries[0]}"`, '{ "$secret": "vault/root" }');
    const response = await set.start('disk.img', { configuration });
    expect(response.json()).toMatchObject({ state: 'needs-secret', needs: ['vault/root'] });
    const id = response.json().id as number;
    expect((await supply(set, id, { 'vault/root': '$6$canary' })).status).toBe(422);
    expect((await supply(set, id, { 'vault/root': 'canary-vault' })).status).toBe(202);
    await vi.waitFor(() => expect(set.runs).toHaveLength(1), { timeout: 30_000 });
    const creds = JSON.parse(String(set.runs[0]!.request.creds!.text)) as Record<string, string>;
    expect(creds['vault/root']).toMatch(/^\$6\$[^$]{8,16}\$/);
    expect(await filesOf(set)).not.toContain('canary');
  });
});

describe('sealed secrets', () => {
  const key = (folder: string, digit: string): string => {
    const file = join(folder, `key-${digit}`);
    writeFileSync(file, digit.repeat(64), { mode: 0o600 });
    chmodSync(file, 0o600);
    return file;
  };

  it('survive a kill of the service, are never stored in plain text, and are deleted at the end', async () => {
    const first = await setUp();
    const sealKeyFile = key(first.folder, 'a');
    await first.service.release();
    const before = await setUp({ sealKeyFile }, first.folder);
    await before.begin('a.img');
    const id = await before.begin('b.img', { configuration: unhashableConfiguration });
    expect(await filesOf(before)).not.toContain('canary');

    const set = await setUp({ sealKeyFile }, first.folder);
    expect(await getInstall(set, id)).toMatchObject({ state: 'queued' });
    set.service.begin();
    await vi.waitFor(() => expect(set.runs).toHaveLength(1), { timeout: 30_000 });
    expect(set.runs[0]!.request.creds!.text).toContain(`me:${canaries[2]}`);
    set.runs[0]!.end(newResult('interrupted', { resumable: true }));
    await turn();
    const resumed = await set.send({ method: 'POST', url: `/api/installs/${id}/resume`, json: {} });
    expect(resumed.json().state).toMatch(/running|queued/);
    await vi.waitFor(() => expect(set.runs).toHaveLength(2), { timeout: 30_000 });
    set.runs[1]!.end(newResult('done'));
    await turn();
    await runOnce(set, 'a.img');
    const files = await filesOf(set);
    expect(files).not.toMatch(/canary|\$6\$/);
    expect(files).not.toContain('"sealed"');
  });

  it('must be supplied again after the key has changed', async () => {
    const first = await setUp();
    const [one, two] = [key(first.folder, 'a'), key(first.folder, 'b')];
    await first.service.release();
    const before = await setUp({ sealKeyFile: one }, first.folder);
    await before.begin('a.img');
    const id = await before.begin('b.img', { configuration: unhashableConfiguration });
    await before.service.release();
    const set = await setUp({ sealKeyFile: two }, first.folder);
    expect(await getInstall(set, id)).toMatchObject({ state: 'needs-secret', needs: [login] });
  });

  it('require a key file that only its owner can read', async () => {
    const { folder, service } = await setUp();
    await service.release();
    const file = key(folder, 'c');
    chmodSync(file, 0o644);
    await expect(setUp({ sealKeyFile: file }, folder)).rejects.toThrow(/WRIT_SEAL_KEY_FILE .*chmod 600/);
    chmodSync(file, 0o600);
    await (await setUp({ sealKeyFile: file }, folder)).service.release();
  });
});

it('the token is stored only in the token file, or not at all if it was passed as an option', async () => {
  const set = await setUp();
  await set.begin('disk.img');
  expect(await filesOf(set)).not.toContain(token);
});
