export type Json = Readonly<Record<string, unknown>>;

/** Keys of lists of objects. A nested key is set in the first entry. */
const lists = new Set([
  'nics',
  'custom',
  'custom-commands',
  'early',
  'error',
  'partitions',
  'repositories',
  'subvolumes',
  'bonds',
  'vlans',
]);

/** The required keys of a repository. */
const myRepository = { name: 'myrepo', servers: ['https://repo.example/$arch'] };
const fingerprint = '0123456789ABCDEF0123456789ABCDEF01234567';

const efi = { kind: 'efi', size: '1GiB' };
const root = { kind: 'root', size: 'rest' };
const data = { kind: 'data', mount: '/srv', size: '40GiB' };
const LISTED = 'x-writ.disk.partitions';

/** Other keys that a key requires to have an effect. */
const requiredSiblings: Readonly<Record<string, Json>> = {
  'network_config.nics': { type: 'manual' },
  'profile.custom': { main: 'custom' },
  'profile.gfx_driver': { main: 'desktop' },
  'profile.greeter_type': { main: 'desktop' },
  'profile.details': { main: 'desktop' },
  'network_config.nics.dhcp': { iface: 'enp3s0', ip: '192.168.1.5/24' },
  'network_config.nics.ip': { iface: 'enp3s0' },
  'network_config.nics.dns': { iface: 'enp3s0' },
  'network_config.nics.gateway': { iface: 'enp3s0', ip: '192.168.1.5/24' },
  'profile.custom.services': { packages: 'nginx' },
  'profile.custom.enabled': { packages: 'nginx' },
  'x-writ.swap.hibernate': { kind: 'file', size: '8GiB' },
  'x-writ.swap.size': { kind: 'zram' },
  'x-writ.disk.btrfs': { 'file-system': 'btrfs' },
  'x-writ.disk.btrfs.subvolumes.mount': { name: '@' },
  'x-writ.disk.btrfs.subvolumes.name': { mount: '/' },
  'x-writ.disk.layout': { partitions: [efi, root] },
  [LISTED]: { layout: 'partitions' },
  [`${LISTED}.drive`]: data,
  [`${LISTED}.file-system`]: data,
  [`${LISTED}.keep`]: { kind: 'home' },
  [`${LISTED}.keep.format`]: { partuuid: '0fc63daf-8483-4772-8e79-3d69d8477de4' },
  [`${LISTED}.kind`]: { size: 'rest' },
  [`${LISTED}.label`]: data,
  [`${LISTED}.luks`]: { kind: 'swap', size: '8GiB' },
  [`${LISTED}.mount`]: data,
  [`${LISTED}.options`]: data,
  [`${LISTED}.size`]: { kind: 'home' },
  'x-writ.disk.home.root-size': { size: 'rest' },
  'x-writ.disk.luks.kdf-memory': { '!passphrase': { $secret: 'disk' } },
  'x-writ.disk.luks.kdf-rounds': { '!passphrase': { $secret: 'disk' } },
  'x-writ.disk.home.size': { 'root-size': '40GiB' },
  'x-writ.repositories.fingerprint': myRepository,
  'x-writ.repositories.key': { ...myRepository, fingerprint },
  'x-writ.repositories.name': { servers: myRepository.servers, fingerprint },
  'x-writ.repositories.servers': { name: myRepository.name, fingerprint },
  'x-writ.repositories.signatures': {
    ...myRepository,
    fingerprint,
  },
  'x-writ.network.bonds.interfaces': { name: 'bond0' },
  'x-writ.network.bonds.mode': { name: 'bond0', interfaces: ['enp3s0', 'enp4s0'] },
  'x-writ.network.bonds.name': { interfaces: ['enp3s0', 'enp4s0'] },
  'x-writ.network.vlans.id': { name: 'office', link: 'enp3s0' },
  'x-writ.network.vlans.link': { name: 'office', id: 10 },
  'x-writ.network.vlans.name': { id: 10, link: 'enp3s0' },
  '!root-password.hash': { $secret: 'root' },
  '!users.!password': { username: 'ada' },
  '!users.!password.hash': { $secret: 'ada' },
  '!users.sudo': { username: 'ada', '!password': { $secret: 'ada' } },
};

/** An address of the bond or the VLAN, without which the interface would have no effect. */
function manualNetwork(list = 'vlans'): Json {
  return {
    network_config: { type: 'manual', nics: [{ iface: list === 'bonds' ? 'bond0' : 'office' }] },
  };
}

/** Further list entries without which a key would be invalid. */
const furtherEntries: Readonly<Record<string, readonly Json[]>> = {
  'profile.custom.enabled': [{ packages: 'git' }],
  [`${LISTED}.kind`]: [efi],
};

function entriesAround(name: string): readonly Json[] {
  return furtherEntries[name] ?? (name.startsWith(`${LISTED}.`) ? [efi, root] : []);
}

/** Creates the configuration with a value at a path, and with the keys that the value requires. */
export function setValueAt(config: Json, path: readonly string[], value: unknown, outer = ''): Json {
  const [key = '', ...inner] = path;
  const name = outer === '' ? key : `${outer}.${key}`;
  const isVirtual = outer === '' && key === 'x-writ' && inner[0] === 'network';
  const around = { ...(isVirtual ? manualNetwork(inner[1]) : {}), ...requiredSiblings[name], ...config };
  if (inner.length === 0) return { ...around, [key]: value };
  const below = setValueAt({}, inner, value, name);
  const others = entriesAround(`${name}.${inner.join('.')}`);
  return { ...around, [key]: lists.has(key) ? [below, ...others] : below };
}
