import { BodyParam, Context, HeaderParam, Path, POST, QueryParam } from '@writ/annotations';
import { toReport, type JsonReport } from '@writ/diagnostics';
import { optional } from '@writ/http';
import { renderPlan, type Plan } from '@writ/installer';
import { currentLosses } from '../consent/consent.ts';
import { CONFIGURATION_NAME } from '../records/configuration-name.ts';
import type { Planner } from '../work/planner.ts';
import type { CheckedConfiguration } from '../work/tasks.ts';
import { planConfiguration } from './installation-plan.ts';
import { LatestRequests } from './latest-requests.ts';
import { resolveTarget, type TargetRules } from './target.ts';

/** A configuration may have any media type and may be malformed JSON: the report then lists the syntax errors. */
const consumes = ['text/*', 'application/*'];

/** The findings, and the configuration with every secret masked, which the page may store. */
export type CheckAnswer = CheckedConfiguration;

export interface PlanAnswer {
  /** SHA-256 of the plan, in hexadecimal. */
  readonly digest: string;
  /** The plan as `writ plan` prints it. */
  readonly text: string;
  readonly plan: Plan;
  /** Whether data is lost; a start then requires `overwrite: true`. */
  readonly overwrites: boolean;
  /** Warnings and notes. */
  readonly findings: JsonReport['findings'];
}

/** Identifies a page: a newer request of the page cancels its unfinished one. */
const pageHeader = HeaderParam('Writ-Page', optional(String));

/** Checks and plans configurations without storing them. */
@Path('/api')
export class Checks {
  readonly #rules: TargetRules;
  readonly #planner: Planner;
  readonly #latest = new LatestRequests();

  constructor(rules: TargetRules, planner: Planner) {
    this.#rules = rules;
    this.#planner = planner;
  }

  @POST('/check', { consumes }, BodyParam(String), pageHeader, Context(AbortSignal))
  check(text: string, page: string | undefined, signal: AbortSignal): Promise<CheckAnswer> {
    return this.#latest.run(page && `check ${page}`, signal, (either) => this.#planner.check(text, either));
  }

  @POST(
    '/plan',
    { consumes },
    BodyParam(String),
    QueryParam('image', optional(String)),
    QueryParam('device', optional(String)),
    pageHeader,
    Context(AbortSignal),
  )
  plan(
    text: string,
    image: string | undefined,
    device: string | undefined,
    page: string | undefined,
    signal: AbortSignal,
  ): Promise<PlanAnswer> {
    const target = resolveTarget(this.#rules, image, device);
    return this.#latest.run(page && `plan ${page}`, signal, async (either) => {
      const { plan, findings } = await planConfiguration(this.#planner, text, target.path, either);
      const report = toReport(CONFIGURATION_NAME, findings);
      return {
        digest: plan.digest,
        text: renderPlan(plan, 'text'),
        plan,
        overwrites: currentLosses(plan).length > 0,
        findings: report.findings,
      };
    });
  }
}
