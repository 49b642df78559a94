import { nearest, type Diagnostic } from '@writ/diagnostics';
import regions from '../../data/mirrors.json' with { type: 'json' };
import { escapePointer } from '../pointers.ts';
import { displayValue } from '../secrets.ts';
import { suggest } from '../suggestion.ts';
import { placeholderHint } from './placeholder.ts';
import type { Check, CheckContext } from './check.ts';

/** Known servers by region. */
export const knownRegions: Readonly<Record<string, readonly string[]>> = regions;

/** Captures the port of an address, which may contain user information. */
const port = /^[a-z]+:\/\/[^/]*:(\d+)(?:\/|$)/;
const HIGHEST_PORT = 65_535;

/** Reports unknown regions without addresses, regions whose addresses are all disabled, and ports above 65,535. */
export const checkMirrors: Check = (context) => {
  const { config, isInvalid, finding } = context;
  return Object.entries(config['mirror-region'] ?? {}).flatMap(([region, servers]) => {
    const pointer = `/mirror-region/${escapePointer(region)}`;
    if (servers === undefined || isInvalid(pointer)) return [];
    const addresses = Array.isArray(servers) ? servers : Object.keys(servers);
    if (addresses.length > 0) {
      const isEnabled = Array.isArray(servers) || Object.values(servers).some((used) => used !== false);
      return isEnabled
        ? checkPorts(context, pointer, servers)
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
          expected: 'a region such as "Germany" or "Worldwide", or server addresses',
          ...(close === undefined ? placeholderHint(region) : suggest(close)),
        },
        'key',
      ),
    ];
  });
};

function checkPorts(
  { finding }: CheckContext,
  region: string,
  servers: readonly string[] | Readonly<Record<string, unknown>>,
): Diagnostic[] {
  const isList = Array.isArray(servers);
  const addresses: readonly string[] = isList ? servers : Object.keys(servers);
  return addresses.flatMap((address: string, index) => {
    const [, number] = port.exec(address) ?? [];
    if (number === undefined || Number(number) <= HIGHEST_PORT) return [];
    return [
      finding(
        'wrong-address',
        `${region}/${isList ? index : escapePointer(address)}`,
        { message: `${number} is not a valid port`, expected: `a port from 1 to ${HIGHEST_PORT}` },
        isList ? 'value' : 'key',
      ),
    ];
  });
}
