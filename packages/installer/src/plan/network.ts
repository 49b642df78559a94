import type { Network } from '../config/settings.ts';
import { network as table } from '../data/network.ts';
import { isNetworkFile } from '../facts/network-files.ts';
import type { Operation } from './operation.ts';
import { copiedNetwork, isWifiKey, manualNetwork } from './operations/network.ts';
import type { Wanted } from './plan-type.ts';

/** What a way of setting up the network takes. */
export interface NetworkPart {
  readonly packages: readonly Wanted[];
  readonly units: readonly Wanted[];
  readonly operation?: Operation;
}

/** @param named files of the running system, for `iso` */
export function networkPart(network: Network, desktop: boolean, named: readonly string[] = []): NetworkPart {
  switch (network.type) {
    case 'none':
      return { packages: [], units: [] };
    case 'nm': {
      const { packages, desktopPackages, services } = table.nm;
      return {
        packages: wanted([...packages, ...(desktop ? desktopPackages : [])]),
        units: wanted(services),
      };
    }
    case 'manual':
      return { packages: [], units: wanted(table.files.services), operation: manualNetwork(network.nics) };
    case 'iso': {
      const files = named.filter(isNetworkFile);
      const wifi = files.some(isWifiKey);
      const others = files.some((path) => !isWifiKey(path));
      return {
        packages: wanted(wifi ? table.wifi.packages : []),
        units: wanted([...(others ? table.files.services : []), ...(wifi ? table.wifi.services : [])]),
        ...(files.length === 0 ? {} : { operation: copiedNetwork(files) }),
      };
    }
  }
}

function wanted(names: readonly string[]): Wanted[] {
  return names.map((name) => ({ name, pointer: '/network_config/type' }));
}
