import {
  removedDrivers,
  removedPackages,
  removedProfiles,
  type RemovedName,
} from '../../data/removed-names.ts';
import { suggestJson } from '../suggestion.ts';
import { packagesOf } from './packages.ts';
import type { Check } from './check.ts';

/** Reports packages, profiles and drivers that are no longer in the repositories, or never were. */
export const checkRemovedNames: Check = ({ config, finding }) => {
  const report = (
    table: Readonly<Record<string, RemovedName>>,
    name: string | undefined,
    pointer: string,
  ): ReturnType<Check> => {
    const found = name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
    if (found === undefined) return [];
    const words = {
      message: `${name} ${found.why}${found.since === undefined ? '' : ` (${found.since})`}`,
      ...(found.instead === undefined ? {} : suggestJson(found.instead)),
    };
    return [finding('removed-from-distribution', pointer, words)];
  };
  const { details, gfx_driver: driver } = config.profile ?? {};
  return [
    ...packagesOf(config).flatMap(({ item, pointer }) => report(removedPackages, item, pointer)),
    ...report(removedProfiles, details?.toLowerCase(), '/profile/details'),
    ...report(removedDrivers, driver, '/profile/gfx_driver'),
  ];
};
