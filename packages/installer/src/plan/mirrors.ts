import type { MirrorRegion } from '../config/settings.ts';
import shipped from '../data/mirrors.json' with { type: 'json' };
import { measuredMirrorlist, mirrorlist } from './operations/mirrors.ts';
import type { Operation } from './operation.ts';
import type { Requirements } from './plan-type.ts';
import { mirrorLogin } from './secret-names.ts';

/** So many are enough when one of them fails; more would only grow old in the installed system. */
const KEPT = 5;

/** Where packages come from. */
export interface MirrorPart extends Pick<Requirements, 'mirrors' | 'choose' | 'logins'> {
  /** Makes the installed system's list. */
  readonly list: Operation;
}

/** Addresses that the person gave are used as they stand; from those that Writ knows, the fastest are chosen. */
export function mirrorPart(regions: readonly MirrorRegion[]): MirrorPart {
  const servers = regions.flatMap((region) => region.servers);
  if (regions.some((region) => region.shipped !== true)) {
    return {
      mirrors: servers.map(({ address }) => address),
      choose: 'all',
      logins: servers.flatMap(({ address, userInfo }) =>
        userInfo === undefined ? [] : [mirrorLogin(address)],
      ),
      list: mirrorlist(regions),
    };
  }
  const candidates =
    regions.length === 0 ? Object.values(shipped).flat() : servers.map(({ address }) => address);
  return { mirrors: [...new Set(candidates)], choose: KEPT, logins: [], list: measuredMirrorlist() };
}
