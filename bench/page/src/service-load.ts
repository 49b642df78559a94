import { exampleConfiguration } from '@writ/service';
import { openClient } from './requests.ts';
import type { Occupation } from './loop-probe.ts';
import type { ServiceProcess } from './service-process.ts';

/** Number of simultaneous requests to start an installation. */
const STARTS = 100;

/** The size limit of a configuration in bytes. */
const SIZE_LIMIT = 2 ** 20;

/** Work of the service, with the longest occupation of its event loop. */
export type LoadRow = readonly [work: string, Occupation];

/** Sends expensive requests to the service that installs, and measures how long each kind occupies its event loop. */
export async function measureLoad(services: ServiceProcess, configuration: string): Promise<LoadRow[]> {
  const client = await openClient(await services.address('installing'));
  const rows: LoadRow[] = [];
  const measure = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    await services.occupation();
    await work();
    rows.push([name, await services.occupation()]);
  };
  await measure('check and plan of 450 lines', async () => {
    await client.post('/api/check', configuration, [200]);
    await client.post('/api/plan?image=load.img', configuration, [200]);
  });
  await measure('check of 1 MiB with unknown keys', () => client.post('/api/check', longest(), [200]));
  // Nothing listens on this port, so that the installations that start are refused before they write anything.
  const installed = exampleConfiguration('http://127.0.0.1:9/$repo/os/$arch');
  await measure(`${STARTS} simultaneous starts of installations`, async () => {
    const { digest } = (await client.post('/api/plan?image=load.img', installed, [200])) as {
      digest: string;
    };
    const body = { configuration: installed, image: 'load.img', planSha256: digest };
    await Promise.all(
      Array.from({ length: STARTS }, () => client.post('/api/installs', body, [202, 409, 429, 503])),
    );
  });
  return rows;
}

/** A configuration of the maximum size, which consists of unknown keys. */
function longest(): string {
  const keys: string[] = [];
  for (let size = 2, number = 0; ; number += 1) {
    const key = `"unknown-${number}": 1`;
    size += key.length + 2;
    if (size > SIZE_LIMIT) return `{${keys.join(',\n')}}`;
    keys.push(key);
  }
}
