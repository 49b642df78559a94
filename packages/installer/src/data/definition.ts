import type { GreeterType, Main } from '../schema/types.gen.ts';

/** Default login screens of desktops; `lightdm-slick` and `cosmic-greeter` cannot be chosen in a configuration. */
export type DefaultGreeter = GreeterType | 'lightdm-slick' | 'cosmic-greeter';

/**
 * A profile definition, either Writ's own or custom, as described by `profile/schema.json`. Its keys are
 * spelled like configuration keys.
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
  /**
   * The login screen if the configuration does not choose one. If absent or null, users start sessions
   * manually.
   */
  readonly default_greeter?: DefaultGreeter | null;
}
