import { subnetContains, isLinkLocal, parseAddress, parseSubnet } from '../../config/addresses.ts';
import type { Nic } from '../../config/settings.ts';
import type { Operation } from '../operation.ts';
import { chrootCommand, hostCommand, defineOperation } from './define-operation.ts';
import { treeFile, treeLink, writeFiles } from './tree-files.ts';

/**
 * The link with which programs query systemd-resolved, which knows the name servers of all interfaces.
 */
const resolvConf = treeLink('/etc/resolv.conf', '../run/systemd/resolve/stub-resolv.conf');

/** Returns the operation that writes a systemd-networkd file for each interface. */
export function writeManualNetwork(nics: readonly Nic[]): Operation {
  return writeFiles(
    {
      id: 'network',
      title: `Configure the network interfaces ${nics.map(({ iface }) => iface).join(', ')}`,
      stage: 'system',
    },
    ...nics.map((nic) => treeFile(`/etc/systemd/network/10-${nic.iface}.network`, renderNetworkFile(nic))),
    resolvConf,
  );
}

function renderNetworkFile({ iface, dhcp, ip, gateway, dns }: Nic): string {
  const onLink = gateway !== undefined && isOutside(ip, gateway);
  return [
    '[Match]',
    `Name=${iface}`,
    '',
    '[Network]',
    ...(dhcp ? ['DHCP=yes'] : []),
    ...(ip === undefined ? [] : [`Address=${ip}`]),
    ...(gateway === undefined || onLink ? [] : [`Gateway=${gateway}`]),
    ...dns.map((server) => `DNS=${server}`),
    ...(onLink ? ['', '[Route]', `Gateway=${gateway}`, 'GatewayOnLink=yes'] : []),
    '',
  ].join('\n');
}

/**
 * True for a gateway outside the subnet. Such a gateway is on the same link, but the kernel needs an explicit
 * route to it.
 */
function isOutside(ip: string | undefined, gateway: string): boolean {
  const subnet = ip === undefined ? undefined : parseSubnet(ip);
  const router = parseAddress(gateway);
  if (subnet === undefined || router === undefined) return false;
  if (router.bits === 128 && isLinkLocal(router)) return false;
  return subnet.prefix === subnet.bits || !subnetContains(subnet, router);
}

/** Returns the name of the secret that holds the content of one of the running system's files. */
export function copiedFileSecret(path: string): string {
  return `content of ${path}`;
}

/** Returns the path encoded in a secret name, or undefined for other secrets. */
export function copiedFilePath(secret: string): string | undefined {
  return /^content of (\/.*)$/.exec(secret)?.[1];
}

/** Folder of Wi-Fi keys, readable by root only. */
const WIFI_KEYS = '/var/lib/iwd';

export function isWifiKey(path: string): boolean {
  return path.startsWith(`${WIFI_KEYS}/`);
}

/**
 * Returns the operation that copies the network files of the running system through standard input, because any of them
 * may contain a key.
 *
 * @param paths file paths; source and destination have the same path
 */
export function copyNetwork(paths: readonly string[]): Operation {
  const resolved = !paths.every(isWifiKey);
  return defineOperation({
    id: 'network',
    title: `Copy the network settings of the running system: ${paths.join(', ')}`,
    stage: 'system',
    files: [
      ...(paths.some(isWifiKey)
        ? [{ kind: 'folder', path: `{tree}${WIFI_KEYS}`, mode: 0o700 } as const]
        : []),
      ...(resolved ? [resolvConf] : []),
    ],
    commands: paths.flatMap((path) => [
      hostCommand('install', '-D', '-m', copiedFileMode(path), '--', '/dev/null', `{tree}${path}`),
      {
        where: 'host',
        argv: ['dd', 'status=none', `of={tree}${path}`],
        stdin: [{ secret: copiedFileSecret(path) }],
      },
      ...(mayHoldKey(path) ? [chrootCommand('chgrp', '--', 'systemd-network', path)] : []),
    ]),
    verify: [
      ...paths.map((path) => ({ kind: 'contains' as const, path: `{tree}${path}`, pattern: '.' })),
      ...(resolved ? [resolvConf] : []),
    ],
  });
}

function copiedFileMode(path: string): string {
  if (isWifiKey(path)) return '0600';
  return mayHoldKey(path) ? '0640' : '0644';
}

/**
 * True for the file of a virtual interface. It may contain a key, so only root and the systemd-network group may
 * read it.
 */
function mayHoldKey(path: string): boolean {
  return path.endsWith('.netdev');
}
