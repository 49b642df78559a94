import { BodyParam, Context, Path, POST, QueryParam } from '@writ/annotations';
import { toReport, type JsonReport } from '@writ/diagnostics';
import { optional } from '@writ/http';
import { checkConfiguration, renderPlan, type Plan } from '@writ/installer';
import { currentLosses } from '../consent/consent.ts';
import { CONFIGURATION_NAME } from '../jobs/files.ts';
import { maskedConfiguration, planConfiguration } from './installation-plan.ts';
import { resolveTarget, type TargetRules } from './target.ts';

/** A configuration may have any media type and may be malformed JSON: the report then lists the syntax errors. */
const consumes = ['text/*', 'application/*'];

export interface CheckAnswer extends JsonReport {
  /** The configuration with every secret masked, which the page may store. */
  readonly masked: string;
}

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

/** Checks and plans configurations without storing them. */
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
