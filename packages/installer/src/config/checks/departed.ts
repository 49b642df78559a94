import { departedDrivers, departedPackages, departedProfiles, type Departed } from '../../data/departed.ts';
import { packagesOf } from './packages.ts';
import type { Rule } from './rule.ts';

/** What the format allows, but the distribution's mirrors do not have any more. */
export const departed: Rule = ({ config, find }) => {
  const tell = (
    table: Readonly<Record<string, Departed>>,
    name: string | undefined,
    pointer: string,
  ): ReturnType<Rule> => {
    const found = name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
    if (found === undefined) return [];
    const words = {
      message: `${name} ${found.why}${found.since === undefined ? '' : ` (${found.since})`}`,
      ...(found.instead === undefined ? {} : { hint: `write ${JSON.stringify(found.instead)}` }),
    };
    return [find('left-the-distribution', pointer, words)];
  };
  const { details, gfx_driver: driver } = config.profile ?? {};
  return [
    ...packagesOf(config).flatMap(({ item, pointer }) => tell(departedPackages, item, pointer)),
    ...tell(departedProfiles, details?.toLowerCase(), '/profile/details'),
    ...tell(departedDrivers, driver, '/profile/gfx_driver'),
  ];
};
