import { servicesOf, unitName } from './packages.ts';
import type { Check } from './check.ts';

/** The default ports of services and server profiles. */
const ports: Readonly<Record<string, number>> = {
  httpd: 80,
  nginx: 80,
  lighttpd: 80,
  caddy: 80,
  sshd: 22,
  dropbear: 22,
  mariadb: 3306,
  mysqld: 3306,
  named: 53,
  dnsmasq: 53,
  unbound: 53,
  postfix: 25,
  exim: 25,
  opensmtpd: 25,
  vsftpd: 21,
  proftpd: 21,
  tomcat: 8080,
};

/** Reports servers that have the same default port, because the second server would not start. */
export const checkPorts: Check = ({ config, finding }) => {
  const first = new Map<number, { name: string; pointer: string }>();
  const details = config.profile?.details;
  const servers = [
    ...(details === undefined ? [] : [{ item: details.toLowerCase(), pointer: '/profile/details' }]),
    ...servicesOf(config),
  ];
  return servers.flatMap(({ item, pointer }) => {
    // All versions, such as tomcat10, count as tomcat.
    const name = unitName(item)
      .replace(/\.(service|socket)$/, '')
      .replace(/^tomcat\d+$/, 'tomcat');
    const port = Object.hasOwn(ports, name) ? ports[name] : undefined;
    if (port === undefined) return [];
    const before = first.get(port);
    if (before === undefined) {
      first.set(port, { name, pointer });
      return [];
    }
    if (before.name === name) return [];
    return [
      finding('port-conflict', pointer, {
        message: `${name} uses port ${port}, as ${before.name} does`,
        hint: 'enable only one of them, or change the port of one with a custom command',
        other: { pointer: before.pointer, message: `${before.name} is here` },
      }),
    ];
  });
};
