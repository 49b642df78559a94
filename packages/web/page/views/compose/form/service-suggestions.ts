import type { Choices } from '../../../api/answers.ts';

/**
 * The services of the listed packages that are not listed yet, because installing a package does not enable its
 * service.
 *
 * @param profiles all profiles; the services of a server profile belong to its first package
 * @param chosen the values of the chosen profiles, which enable their services themselves
 */
export function suggestServices(
  packages: readonly string[],
  services: readonly string[],
  profiles: Choices['profiles'],
  chosen: readonly unknown[] = [],
): readonly string[] {
  const listed = new Set(services.map((service) => service.replace(/\.service$/, '')));
  return profiles
    .filter(({ main, value }) => main === 'server' && !chosen.includes(value))
    .filter(({ packages: [first] }) => first !== undefined && packages.includes(first))
    .flatMap((profile) => profile.services)
    .filter((service) => !listed.has(service));
}
