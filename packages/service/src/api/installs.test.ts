import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../testing/databases.ts';
import { addInstall, newJob } from '../testing/fakes.ts';
import { Installs, type InstallsDependencies } from './installs.ts';

it('an installation that is deleted while it is being resumed is not started without its configuration', async () => {
  const store = await openStore();
  onTestFinished(() => store.close());
  const { id } = await addInstall(store);
  await store.setEnded(id, { state: 'failed', ended: '2026-11-20T10:01:00.000Z', resumable: true });
  let added = 0;
  const installs = new Installs({
    store,
    resumption: {
      openJob: async () => {
        await store.delete(id);
        return { job: newJob(), secrets: new Map() };
      },
    },
    queue: {
      add: () => {
        added += 1;
        return Promise.resolve('full');
      },
    },
    now: () => new Date(),
  } as unknown as InstallsDependencies);
  await expect(installs.resume(id, undefined, undefined)).rejects.toMatchObject({
    message: expect.stringContaining(`Installation ${id} does not exist`) as string,
  });
  expect(added).toBe(0);
});
