import type { Network } from '../config/settings.ts';
import { network as table } from '../data/network.ts';
import { isNetworkFile } from '../facts/network-files.ts';
import type { Operation } from './operation.ts';
import { copyNetwork, isWifiKey, writeManualNetwork } from './operations/network.ts';
import type { Requirement } from './plan.ts';

/** The packages, units and operation of a network type. */
export interface NetworkPart {
  readonly packages: readonly Requirement[];
  readonly units: readonly Requirement[];
  readonly operation?: Operation;
}

/** @param named the running system's network files, for `iso` */
export function planNetwork(network: Network, desktop: boolean, named: readonly string[] = []): NetworkPart {
  switch (network.type) {
    case 'none':
      return { packages: [], units: [] };
    case 'nm': {
      const { packages, desktopPackages, services } = table.nm;
      return {
        packages: networkRequirements([...packages, ...(desktop ? desktopPackages : [])]),
        units: networkRequirements(services),
      };
    }
    case 'manual':
      return {
        packages: [],
        units: networkRequirements(table.files.services),
        operation: writeManualNetwork(network),
      };
    case 'iso': {
      const files = named.filter(isNetworkFile);
      const wifi = files.some(isWifiKey);
      const others = files.some((path) => !isWifiKey(path));
      return {
        packages: networkRequirements(wifi ? table.wifi.packages : []),
        units: networkRequirements([
          ...(others ? table.files.services : []),
          ...(wifi ? table.wifi.services : []),
        ]),
        ...(files.length === 0 ? {} : { operation: copyNetwork(files) }),
      };
    }
  }
}

function networkRequirements(names: readonly string[]): Requirement[] {
  return names.map((name) => ({ name, pointer: '/network_config/type' }));
}
