import { BodyParam, Context, Path, POST, QueryParam } from '@writ/annotations';
import { toReport, type JsonReport } from '@writ/diagnostics';
import { optional } from '@writ/http';
import { checkConfiguration, renderPlan, type Plan } from '@writ/installer';
import { currentLosses } from '../consent/consent.ts';
import { CONFIGURATION_NAME } from '../jobs/files.ts';
import { maskedConfiguration, planConfiguration } from './installation-plan.ts';
import { resolveTarget, type TargetRules } from './target.ts';

/** Any text, well-formed or not, whatever a client calls it: what it is worth is for the report to say. */
const consumes = ['text/*', 'application/*'];

export interface CheckAnswer extends JsonReport {
  /** The text with every secret masked: what a page may store of it. */
  readonly masked: string;
}

export interface PlanAnswer {
  /** SHA-256. */
  readonly digest: string;
  /** As `writ plan` prints it. */
  readonly text: string;
  readonly plan: Plan;
  /** Whether something is lost, so that a start needs `overwrite: true`. */
  readonly overwrites: boolean;
  /** Warnings and notes. */
  readonly findings: JsonReport['findings'];
}

/** What can be known of a configuration without installing it. Nothing of it is kept. */
@Path('/api')
export class Checks {
  readonly #rules: TargetRules;

  constructor(rules: TargetRules) {
    this.#rules = rules;
  }

  @POST('/check', { consumes }, BodyParam(String))
  check(text: string): CheckAnswer {
    const { findings, sources } = checkConfiguration({ config: { file: CONFIGURATION_NAME, text } });
    return { ...toReport(CONFIGURATION_NAME, findings), masked: maskedConfiguration(sources) };
  }

  @POST(
    '/plan',
    { consumes },
    BodyParam(String),
    QueryParam('image', optional(String)),
    QueryParam('device', optional(String)),
    Context(AbortSignal),
  )
  async plan(
    text: string,
    image: string | undefined,
    device: string | undefined,
    signal: AbortSignal,
  ): Promise<PlanAnswer> {
    const target = resolveTarget(this.#rules, image, device);
    const { plan, findings } = await planConfiguration(text, target.path, signal);
    const report = toReport(CONFIGURATION_NAME, findings);
    const overwrites = currentLosses(plan).length > 0;
    return {
      digest: plan.digest,
      text: renderPlan(plan, 'text'),
      plan,
      overwrites,
      findings: report.findings,
    };
  }
}
