import type { Choices } from '@writ/installer';
import type { Json } from './json.ts';

/**
 * Returns the value of `profile.main` to which a value of `profile.details` belongs; undefined if the value is unknown.
 */
export function mainOfDetails(
  details: Json | undefined,
  { profiles }: Pick<Choices, 'profiles'>,
): string | undefined {
  if (typeof details !== 'string') return undefined;
  return profiles.find(({ value }) => value.toLowerCase() === details.toLowerCase())?.main;
}
