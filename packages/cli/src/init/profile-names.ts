import type { Choices } from '@writ/installer';
import type { Json } from './json.ts';

/** The kind of profile to which a value of `profile.details` belongs. */
export function mainOfDetails(
  details: Json | undefined,
  { profiles }: Pick<Choices, 'profiles'>,
): string | undefined {
  if (typeof details !== 'string') return undefined;
  return profiles.find(({ value }) => value.toLowerCase() === details.toLowerCase())?.main;
}
