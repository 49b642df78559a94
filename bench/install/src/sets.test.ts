import { describe, expect, it } from 'vitest';
import { installSets, namedPackages, writConfiguration } from './sets.ts';

describe.each(Object.entries(installSets))('the %s set', (_, set) => {
  it('lists each package once', () => {
    const names = namedPackages(set);
    expect(new Set(names).size).toBe(names.length);
  });

  it("lists the same packages as Writ's configuration", () => {
    const config = writConfiguration(set, ['http://127.0.0.1:1/$repo/os/$arch']);
    // Every installation includes these packages.
    const implied = ['base', 'mkinitcpio', 'sudo'];
    const network = 'network_config' in config ? ['networkmanager'] : [];
    const configured = [...(config['packages'] as string[]), ...(config['kernels'] as string[])];
    expect([...implied, ...network, ...configured].toSorted()).toEqual(namedPackages(set).toSorted());
  });
});
