import type { Choices } from '../../../api/answers.ts';

/** A listed service that the installed system would not have. */
export interface ServiceProblem {
  readonly service: string;
  /** The name of the service in Arch Linux; present if only the name is wrong. */
  readonly instead?: string;
  /** The package of the service; present if the package is not installed. */
  readonly missing?: string;
}

/** Services by their names in other distributions, or by the names of their packages. */
const aliases: Readonly<Record<string, string>> = {
  apache: 'httpd',
  apache2: 'httpd',
  bluez: 'bluetooth',
  cron: 'cronie',
  mysql: 'mariadb',
  mysqld: 'mariadb',
  'network-manager': 'NetworkManager',
  networkmanager: 'NetworkManager',
  openssh: 'sshd',
  'openssh-server': 'sshd',
  postgres: 'postgresql',
  ssh: 'sshd',
};

/** Packages of common services that are not server profiles. */
const packagesOfServices: Readonly<Record<string, string>> = {
  NetworkManager: 'networkmanager',
  bluetooth: 'bluez',
  cronie: 'cronie',
  cups: 'cups',
  nftables: 'nftables',
  ufw: 'ufw',
};

/**
 * Finds services with a wrong name, and services whose packages are not installed.
 *
 * @param profiles all profiles; the services of a server profile belong to its first package
 * @param installed the packages that the plan installs; undefined while they are unknown
 */
export function findServiceProblems(
  services: readonly string[],
  profiles: Choices['profiles'],
  installed: readonly string[] | undefined,
): ServiceProblem[] {
  const packages = new Map(Object.entries(packagesOfServices));
  for (const {
    main,
    packages: [first],
    services: units,
  } of profiles) {
    if (main === 'server' && first !== undefined) for (const unit of units) packages.set(unit, first);
  }
  return services.flatMap((service): ServiceProblem[] => {
    const name = service.replace(/\.service$/, '');
    const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (alias !== undefined) return [{ service, instead: alias }];
    const missing = packages.get(name);
    if (installed === undefined || missing === undefined || installed.includes(missing)) return [];
    return [{ service, missing }];
  });
}
