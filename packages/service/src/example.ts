/** The address at which `writ serve` and `writ demo-mirror` serve the demonstration mirror when the port is free. */
export const demonstrationAddress = 'http://127.0.0.1:7879/$repo/os/$arch';

/** A mirror that the page offers. */
export interface MirrorChoice {
  readonly id: string;
  /** The label on the page. */
  readonly title: string;
  /** The value of `mirror-region`. */
  readonly region: Readonly<Record<string, Readonly<Record<string, true>>>>;
}

/**
 * Returns the demonstration mirror in the form in which the page offers it.
 *
 * @param address contains `$repo` and `$arch`
 */
export function demonstrationMirror(address: string): MirrorChoice {
  return {
    id: 'demonstration',
    title: 'Demonstration (this machine)',
    region: { Demonstration: { [address]: true } },
  };
}

/** Returns the ID and the addresses of each mirror. */
export function toMirrorAddresses(
  mirrors: readonly MirrorChoice[],
): { readonly id: string; readonly addresses: readonly string[] }[] {
  return mirrors.map(({ id, region }) => ({ id, addresses: Object.values(region).flatMap(Object.keys) }));
}

/** The mirror network of the distribution, whose host name resolves to a nearby server. */
export const distributionMirror: MirrorChoice = {
  id: 'distribution',
  title: 'Arch Linux (worldwide)',
  region: { Worldwide: { 'https://geo.mirror.pkgbuild.com/$repo/os/$arch': true } },
};

/**
 * Returns the initial configuration of the page, which installs from the demonstration mirror at `address`. With the
 * default address, the configuration equals examples/install/minimal.json.
 */
export function exampleConfiguration(address: string = demonstrationAddress): string {
  return `{
  "bootloader": "systemd-bootctl",
  "kernels": ["linux"],
  "mirror-region": {
    "Demonstration": { ${JSON.stringify(address)}: true }
  },
  "hostname": "demonstration",
  "timezone": "Europe/Berlin",
  "packages": ["openssh"],
  "services": ["sshd"],
  "!root-password": "demo-root",
  "!users": { "username": "ada", "!password": "demo-ada", "sudo": true },
  "custom-commands": ["echo 'installed by Writ' > /etc/motd"]
}
`;
}
