import { BodyParam, Context, DELETE, GET, Path, PathParam, POST } from '@writ/annotations';
import { HttpError, int, object, optional, RestResponse } from '@writ/http';
import { createJob } from '../../jobs/create-job.ts';
import type { Hasher } from '../../jobs/hash-logins.ts';
import { sealJob, type Seal } from '../../jobs/seal.ts';
import { readSelector } from '../../nodes/identity.ts';
import { problem } from '../../problems.ts';
import { CONFIGURATION_NAME, CREDENTIALS_NAME } from '../../records/configuration-name.ts';
import { missingSecrets } from '../../records/job.ts';
import type { NodeSelector } from '../../records/node.ts';
import { toOptionsRequest, type PlanOptions } from '../../records/plan-options.ts';
import type { NodeConfiguration } from '../../store/nodes/node-configurations.ts';
import type { Store } from '../../store/store.ts';
import type { Planner } from '../../work/planner.ts';
import { findMaskedSecrets } from '../../plans/masked-secrets.ts';
import { toConfigurationRefusal, toRefusal } from '../installation-plan.ts';
import { assertValid } from './stored-node.ts';
import { Requires } from '../../security/requires.ts';

/** A configuration for nodes. */
export interface NodeConfigurationRequest extends Pick<
  PlanOptions,
  'advanced' | 'strict' | 'seed' | 'commandLimit' | 'mirror' | 'profile' | 'minRate'
> {
  readonly selector: NodeSelector;
  /** The configuration as JSON. */
  readonly configuration: string;
  /** Credentials as JSON; their keys replace the same keys of the configuration, and may also name secrets. */
  readonly credentials?: string | undefined;
  /** A package lock as JSON. */
  readonly lock?: string | undefined;
}

/** A configuration with every secret masked. */
export interface NodeConfigurationAnswer extends NodeConfiguration {
  readonly configuration: string;
}

export interface NodeConfigurationsDependencies {
  readonly store: Store;
  readonly planner: Planner;
  readonly hash: Hasher;
  readonly seal: Seal | undefined;
  readonly now: () => Date;
}

const selectorShape = object({
  mac: optional(String),
  uuid: optional(String),
  serial: optional(String),
  labels: optional(object({}, String)),
});

const requestShape = object({
  selector: selectorShape,
  configuration: String,
  credentials: optional(String),
  lock: optional(String),
  advanced: optional(Boolean),
  strict: optional(Boolean),
  seed: optional(String),
  commandLimit: optional(int),
  mirror: optional(String),
  profile: optional(String),
  minRate: optional(int),
});

/** The configurations of nodes. A node gets the newest one whose selector selects it. */
@Requires('view')
@Path('/api/node-configurations')
export class NodeConfigurationsApi {
  readonly #dependencies: NodeConfigurationsDependencies;

  constructor(dependencies: NodeConfigurationsDependencies) {
    this.#dependencies = dependencies;
  }

  @GET('/')
  list(): Promise<readonly NodeConfiguration[]> {
    return this.#dependencies.store.nodeConfigurations.list();
  }

  @Requires('run')
  @POST('/', BodyParam(requestShape), Context(AbortSignal))
  async add(
    asked: NodeConfigurationRequest,
    signal: AbortSignal,
  ): Promise<RestResponse<NodeConfiguration, 201>> {
    const { store, planner, hash, seal, now } = this.#dependencies;
    const selector = assertValid(readSelector(asked.selector));
    const { selector: _selector, configuration, credentials, lock, ...options } = asked;
    const masked = await this.#check(asked, options, signal);
    const more = { agreed: '[]', options, credentials, ...(lock === undefined ? {} : { lock }) };
    const job = await createJob(configuration, more, { hash, planner }, signal);
    const missing = missingSecrets(job);
    if (missing.length > 0)
      throw problem('secrets-refused', {
        detail: missing.map((name) => `missing secret ${name}`).join('; '),
      });
    if (job.job.needs.length > 0 && seal === undefined)
      throw problem('secrets-refused', {
        detail:
          'The configuration contains secrets that cannot be hashed; start the service with WRIT_SEAL_KEY_FILE, so that they can be stored until a node claims them',
      });
    const jobFor = (id: number) => sealJob(job, ownerOf(id), seal);
    const [added] = await store.nodeConfigurations.add([{ selector, masked, jobFor }], now().toISOString());
    return RestResponse.created(`/api/node-configurations/${added!.id}`, added!);
  }

  @GET('/{id}', PathParam('id', int))
  async read(id: number): Promise<NodeConfigurationAnswer> {
    const { nodeConfigurations } = this.#dependencies.store;
    const configuration = await nodeConfigurations.masked(id);
    const found = (await nodeConfigurations.list()).find((each) => each.id === id);
    if (configuration === undefined || found === undefined) throw missingConfiguration(id);
    return { ...found, configuration };
  }

  /** Deletes a configuration with its secrets. Work that a node has not claimed then fails. */
  @Requires('run')
  @DELETE('/{id}', PathParam('id', int))
  async remove(id: number): Promise<RestResponse<undefined, 204>> {
    if (!(await this.#dependencies.store.nodeConfigurations.delete(id))) throw missingConfiguration(id);
    return RestResponse.noContent();
  }

  /**
   * Checks a configuration apart from its drives, which only the facts of a node show; returns it with every secret masked.
   *
   * @throws {HttpError} 422 with every finding
   */
  async #check(
    { configuration, credentials }: NodeConfigurationRequest,
    options: PlanOptions,
    signal: AbortSignal,
  ): Promise<string> {
    const hidden = findMaskedSecrets({
      [CONFIGURATION_NAME]: configuration,
      [CREDENTIALS_NAME]: credentials,
    });
    if (hidden.length > 0) throw toRefusal({ outcome: 'findings', findings: hidden });
    const creds = credentials === undefined ? {} : { creds: { file: CREDENTIALS_NAME, text: credentials } };
    const config = { file: CONFIGURATION_NAME, text: configuration };
    const { planner } = this.#dependencies;
    const refused = await planner.findRefused(config, creds.creds, options.advanced, signal);
    if (refused === undefined) {
      const { findings } = await planner.plan(
        { ...toOptionsRequest(options), config, ...creds, hashedLogins: true },
        signal,
      );
      throw toRefusal({
        outcome: 'findings',
        findings: findings.filter(({ rule }) => rule?.startsWith('target-') !== true),
      });
    }
    if (refused.length > 0) throw toConfigurationRefusal(refused);
    return (await planner.check(configuration, signal, options.advanced)).masked;
  }
}

/** Returns the owner of the sealed secrets of a configuration. */
export function ownerOf(id: number): string {
  return `node configuration ${id}`;
}

function missingConfiguration(id: number): HttpError {
  return new HttpError('not-found', `There is no node configuration ${id}`);
}
