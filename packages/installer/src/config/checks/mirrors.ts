import { nearest } from '@writ/diagnostics';
import regions from '../../data/mirrors.json' with { type: 'json' };
import { escapePointer } from '../json/tree.ts';
import { displayValue } from '../secrets.ts';
import { placeholderHint } from './placeholder.ts';
import type { Check } from './check.ts';

/** Known servers by region. */
export const knownRegions: Readonly<Record<string, readonly string[]>> = regions;

/** Reports unknown regions without addresses, and regions without an enabled address. */
export const checkMirrors: Check = ({ config, isInvalid, finding }) =>
  Object.entries(config['mirror-region'] ?? {}).flatMap(([region, servers]) => {
    const pointer = `/mirror-region/${escapePointer(region)}`;
    if (servers === undefined || isInvalid(pointer)) return [];
    const addresses = Array.isArray(servers) ? servers : Object.keys(servers);
    if (addresses.length > 0) {
      const isEnabled = Array.isArray(servers) || Object.values(servers).some((used) => used !== false);
      return isEnabled
        ? []
        : [
            finding('no-enabled-address', pointer, {
              message: `every address of ${displayValue(region)} is disabled`,
              hint: 'set one to true, or remove the region',
            }),
          ];
    }
    if (Object.hasOwn(knownRegions, region)) return [];
    const names = Object.keys(knownRegions);
    const same = names.find((name) => name.toLowerCase() === region.toLowerCase());
    const close = same ?? nearest(region, names);
    return [
      finding(
        'unknown-region',
        pointer,
        {
          message: `${displayValue(region)} is not a known region and has no addresses`,
          expected: 'a region such as "Germany" or "Worldwide", or addresses of servers',
          ...(close === undefined
            ? placeholderHint(region)
            : { hint: `did you mean ${JSON.stringify(close)}?` }),
        },
        'key',
      ),
    ];
  });
