/** The address at which `writ serve` and `writ demo-mirror` serve the demonstration mirror when the port is free. */
export const demonstrationAddress = 'http://127.0.0.1:7879/$repo/os/$arch';

/** A choice of mirrors, as the value of `mirror-region`. */
export interface MirrorChoice {
  readonly id: string;
  /** For people. */
  readonly title: string;
  readonly region: Readonly<Record<string, Readonly<Record<string, true>>>>;
}

/** @param address with `$repo` and `$arch` */
export function demonstrationMirror(address: string): MirrorChoice {
  return {
    id: 'demonstration',
    title: 'demonstration, on this machine',
    region: { Demonstration: { [address]: true } },
  };
}

/** The distribution's own, which answers with a server near by. */
export const distributionMirror: MirrorChoice = {
  id: 'distribution',
  title: 'the distribution’s own, worldwide',
  region: { Worldwide: { 'https://geo.mirror.pkgbuild.com/$repo/os/$arch': true } },
};

/**
 * The configuration that the page begins with; it installs from the demonstration mirror at `address`. For the default
 * address it is examples/install/minimal.json, to the letter.
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
