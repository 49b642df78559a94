import { subnetContains, isLinkLocal, parseAddress, parseSubnet } from '../../config/addresses.ts';
import { isPattern, matchesPattern } from '../../config/interface-patterns.ts';
import type { Bond, Network, Nic, Vlan } from '../../config/settings.ts';
import type { Operation } from '../operation.ts';
import { chrootCommand, hostCommand, defineOperation } from './define-operation.ts';
import { treeFile, treeLink, writeFiles } from './tree-files.ts';

/**
 * The link with which programs query systemd-resolved, which knows the name servers of all interfaces.
 */
const resolvConf = treeLink('/etc/resolv.conf', '../run/systemd/resolve/stub-resolv.conf');

type ManualNetwork = Extract<Network, { type: 'manual' }>;

/** Returns the operation that writes the systemd-networkd files for each interface, bond and VLAN. */
export function writeManualNetwork({ nics, bonds = [], vlans = [] }: ManualNetwork): Operation {
  const listed = new Set(nics.map(({ iface }) => iface));
  const links = new Set(vlans.map(({ link }) => link).filter((link) => !listed.has(link)));
  // systemd-networkd reads the files in the order of their names.
  const patterns = nics
    .filter(({ iface }) => isPattern(iface))
    .toSorted((a, b) => (a.iface < b.iface ? -1 : 1));
  return writeFiles(
    {
      id: 'network',
      title: `Configure the network interfaces ${nics.map(({ iface }) => iface).join(', ')}`,
      stage: 'system',
    },
    ...bonds.map(({ name, mode }) =>
      networkFile(`05-${name}.netdev`, [
        ...section('NetDev', `Name=${name}`, 'Kind=bond'),
        ...section('Bond', `Mode=${mode}`, 'MIIMonitorSec=100ms'),
      ]),
    ),
    ...vlans.map(({ name, id }) =>
      networkFile(`05-${name}.netdev`, [
        ...section('NetDev', `Name=${name}`, 'Kind=vlan'),
        ...section('VLAN', `Id=${id}`),
      ]),
    ),
    // systemd-networkd uses only the first file that matches. These files precede those for patterns in `nics`, so for
    // the link of a VLAN, the settings of the pattern that it matches are copied.
    ...bonds.flatMap(memberFiles),
    ...[...links].map((link) => {
      const pattern = patterns.find(({ iface }) => matchesPattern(link, iface));
      if (pattern !== undefined) {
        const content = renderNetworkFile({ ...pattern, iface: link }, vlans);
        return treeFile(`/etc/systemd/network/05-${link}.network`, content);
      }
      return networkFile(`05-${link}.network`, [
        ...section('Match', `Name=${link}`),
        ...section('Network', 'LinkLocalAddressing=no', ...vlanLines(link, vlans)),
      ]);
    }),
    ...nics.map((nic) =>
      treeFile(
        `/etc/systemd/network/${filePrefix(nic, bonds, vlans, patterns)}-${nic.iface}.network`,
        renderNetworkFile(nic, vlans),
      ),
    ),
    resolvConf,
  );
}

/** The file of a bond or VLAN, of a link of a VLAN, and of a name that a pattern matches, precedes those for patterns. */
function filePrefix(
  { iface }: Nic,
  bonds: readonly Bond[],
  vlans: readonly Vlan[],
  patterns: readonly Nic[],
): string {
  const isNamed =
    (!isPattern(iface) && patterns.some((pattern) => matchesPattern(iface, pattern.iface))) ||
    bonds.some(({ name }) => name === iface) ||
    vlans.some(({ name, link }) => name === iface || link === iface);
  return isNamed ? '05' : '10';
}

function memberFiles({ name, interfaces }: Bond): ReturnType<typeof treeFile>[] {
  return interfaces.map((member) =>
    networkFile(`05-${member}.network`, [
      ...section('Match', `Name=${member}`),
      ...section('Network', `Bond=${name}`),
    ]),
  );
}

function vlanLines(iface: string, vlans: readonly Vlan[]): string[] {
  return vlans.filter(({ link }) => link === iface).map(({ name }) => `VLAN=${name}`);
}

function networkFile(name: string, lines: readonly string[]): ReturnType<typeof treeFile> {
  return treeFile(`/etc/systemd/network/${name}`, lines.join('\n'));
}

/** Returns the lines of a section, and an empty line after it. */
function section(name: string, ...lines: readonly string[]): string[] {
  return [`[${name}]`, ...lines, ''];
}

function renderNetworkFile({ iface, dhcp, ip, gateway, dns }: Nic, vlans: readonly Vlan[]): string {
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
    ...vlanLines(iface, vlans),
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
