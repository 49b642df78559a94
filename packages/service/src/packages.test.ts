import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageDatabases } from '@writ/installer';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { PackagesAnswer, ResolutionAnswer } from './api/packages.ts';
import type { IndexWriter } from './packages/index-writer.ts';
import { writePackageIndex } from './packages/package-index.ts';
import { PackageSources, type PackageSourcesOptions } from './packages/package-sources.ts';
import { temporaryFolder } from './testing/fakes.ts';
import { setUp } from './testing/service.ts';

interface FakePackage {
  readonly name: string;
  readonly description: string;
  readonly groups?: readonly string[];
}

/** Writes a substitute for a repository's database, which {@link writeIndex} reads. e2e/packages.test.ts reads a real one. */
function writeDatabase(folder: string, packages: readonly FakePackage[]): string {
  const file = join(folder, 'core.db');
  writeFileSync(file, JSON.stringify(packages));
  return file;
}

const writeIndex: IndexWriter = (databases, file) =>
  writePackageIndex(databases, file, ({ repository, file: database }) =>
    Promise.resolve(
      (JSON.parse(readFileSync(database, 'utf8')) as FakePackage[]).map(
        ({ name, description, groups = [] }) => ({
          name,
          version: '1-1',
          repository,
          description,
          size: 1000,
          installedSize: 5000,
          groups,
        }),
      ),
    ),
  );

const packages: readonly FakePackage[] = [
  { name: 'ssh', description: 'An old shell' },
  { name: 'openssh', description: 'Remote login' },
  { name: 'sshfs', description: 'Ünicode file system' },
  { name: 'gnome-keyring', description: 'Stores passwords for ssh' },
  { name: 'gdm', description: 'Display manager', groups: ['gnome'] },
  { name: '100%', description: 'Not a valid name' },
];

function databasesOf(file: string, removed: string[] = []): PackageDatabases {
  return {
    databases: [{ repository: 'core', file }],
    resolve: (names) =>
      Promise.resolve({
        packages: [...names, 'glibc'].map((name) => ({
          name,
          version: '1-1',
          architecture: 'any',
          repository: 'core',
          file: `${name}.pkg`,
          sha256: '',
          size: 1000,
          installedSize: 5000,
        })),
        problems: [{ message: 'no such package', hint: 'did you mean x?', unknown: 'y', suggestion: 'x' }],
      }),
    remove: () => Promise.resolve(void removed.push(file)),
  };
}

it('the packages of a mirror can be searched and resolved', async () => {
  const file = writeDatabase(temporaryFolder(), packages.slice(0, -1));
  const { service, send } = await setUp({
    fetchDatabases: () => Promise.resolve(databasesOf(file)),
    writeIndex,
  });
  const search = async (query: string): Promise<PackagesAnswer> =>
    (await send(`/api/packages?${query}`)).json() as PackagesAnswer;
  const resolve = { method: 'POST', url: '/api/resolve', json: { packages: ['openssh'] } } as const;
  expect(await search('q=ssh')).toEqual({
    total: 0,
    packages: [],
    mirrors: [{ mirror: 'distribution', count: 0 }],
  });
  expect((await send(resolve)).status).toBe(503);
  service.begin();
  await vi.waitFor(async () => expect((await search('')).total).toBe(5), { timeout: 60_000 });
  const found = await search('q=ssh');
  expect(found.packages.map(({ name }) => name)).toEqual(['ssh', 'sshfs', 'openssh', 'gnome-keyring']);
  expect(found.packages[1]).toEqual({
    name: 'sshfs',
    version: '1-1',
    repository: 'core',
    description: 'Ünicode file system',
    size: 1000,
    installedSize: 5000,
    groups: [],
  });
  expect(found.mirrors).toEqual([
    { mirror: 'distribution', count: 5, refreshed: expect.stringMatching(/^20.*Z$/) },
  ]);
  expect((await search('q=gnome')).packages.map(({ name }) => name)).toEqual(['gnome-keyring', 'gdm']);
  expect(await search('q=ssh&from=1&limit=1')).toMatchObject({ total: 4, packages: [{ name: 'sshfs' }] });
  expect((await search('q=%25')).total).toBe(0);
  expect((await send('/api/packages?limit=101')).status).toBe(400);
  const resolved = (await send(resolve)).json() as ResolutionAnswer;
  expect(resolved).toMatchObject({
    mirror: 'distribution',
    download: 2000,
    installed: 10_000,
    packages: [
      { name: 'openssh', requested: true },
      { name: 'glibc', requested: false },
    ],
    problems: [{ message: 'no such package', hint: 'did you mean x?', unknown: 'y', suggestion: 'x' }],
  });
  for (const names of [[], ['--help'], ['a b'], Array.from({ length: 2001 }, () => 'a')])
    expect((await send({ ...resolve, json: { packages: names } })).status).toBe(400);
  await service.stop(1000);
});

