import type { MirrorRegion } from '../config/settings.ts';
import shipped from '../data/mirrors.json' with { type: 'json' };
import { copyMeasuredMirrorlist, writeMirrorlist } from './operations/mirrors.ts';
import type { Operation } from './operation.ts';
import type { Requirements } from './plan.ts';
import { mirrorLoginName } from './secret-names.ts';

/** So many are enough when one of them fails; more would only grow old in the installed system. */
const MIRROR_COUNT = 5;

/** Where packages come from. */
export interface MirrorPart extends Pick<Requirements, 'mirrors' | 'choose' | 'logins'> {
  /** Makes the installed system's list. */
  readonly list: Operation;
}

/** Addresses that the person gave are used as they stand; from those that Writ knows, the fastest are chosen. */
export function planMirrors(regions: readonly MirrorRegion[]): MirrorPart {
  const servers = regions.flatMap((region) => region.servers);
  if (regions.some((region) => region.shipped !== true)) {
    return {
      mirrors: servers.map(({ address }) => address),
      choose: 'all',
      logins: servers.flatMap(({ address, userInfo }) =>
        userInfo === undefined ? [] : [mirrorLoginName(address)],
      ),
      list: writeMirrorlist(regions),
    };
  }
  const candidates =
    regions.length === 0 ? Object.values(shipped).flat() : servers.map(({ address }) => address);
  return {
    mirrors: [...new Set(candidates)],
    choose: MIRROR_COUNT,
    logins: [],
    list: copyMeasuredMirrorlist(),
  };
}
