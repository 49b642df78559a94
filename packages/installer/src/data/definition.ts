import type { GreeterType, Main } from '../schema/types.gen.ts';

/** Login screens that a profile may have by default; one of them no configuration can name. */
export type DefaultGreeter = GreeterType | 'lightdm-slick';

/**
 * What a profile installs: the shape of the shipped ones, and of a definition of one's own, which
 * `profile/schema.json` describes. Keys are written as a configuration's are.
 */
export interface ProfileDefinition {
  readonly main: Main;
  readonly packages: readonly string[];
  /** Names that stand for several packages. */
  readonly package_groups?: readonly string[];
  /** Units that are enabled. */
  readonly services?: readonly string[];
  /** Groups that every created user joins. */
  readonly user_groups?: readonly string[];
  /** Absent or null: no login screen, a session is started by hand. */
  readonly default_greeter?: DefaultGreeter | null;
}
