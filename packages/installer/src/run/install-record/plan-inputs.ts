import { defined } from '@writ/diagnostics/internal';
import type { JsonObject } from '../../config/model.ts';
import type { ProfileDefinition } from '../../data/definition.ts';
import type { Facts } from '../../facts/facts.ts';
import { PROFILE_FILE } from '../../plan/operations/install-record.ts';
import type { Plan } from '../../plan/plan.ts';
import type { PlanRequest } from '../request.ts';

/** A plan's inputs, without secrets. They are sufficient to create the plan again. */
export interface PlanInputs {
  /**
   * The configuration. Its `x-plan` contains the digest of the plan, and the options that have no
   * configuration key.
   */
  readonly config: JsonObject;
  /** Absent if the plan used no facts. */
  readonly facts?: Facts;
  /** The profile definition at `profile.path`. */
  readonly profile?: ProfileDefinition;
}

export interface PlannedFrom {
  readonly request: PlanRequest;
  /** The checked configuration without secrets. */
  readonly redactedConfiguration: JsonObject;
  readonly plan: Plan;
  readonly seed: string;
  readonly facts?: Facts | undefined;
  readonly profile?: ProfileDefinition | undefined;
}

/**
 * Collects the inputs. A command-line option that corresponds to a configuration key is stored under that
 * key.
 */
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
    // The layout of a prepared folder does not permit harddrives.
    ...(target.kind === 'folder' ? [`--target=${target.path}`] : []),
    ...(advanced === true ? ['--advanced'] : []),
    ...(firmware === undefined ? [] : [`--firmware=${firmware}`]),
    ...(imageSize === undefined ? [] : [`--image-size=${imageSize}`]),
    ...(commandLimit === undefined ? [] : [`--command-limit=${commandLimit}s`]),
    // The seed depends on the profile's file name, which differs in the record.
    ...(request.seed === undefined && profile === undefined ? [] : [`--seed=${seed}`]),
  ];
  const named = redactedConfiguration['profile'];
  return {
    config: {
      ...redactedConfiguration,
      ...(target.kind === 'folder'
        ? {}
        : { harddrives: [target, ...(second === undefined ? [] : [second])].map(({ path }) => path) }),
      ...(mirror === undefined ? {} : { 'mirror-region': { [COMMAND_LINE_MIRROR]: { [mirror]: true } } }),
      ...(profile === undefined || typeof named !== 'object'
        ? {}
        : { profile: { ...(named as JsonObject), path: PROFILE_FILE } }),
      'x-plan': { sha256: digest, options },
    },
    ...defined({ facts, profile }),
  };
}

/** Region name for a mirror that was passed on the command line. */
export const COMMAND_LINE_MIRROR = 'From --mirror';
