import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestContext } from '../testing.ts';
import { chooseMirrors, measureMirrors } from './choose-mirrors.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/$repo/os/$arch`;
}

const after =
  (milliseconds: number): RequestListener =>
  (_request, response) =>
    void setTimeout(() => response.end('database'), milliseconds);

describe('the mirrors to choose from', () => {
  it('each receive a request for the database of core, and are sorted by speed', async () => {
    const asked: string[] = [];
    const fast = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.end('database');
    });
    const slow = await serve(after(150));
    const found = await measureMirrors([slow, fast]);
    expect(found.map(({ address }) => address)).toEqual([fast, slow]);
    expect(found[1]!.milliseconds).toBeGreaterThan(140);
    expect(asked).toEqual(['/core/os/x86_64/core.db']);
  });

  it('are omitted if they are unreachable, or send nothing, an endless file or an error', async () => {
    const good = await serve(after(0));
    const missing = await serve((_request, response) => response.writeHead(404).end('no'));
    const empty = await serve((_request, response) => response.end());
    const endless = await serve((_request, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(65_536)) && !response.destroyed);
      };
      response.on('drain', more);
      more();
    });
    const dead = 'http://127.0.0.1:9/$repo/os/$arch';
    const limits = { each: 600_000, limit: 600_000 };
    const found = await measureMirrors([dead, missing, empty, endless, good], limits);
    expect(found.map(({ address }) => address)).toEqual([good]);
  });

  it('are omitted if they are too slow', async () => {
    const hanging = await serve(() => undefined);
    expect(await measureMirrors([hanging], { each: 300, limit: 600_000 })).toEqual([]);
  });

  it('are measured within a total time limit, however many there are', async () => {
    const hanging = await serve(() => undefined);
    // The limit for a single mirror exceeds a test's time limit.
    const limits = { each: 600_000, limit: 300 };
    expect(await measureMirrors(Array<string>(50).fill(hanging), limits)).toEqual([]);
  });

  it('are returned if they responded before the run was interrupted', async () => {
    const controller = new AbortController();
    // Requested only after a response of the other mirror has ended.
    const hanging = await serve(() => controller.abort());
    const good = await serve(after(0));
    const mirrors = [...Array<string>(10).fill(good), hanging];
    const found = await measureMirrors(mirrors, { signal: controller.signal });
    expect(found.map(({ address }) => address)).toContain(good);
  });

  it('are queried ten at a time', async () => {
    const waiting: ServerResponse[] = [];
    let most = 0;
    const address = await serve((_request, response) => {
      most = Math.max(most, waiting.push(response));
      if (waiting.length < 10) return;
      // Leaves time for further requests, which must not arrive.
      setTimeout(() => {
        for (const each of waiting.splice(0)) each.end('database');
      }, 20);
    });
    const limits = { each: 600_000, limit: 600_000 };
    await measureMirrors(Array<string>(30).fill(address), limits);
    expect(most).toBe(10);
  });

  it('receive no further queries once the installation is interrupted', async () => {
    const hanging = await serve(() => undefined);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    expect(await measureMirrors([hanging], { signal: controller.signal })).toEqual([]);
  });
});

describe('the choice of mirrors', () => {
  const choice = async (
    mirrors: readonly string[],
    choose: number | 'all',
  ): Promise<{
    chosen: Awaited<ReturnType<typeof chooseMirrors>>;
    said: string[];
    list: string | undefined;
  }> => {
    const context = await createTestContext();
    const said: string[] = [];
    const chosen = await chooseMirrors({ mirrors, choose }, context, { log: (text) => void said.push(text) });
    const list = await readFile(join(context.roots.scratch, 'mirrorlist'), 'utf8').catch(() => undefined);
    return { chosen, said, list };
  };

  it('selects the fastest mirrors, logs them and configures the package manager to use them', async () => {
    const [fast, middle, slow] = [await serve(after(0)), await serve(after(300)), await serve(after(900))];
    const { chosen, said, list } = await choice([slow, 'http://127.0.0.1:9/$repo', middle, fast], 2);
    expect(chosen).toEqual([fast, middle]);
    expect(said[0]).toBe('3 of 4 mirrors responded');
    expect(said[1]).toContain(`chose the mirror ${fast}: downloaded its database in `);
    expect(list).toBe(
      `## The fastest mirrors when this system was installed\nServer = ${fast}\nServer = ${middle}\n`,
    );
  });

  it('is skipped, without queries, if the plan lists the mirrors to use', async () => {
    expect(await choice(['http://127.0.0.1:9/$repo'], 'all')).toEqual({
      chosen: undefined,
      said: [],
      list: undefined,
    });
  });

  it('stops the run before the first write if all mirrors are unreachable', async () => {
    const { chosen, list } = await choice(['http://127.0.0.1:9/$repo'], 5);
    expect(chosen).toMatchObject({ rule: 'mirror-unusable', pointer: '/mirror-region' });
    expect(list).toBeUndefined();
  });
});
