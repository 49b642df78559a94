import type { MirrorRegion } from '../config/settings.ts';
import shipped from '../data/mirrors.json' with { type: 'json' };
import { copyMeasuredMirrorlist, writeMirrorlist } from './operations/mirrors.ts';
import type { Operation } from './operation.ts';
import type { Requirements } from './plan.ts';
import { mirrorLoginName } from './secret-names.ts';

/**
 * Number of mirrors to choose. It is large enough to allow for a mirror's failure, but small, because the
 * list remains on the installed system and long lists become outdated.
 */
const MIRROR_COUNT = 5;

/** The part of a plan that declares its mirrors. */
export interface MirrorPart extends Pick<Requirements, 'mirrors' | 'choose' | 'logins'> {
  /** Operation that writes the mirror list of the installed system. */
  readonly list: Operation;
}

/**
 * Plans the mirrors. If a region lists addresses, the mirrors of all regions are used in order; otherwise, the
 * fastest known mirrors of these regions are chosen, or of all known regions if the list is empty.
 */
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
