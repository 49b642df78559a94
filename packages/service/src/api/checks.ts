import { BodyParam, Context, HeaderParam, Path, POST, QueryParam } from '@writ/annotations';
import { toReport, type JsonReport } from '@writ/diagnostics';
import { HttpError, object, optional } from '@writ/http';
import { currentLosses, renderPlan, type Facts, type Plan } from '@writ/installer';
import { CONFIGURATION_NAME } from '../records/configuration-name.ts';
import type { Planner } from '../work/planner.ts';
import type { CheckedConfiguration } from '../work/tasks.ts';
import type { PlanChanges } from '../work/plan-changes.ts';
import { readEarlierDurations } from '../installs/earlier-runs.ts';
import { viewDisks, type DiskView } from '../plans/disk-view.ts';
import { summarizePlan, viewStages, type PlanSummary, type StageView } from '../plans/plan-summary.ts';
import { RecentPlans } from '../plans/recent-plans.ts';
import type { Store } from '../store/store.ts';
import { planConfiguration, type PlannedConfiguration } from './installation-plan.ts';
import { LatestRequests } from './latest-requests.ts';
import { optionsOf, startBody, type NewInstallation } from './start-request.ts';
import { resolveTarget, type TargetRules } from './target.ts';
import { Requires } from '../security/requires.ts';

/** A configuration may have any `text` or `application` media type. Errors in its syntax are findings. */
const consumes = ['text/*', 'application/*'];

/** The findings, and the configuration with every secret masked, which the page may store. */
export type CheckAnswer = CheckedConfiguration;

export interface PlanAnswer {
  /** SHA-256 of the plan, in hexadecimal. */
  readonly digest: string;
  /** The plan as `writ plan` prints it. */
  readonly text: string;
  readonly plan: Plan;
  /** Whether data would be lost; if so, a start requires `overwrite: true`. */
  readonly overwrites: boolean;
  /** Warnings and notes. */
  readonly findings: JsonReport['findings'];
  readonly summary: PlanSummary;
  /** The target, followed by the drive for /home if there is one. */
  readonly disks: readonly DiskView[];
  readonly stages: readonly StageView[];
}

/** A request to compare two plans; the earlier one is specified by either its digest or its configuration. */
export interface ChangesRequest {
  /** The digest of a plan that this service has recently returned. */
  readonly planSha256?: string | undefined;
  /** The earlier configuration. */
  readonly earlier?: string | undefined;
  /** The edited configuration. */
  readonly configuration: string;
  readonly image?: string | undefined;
  readonly device?: string | undefined;
  /** Whether `sys-language` and `sys-encoding` of both configurations are used; default: false. */
  readonly advanced?: boolean | undefined;
}

const changesRequest = object({
  planSha256: optional(String),
  earlier: optional(String),
  configuration: String,
  image: optional(String),
  device: optional(String),
  advanced: optional(Boolean),
});

export interface ChecksDependencies {
  readonly rules: TargetRules;
  readonly planner: Planner;
  readonly store: Store;
  /** Reads the facts of this machine; called only for devices. */
  readonly readFacts: (signal: AbortSignal) => Promise<Facts>;
}

/** Identifies a page: a newer request of the same kind from the same page cancels an unfinished one. */
const pageHeader = HeaderParam('Writ-Page', optional(String));

/** Whether `sys-language` and `sys-encoding` are used; default: false. */
const advancedQuery = QueryParam('advanced', optional(Boolean));

/** Checks, plans and compares configurations without storing them. The newest plans remain in memory. */
@Requires('view')
@Path('/api')
export class Checks {
  readonly #dependencies: ChecksDependencies;
  readonly #latest = new LatestRequests();
  readonly #recent = new RecentPlans();

  constructor(dependencies: ChecksDependencies) {
    this.#dependencies = dependencies;
  }