it('the databases are refreshed every hour, and retained if a refresh fails', async () => {
  const removed: string[] = [];
  const files = [0, 1].map((count) => writeDatabase(temporaryFolder(), packages.slice(0, count + 1)));
  const answers = [
    databasesOf(files[0]!, removed),
    { problem: 'no network' },
    databasesOf(files[1]!, removed),
  ];
  let time = Date.parse('2026-11-22T10:00:00Z');
  let fetched = 0;
  const fetch: PackageSourcesOptions['fetch'] = () => Promise.resolve(answers[fetched++]!);
  const sources = new PackageSources({
    folder: temporaryFolder(),
    mirrors: () => [{ id: 'one', addresses: ['http://127.0.0.1/$repo/$arch'] }],
    fetch,
    writeIndex,
    now: () => new Date(time),
    reportError: (_message, error) => {
      throw error;
    },
  });
  await sources.refreshOutdated();
  expect(sources.list()).toEqual([{ mirror: 'one', count: 1, refreshed: '2026-11-22T10:00:00.000Z' }]);
  time += 59 * 60_000;
  await sources.refreshOutdated();
  expect(fetched).toBe(1);
  time += 60_000;
  await sources.refreshOutdated();
  expect(sources.list()).toEqual([
    { mirror: 'one', count: 1, refreshed: '2026-11-22T10:00:00.000Z', problem: 'no network' },
  ]);
  expect(sources.find('one')?.index.search('', 0, 9).total).toBe(1);
  time += 60 * 60_000;
  await sources.refreshOutdated();
  expect(sources.list()).toEqual([{ mirror: 'one', count: 2, refreshed: '2026-11-22T12:00:00.000Z' }]);
  expect(removed).toEqual([files[0]]);
  await sources.close();
  expect(removed).toEqual(files);
});

/** Sources with a clock that the test moves; `mirrors` may be changed. */
function createSources(
  mirrors: { id: string; addresses: string[] }[],
  fetch: PackageSourcesOptions['fetch'],
): { readonly sources: PackageSources; passSeconds(seconds: number): Promise<void> } {
  let time = Date.parse('2026-11-22T10:00:00Z');
  const sources = new PackageSources({
    folder: temporaryFolder(),
    mirrors: () => mirrors,
    fetch,
    writeIndex,
    now: () => new Date(time),
    reportError: (_message, error) => {
      throw error;
    },
  });
  onTestFinished(() => sources.close());
  return {
    sources,
    async passSeconds(seconds) {
      time += seconds * 1000;
      await sources.refreshOutdated();
    },
  };
}

it('a refresh that fails is repeated after 10 seconds, and then after increasing delays of up to an hour', async () => {
  const file = writeDatabase(temporaryFolder(), packages.slice(0, 1));
  let fetched = 0;
  let isReachable = false;
  const { sources, passSeconds } = createSources([{ id: 'one', addresses: ['http://127.0.0.1/'] }], () => {
    fetched += 1;
    return Promise.resolve(isReachable ? databasesOf(file) : { problem: 'the mirror does not respond' });
  });
  await sources.refreshOutdated();
  expect([fetched, sources.list()[0]?.problem]).toEqual([1, 'the mirror does not respond']);
  for (const delay of [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]) {
    const before = fetched;
    await passSeconds(delay - 1);
    expect(fetched, `before ${delay} s`).toBe(before);
    await passSeconds(1);
    expect(fetched, `after ${delay} s`).toBe(before + 1);
  }
  isReachable = true;
  await passSeconds(3600);
  expect(sources.list()).toEqual([{ mirror: 'one', count: 1, refreshed: expect.any(String) as unknown }]);
  // The delays are short again after a success.
  isReachable = false;
  await passSeconds(3600);
  fetched = 0;
  await passSeconds(10);
  expect(fetched).toBe(1);
});

it('a mirror that becomes available is refreshed at once, while another one does not respond', async () => {
  const file = writeDatabase(temporaryFolder(), packages.slice(0, 2));
  const running = Promise.withResolvers<{ problem: string }>();
  const mirrors = [{ id: 'far', addresses: ['https://mirror.example/'] }];
  const fetched: string[] = [];
  const { sources } = createSources(mirrors, ({ mirrors: [address = ''] }) => {
    fetched.push(address);
    return address === 'http://127.0.0.1/' ? Promise.resolve(databasesOf(file)) : running.promise;
  });
  const refreshed = sources.refreshOutdated();
  await vi.waitFor(() => expect(fetched).toEqual(['https://mirror.example/']));
  mirrors.unshift({ id: 'demonstration', addresses: ['http://127.0.0.1/'] });
  const all = sources.refreshOutdated();
  await vi.waitFor(() => expect(sources.find('demonstration')?.state.count).toBe(2));
  expect(sources.list()[1]).toEqual({ mirror: 'far', count: 0 });
  running.resolve({ problem: 'the mirror does not respond' });
  await Promise.all([refreshed, all]);
  expect(sources.list()[1]).toEqual({ mirror: 'far', count: 0, problem: 'the mirror does not respond' });
});

