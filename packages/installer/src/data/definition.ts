import type { GreeterType, Main } from '../schema/types.gen.ts';

/** Default login screens of profiles; `lightdm-slick` cannot be chosen in a configuration. */
export type DefaultGreeter = GreeterType | 'lightdm-slick';

/**
 * A profile definition, shipped or custom; `profile/schema.json` describes it. Its keys have the spelling of
 * configuration keys.
 */
export interface ProfileDefinition {
  readonly main: Main;
  readonly packages: readonly string[];
  /** Package groups. */
  readonly package_groups?: readonly string[];
  /** Units to enable. */
  readonly services?: readonly string[];
  /** Groups that every created user joins. */
  readonly user_groups?: readonly string[];
  /** Absent or null: no login screen; sessions are started manually. */
  readonly default_greeter?: DefaultGreeter | null;
}
