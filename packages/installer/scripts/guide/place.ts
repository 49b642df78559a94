export type Json = Readonly<Record<string, unknown>>;

/** Keys that hold lists of objects; a value below one stands in its first entry. */
const lists = new Set(['nics', 'custom', 'custom-commands']);

/** What a key needs around and beside it, so that it has an effect. */
const beside: Readonly<Record<string, Json>> = {
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
  '!root-password.hash': { $secret: 'root' },
  '!users.!password': { username: 'ada' },
  '!users.!password.hash': { $secret: 'ada' },
  '!users.sudo': { username: 'ada', '!password': { $secret: 'ada' } },
};

/** Entries behind the one that a key stands in, without which it would not be allowed. */
const behind: Readonly<Record<string, readonly Json[]>> = {
  'profile.custom.enabled': [{ packages: 'git' }],
};

/** The configuration with a value at a key, and with what that needs beside it. */
export function placed(config: Json, path: readonly string[], value: unknown, outer = ''): Json {
  const [key = '', ...inner] = path;
  const name = outer === '' ? key : `${outer}.${key}`;
  const around = { ...beside[name], ...config };
  if (inner.length === 0) return { ...around, [key]: value };
  const below = placed({}, inner, value, name);
  const others = behind[`${name}.${inner.join('.')}`] ?? [];
  return { ...around, [key]: lists.has(key) ? [below, ...others] : below };
}
