import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, type InjectRequest, type InjectResponse } from '@writ/http/testing';
import { expect, onTestFinished } from 'vitest';
import { distributionMirror, exampleConfiguration } from '../example.ts';
import type { Service, ServiceOptions } from '../service-types.ts';
import { createService } from '../service.ts';
import { localPlanner } from '../work/planner.ts';
import { fakeHash, heldInstaller, temporaryFolder, type HeldRun } from './fakes.ts';

export const token = 'test-token-with-enough-characters';
export const example: string = exampleConfiguration();
/** Secrets that must never appear in any output. */
export const canaries: readonly string[] = ['canary-root-1f', 'canary-ada-2e', 'canary-mirror-3d'];
export const installable: string = example
  .replace('demo-root', canaries[0]!)
  .replace('demo-ada', canaries[1]!);
/** A configuration with a mirror login, which cannot be hashed. */
export const unhashableConfiguration: string = installable.replace(
  'http://127',
  `http://me:${canaries[2]}@127`,
);

/** A package lock without packages. */
export const emptyLock = '{"version": 1, "mirrors": [], "packages": []}';

/** Members that replace the defaults of a start request. */
export interface StartOptions {
  readonly configuration?: string;
  readonly planSha256?: string | undefined;
  readonly overwrite?: boolean | undefined;
  readonly lock?: string;
  readonly profile?: string;
}

/** A service with a {@link heldInstaller}. */
export interface SetUp {
  readonly service: Service;
  readonly runs: readonly HeldRun[];
  readonly folder: string;
  readonly logged: string[];
  /** Sends a request with the token and a `Host` header. */
  readonly send: (request: InjectRequest | string) => Promise<InjectResponse>;
  /** Requests an installation with its current plan. */
  readonly start: (image: string, more?: StartOptions) => Promise<InjectResponse>;
  /** Starts an installation and returns its number. */
  readonly begin: (image: string, more?: StartOptions) => Promise<number>;
}

export async function setUp(
  more: Partial<ServiceOptions> = {},
  folder: string = temporaryFolder(),
): Promise<SetUp> {
  const { runs, install } = heldInstaller();
  const logged: string[] = [];
  const log = (data: object, message: string): unknown => logged.push(`${message} ${JSON.stringify(data)}`);
  const service = await createService({
    state: join(folder, 'state'),
    images: join(folder, 'images'),
    token,
    environment: () => ({ example, mirrors: [distributionMirror], notices: ['look out'] }),
    install,
    hash: fakeHash,
    hashFile: (path) => Promise.resolve(createHash('sha256').update(readFileSync(path)).digest('hex')),
    planner: localPlanner,
    fetchDatabases: () => Promise.resolve({ problem: 'no mirror in this test' }),
    logger: { debug: log, info: log, warn: log, error: log },
    ...more,
  });
  let released = false;
  const release = service.release.bind(service);
  service.release = async () => {
    if (!released) await release();
    released = true;
  };
  onTestFinished(() => service.release());
  const send: SetUp['send'] = (request) => {
    const given = typeof request === 'string' ? { url: request } : request;
    const headers = { host: 'localhost:7878', authorization: `Bearer ${token}`, ...given.headers };
    return inject(service.router, { ...given, headers });
  };
  const start: SetUp['start'] = async (image, rest = {}) => {
    const configuration = rest.configuration ?? installable;
    const planSha256 = (await send(planOf(configuration, image))).json().digest as string | undefined;
    const json = { configuration, image, planSha256, ...rest };
    return send({ method: 'POST', url: '/api/installs', json });
  };
  const begin: SetUp['begin'] = async (image, rest = {}) => {
    const response = await start(image, rest);
    expect(response.text()).toMatch(/"state":"(?:running|queued)"/);
    return response.json().id as number;
  };
  return { service, runs, folder, logged, send, start, begin };
}

export function post(url: string, body: string, type = 'text/plain'): InjectRequest {
  return { method: 'POST', url, body, headers: { 'content-type': type } };
}

export function planOf(text: string, image = 'disk.img'): InjectRequest {
  return post(`/api/plan?image=${image}`, text);
}