  @POST('/check', { consumes }, BodyParam(String), advancedQuery, pageHeader, Context(AbortSignal))
  check(
    text: string,
    advanced: boolean | undefined,
    page: string | undefined,
    signal: AbortSignal,
  ): Promise<CheckAnswer> {
    return this.#latest.run(page && `check ${page}`, signal, (either) =>
      this.#dependencies.planner.check(text, either, advanced),
    );
  }

  @POST(
    '/plan',
    { consumes },
    BodyParam(String),
    QueryParam('image', optional(String)),
    QueryParam('device', optional(String)),
    advancedQuery,
    pageHeader,
    Context(AbortSignal),
  )
  plan(
    text: string,
    image: string | undefined,
    device: string | undefined,
    advanced: boolean | undefined,
    page: string | undefined,
    signal: AbortSignal,
  ): Promise<PlanAnswer> {
    const { path } = resolveTarget(this.#dependencies.rules, image, device);
    return this.#latest.run(page && `plan ${page}`, signal, (either) =>
      this.#answer({ configuration: text, advanced }, path, either),
    );
  }

  /**
   * Plans a start request. The body is the same as for `POST /api/installs`, with all options. Nothing is started.
   */
  @POST('/installs/plan', startBody, pageHeader, Context(AbortSignal))
  planInstallation(
    asked: NewInstallation,
    page: string | undefined,
    signal: AbortSignal,
  ): Promise<PlanAnswer> {
    const { path } = resolveTarget(this.#dependencies.rules, asked.image, asked.device);
    return this.#latest.run(page && `plan ${page}`, signal, (either) => this.#answer(asked, path, either));
  }

  @POST('/plan/changes', BodyParam(changesRequest), pageHeader, Context(AbortSignal))
  changes(asked: ChangesRequest, page: string | undefined, signal: AbortSignal): Promise<PlanChanges> {
    const { planSha256, earlier, configuration, image, device, advanced } = asked;
    const { rules, planner } = this.#dependencies;
    const { path } = resolveTarget(rules, image, device);
    if ((planSha256 === undefined) === (earlier === undefined)) {
      throw new HttpError('invalid-values', 'Exactly one of planSha256 and earlier is required');
    }
    return this.#latest.run(page && `changes ${page}`, signal, async (either) => {
      const before =
        planSha256 === undefined
          ? (await this.#plan({ configuration: earlier!, advanced }, path, either)).plan
          : this.#getRecent(planSha256);
      const after = (await this.#plan({ configuration, advanced }, path, either)).plan;
      return planner.compare(before, after, either);
    });
  }

  async #answer(asked: NewInstallation, path: string, signal: AbortSignal): Promise<PlanAnswer> {
    const { plan, findings } = await this.#plan(asked, path, signal);
    const losses = currentLosses(plan);
    const expected = await readEarlierDurations(this.#dependencies.store);
    return {
      digest: plan.digest,
      text: renderPlan(plan, 'text'),
      plan,
      overwrites: losses.length > 0,
      findings: toReport(CONFIGURATION_NAME, findings).findings,
      summary: summarizePlan(plan, expected),
      disks: viewDisks(plan, losses, await this.#readFacts(plan, signal)),
      stages: viewStages(plan.operations, expected),
    };
  }

  async #plan(asked: NewInstallation, path: string, signal: AbortSignal): Promise<PlannedConfiguration> {
    const { configuration, credentials, lock } = asked;
    const options = { ...optionsOf(asked), credentials, lock };
    const { planner } = this.#dependencies;
    const planned = await planConfiguration(planner, configuration, path, signal, options);
    this.#recent.add(planned.plan);
    return planned;
  }

  #getRecent(digest: string): Plan {
    const plan = this.#recent.get(digest);
    if (plan === undefined) {
      throw new HttpError('conflict', `The service no longer has plan ${digest}; send its configuration`);
    }
    return plan;
  }

  async #readFacts({ target }: Plan, signal: AbortSignal): Promise<Facts | undefined> {
    return target.kind === 'device' ? this.#dependencies.readFacts(signal) : undefined;
  }
}
