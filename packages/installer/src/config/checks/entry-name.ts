import { displayValue } from '../secrets.ts';
import { packagesOf, servicesOf } from './packages.ts';
import { isPlaceholder } from './placeholder.ts';
import type { Check } from './check.ts';

const packageName = /^[A-Za-z0-9@_+][A-Za-z0-9@._+-]*$/;
const serviceName = /^[A-Za-z0-9@_:][A-Za-z0-9@_:.\\-]*$/;

/**
 * Reports invalid names of packages and units, which would otherwise cause a failure only after the download.
 */
export const checkEntryNames: Check = ({ config, finding }) => {
  const checkEntries = (
    kind: string,
    pattern: RegExp,
    entries: ReturnType<typeof packagesOf>,
  ): ReturnType<Check> =>
    entries.flatMap(({ item, pointer }) => {
      // Other checks report empty strings and placeholders.
      if (item === '' || pattern.test(item) || isPlaceholder(item)) return [];
      const several = item.split(/[\s,]+/).filter(Boolean);
      const option = item.startsWith('-');
      return [
        finding('entry-name', pointer, {
          message: option
            ? `${displayValue(item)} is an option, not a ${kind}`
            : `${displayValue(item)} is not a valid ${kind} name`,
          expected: `one ${kind} per string`,
          ...(several.length > 1 && several.every((name) => pattern.test(name))
            ? { hint: `write ${several.map((name) => JSON.stringify(name)).join(', ')}` }
            : option
              ? { hint: 'remove it: package manager options cannot be set here' }
              : {}),
        }),
      ];
    });
  return [
    ...checkEntries('package', packageName, packagesOf(config)),
    ...checkEntries('service', serviceName, servicesOf(config)),
  ];
};
