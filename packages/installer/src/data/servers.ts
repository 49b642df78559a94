import type { Details } from '../schema/types.gen.ts';
import type { ProfileDefinition } from './definition.ts';

export type ServerName = Extract<
  Details,
  'cockpit' | 'docker' | 'httpd' | 'lighttpd' | 'mariadb' | 'nginx' | 'postgresql' | 'sshd' | 'tomcat'
>;

function server(
  packages: readonly string[],
  services: readonly string[],
  user_groups: readonly string[] = [],
): ProfileDefinition {
  return { main: 'server', packages, services, ...(user_groups.length === 0 ? {} : { user_groups }) };
}

/** Server profiles with the current names of their packages. */
export const servers: Readonly<Record<ServerName, ProfileDefinition>> = {
  cockpit: server(['cockpit', 'udisks2', 'packagekit'], ['cockpit.socket']),
  docker: server(['docker'], ['docker'], ['docker']),
  httpd: server(['apache'], ['httpd']),
  lighttpd: server(['lighttpd'], ['lighttpd']),
  mariadb: server(['mariadb'], ['mariadb']),
  nginx: server(['nginx'], ['nginx']),
  postgresql: server(['postgresql'], ['postgresql']),
  sshd: server(['openssh'], ['sshd']),
  tomcat: server(['tomcat11'], ['tomcat11']),
};
