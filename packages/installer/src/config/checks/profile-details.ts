import { mainOf, profiles } from '../../data/profiles.ts';
import { archinstallProfile } from '../profile-path.ts';
import type { Check } from './check.ts';

/** Reports details that do not belong to the main profile. */
export const checkProfileDetails: Check = ({ config, finding }) => {
  const { details: name, path } = config.profile ?? {};
  const main = config.profile?.main ?? archinstallProfile(path)?.main;
  const belongs = name === undefined ? undefined : mainOf(name);
  if (main === undefined || belongs === undefined || belongs === main) return [];
  const validDetails = Object.entries(profiles).flatMap(([other, profile]) =>
    profile.main === main ? [other] : [],
  );
  return [
    finding('details-against-main', '/profile/details', {
      message: `${name} is a ${belongs} profile, but main is ${main}`,
      ...(validDetails.length === 0 ? {} : { expected: validDetails.join(', ') }),
      hint: `write "main": "${belongs}", or ${validDetails.length === 0 ? 'remove details' : 'choose other details'}`,
      other: {
        pointer: config.profile?.main === undefined ? '/profile/path' : '/profile/main',
        message: 'main is chosen here',
      },
    }),
  ];
};
