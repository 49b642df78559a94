import { defined } from '@writ/diagnostics/internal';
import type { JsonObject } from '../../config/model.ts';
import type { ProfileDefinition } from '../../data/definition.ts';
import type { Facts } from '../../facts/facts.ts';
import { PROFILE_FILE } from '../../plan/operations/install-record.ts';
import type { Plan } from '../../plan/plan.ts';
import type { PlanRequest } from '../request.ts';

/** What a plan was made from, without secrets: enough to make it again. */
export interface PlanInputs {
  /** A configuration; `x-plan` in it tells the plan's digest and the options that the plan needs besides. */
  readonly config: JsonObject;
  /** Absent when the plan needed none. */
  readonly facts?: Facts;
  /** What `profile.path` said. */
  readonly profile?: ProfileDefinition;
}

export interface PlannedFrom {
  readonly request: PlanRequest;
  /** The checked configuration, without secrets. */
  readonly redactedConfiguration: JsonObject;
  readonly plan: Plan;
  readonly seed: string;
  readonly facts?: Facts | undefined;
  readonly profile?: ProfileDefinition | undefined;
}

/** What was said on the command line goes into the configuration, as far as it has keys for it. */
export function collectPlanInputs({
  request,
  redactedConfiguration,
  plan,
  seed,
  facts,
  profile,
}: PlannedFrom): PlanInputs {
  const { target, second, digest } = plan;
  const { mirror, advanced, firmware, imageSize, commandLimit } = request;
  const options = [
    ...(advanced === true ? ['--advanced'] : []),
    ...(firmware === undefined ? [] : [`--firmware=${firmware}`]),
    ...(imageSize === undefined ? [] : [`--image-size=${imageSize}`]),
    ...(commandLimit === undefined ? [] : [`--command-limit=${commandLimit}s`]),
    // The name of a profile's file is part of what a seed is made from, and another one here.
    ...(request.seed === undefined && profile === undefined ? [] : [`--seed=${seed}`]),
  ];
  const named = redactedConfiguration['profile'];
  return {
    config: {
      ...redactedConfiguration,
      harddrives: [target, ...(second === undefined ? [] : [second])].map(({ path }) => path),
      ...(mirror === undefined ? {} : { 'mirror-region': { [COMMAND_LINE_MIRROR]: { [mirror]: true } } }),
      ...(profile === undefined || typeof named !== 'object'
        ? {}
        : { profile: { ...(named as JsonObject), path: PROFILE_FILE } }),
      'x-plan': { sha256: digest, options },
    },
    ...defined({ facts, profile }),
  };
}

/** The region of a mirror that the command line names. */
export const COMMAND_LINE_MIRROR = 'From --mirror';