it('the databases are deleted only after the resolutions that read them have ended', async () => {
  const removed: string[] = [];
  const files = [1, 2].map((count) => writeDatabase(temporaryFolder(), packages.slice(0, count)));
  const running = Promise.withResolvers<void>();
  const first = databasesOf(files[0]!, removed);
  const answers: PackageDatabases[] = [
    {
      ...first,
      resolve: async (names) => {
        await running.promise;
        expect(removed).toEqual([]);
        return first.resolve(names);
      },
    },
    databasesOf(files[1]!, removed),
  ];
  let time = Date.parse('2026-11-22T10:00:00Z');
  const sources = new PackageSources({
    folder: temporaryFolder(),
    mirrors: () => [{ id: 'one', addresses: ['http://127.0.0.1/$repo/$arch'] }],
    fetch: () => Promise.resolve(answers.shift()!),
    writeIndex,
    now: () => new Date(time),
    reportError: (_message, error) => {
      throw error;
    },
  });
  await sources.refreshOutdated();
  const resolved = sources.resolve('one', undefined, ['ssh'], new AbortController().signal);
  time += 60 * 60_000;
  const refreshed = sources.refreshOutdated();
  // The new databases are in use while the earlier ones are still read.
  await vi.waitFor(() => expect(sources.list()[0]?.count).toBe(2), { timeout: 60_000 });
  running.resolve();
  expect((await resolved)?.resolution.packages).toHaveLength(2);
  await refreshed;
  expect(removed).toEqual([files[0]]);
  await sources.close();
});

it('the databases are deleted if they cannot be indexed', async () => {
  const removed: string[] = [];
  const reported: string[] = [];
  const sources = new PackageSources({
    folder: temporaryFolder(),
    mirrors: () => [{ id: 'one', addresses: ['http://127.0.0.1/$repo/$arch'] }],
    fetch: () => Promise.resolve(databasesOf('core.db', removed)),
    writeIndex: () => Promise.reject(new Error('the disk is full')),
    now: () => new Date(),
    reportError: (message) => reported.push(message),
  });
  await sources.refreshOutdated();
  expect(sources.list()).toEqual([
    { mirror: 'one', count: 0, problem: 'the package databases cannot be read' },
  ]);
  expect(reported).toEqual(['The package databases of one could not be refreshed']);
  expect(removed).toEqual(['core.db']);
  await sources.close();
});

it('the databases are deleted if the address of their mirror changes and the new address fails', async () => {
  const removed: string[] = [];
  const file = writeDatabase(temporaryFolder(), packages.slice(0, 1));
  const mirror = { id: 'one', addresses: ['http://127.0.0.1:1/'] };
  const problem = 'the mirror does not respond';
  const { sources, passSeconds } = createSources([mirror], ({ mirrors: [address] }) =>
    Promise.resolve(address === 'http://127.0.0.1:1/' ? databasesOf(file, removed) : { problem }),
  );
  await sources.refreshOutdated();
  expect(sources.find('one')?.state.count).toBe(1);
  mirror.addresses = ['http://127.0.0.1:2/'];
  await passSeconds(1);
  expect(sources.list()).toEqual([{ mirror: 'one', count: 0, problem }]);
  expect([sources.find('one'), removed]).toEqual([undefined, [file]]);
  mirror.addresses = ['http://127.0.0.1:1/'];
  await passSeconds(1);
  expect([sources.find('one')?.state.count, removed]).toEqual([1, [file]]);
  await sources.close();
  expect(removed).toEqual([file, file]);
});

it('the packages of an additional repository are fetched after the first request that names it', async () => {
  const files = [1, 3].map((count) => writeDatabase(temporaryFolder(), packages.slice(0, count)));
  const fetched: (readonly string[])[] = [];
  const { service, send } = await setUp({
    writeIndex,
    fetchDatabases: ({ repositories }) => {
      fetched.push(repositories);
      return Promise.resolve(databasesOf(files[repositories.includes('multilib') ? 1 : 0]!));
    },
  });
  service.begin();
  const search = async (query: string): Promise<PackagesAnswer> =>
    (await send(`/api/packages?${query}`)).json() as PackagesAnswer;
  await vi.waitFor(async () => expect((await search('')).total).toBe(1), { timeout: 60_000 });
  expect(fetched).toEqual([['core', 'extra']]);
  const resolve = {
    method: 'POST',
    url: '/api/resolve',
    json: { packages: ['sshfs'], repository: 'multilib' },
  } as const;
  expect((await send(resolve)).status).toBe(503);
  await vi.waitFor(async () => expect((await search('repository=multilib')).total).toBe(3), {
    timeout: 60_000,
  });
  expect(fetched).toEqual([
    ['core', 'extra'],
    ['core', 'extra', 'multilib'],
  ]);
  expect((await send(resolve)).status).toBe(200);
  const { total, mirrors } = await search('');
  expect(total).toBe(1);
  const refreshed = expect.stringMatching(/^20.*Z$/) as unknown;
  expect(mirrors).toEqual([
    { mirror: 'distribution', count: 1, refreshed },
    { mirror: 'distribution', repository: 'multilib', count: 3, refreshed },
  ]);
  expect((await send('/api/packages?repository=community')).status).toBe(400);
  await service.stop(1000);
});
