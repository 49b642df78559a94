import type { Choices } from '../../../api/answers.ts';

/**
 * The services of the listed packages that are not listed yet, because installing a package does not start its service.
 *
 * @param profiles the profiles, of which those for servers name the services of their first package
 */
export function suggestServices(
  packages: readonly string[],
  services: readonly string[],
  profiles: Choices['profiles'],
): readonly string[] {
  const listed = new Set(services.map((service) => service.replace(/\.service$/, '')));
  return profiles
    .filter(
      ({ main, packages: [first] }) => main === 'server' && first !== undefined && packages.includes(first),
    )
    .flatMap((profile) => profile.services)
    .filter((service) => !listed.has(service));
}
