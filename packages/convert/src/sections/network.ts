import {
  isLegacyNetwork,
  type JsonObject,
  type JsonValue,
  keyPath,
  displayValue,
} from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import { discardSetting, omitSetting, moveSetting, isEmpty, type Conversion } from '../conversion.ts';

const KEY = 'network_config';
const nicKeys = ['iface', 'dhcp', 'ip', 'gateway', 'dns'];

/**
 * Converts `network_config`, and `nic` from archinstall 2.5 and earlier, which is an interface, a list of interfaces,
 * or a network type.
 */
export function convertNetwork(conversion: Conversion): void {
  const current = conversion.get(KEY);
  if (current !== undefined) {
    if (isLegacyNetwork(current.value())) convertLegacyNetwork(conversion, current);
    else {
      conversion.copy(current);
      convertIwd(conversion, current.get('type'));
    }
  }
  const nic = conversion.get('nic');
  if (nic === undefined) return;
  if (nic.kind === 'null' || conversion.has([KEY]))
    moveSetting(conversion, nic, [KEY], { value: parseNetwork(nic).config ?? null });
  else convertLegacyNetwork(conversion, nic);
}

/**
 * Converts the network types that use iwd, alone or as NetworkManager's backend (archinstall 3.0.15 and later).
 */
function convertIwd(conversion: Conversion, type: ConfigEntry | undefined): void {
  if (type?.text === 'nm_iwd') {
    conversion.put([KEY, 'type'], 'nm');
    conversion.report('nearest-equivalent', type, {
      message:
        'network_config.type: "nm_iwd" becomes "nm": NetworkManager with its default Wi-Fi backend instead of iwd',
      at: 'value',
    });
  } else if (type?.text === 'iwd') {
    conversion.report('no-equivalent', type, {
      message: 'no type sets up iwd alone; the value is unchanged, and the check rejects it',
      hint: 'write "nm", or "manual" with nics and the iwd package',
      at: 'value',
    });
  }
}

function convertLegacyNetwork(conversion: Conversion, item: ConfigEntry): void {
  const { config, type, used } = parseNetwork(item);
  if (config === undefined) {
    if (isEmpty(item)) discardSetting(conversion, item, 'it is empty');
    else if (item.key === KEY) conversion.copy(item);
    else moveSetting(conversion, item, [KEY]);
    return;
  }
  conversion.put([KEY], config);
  conversion.report('converted', item, {
    message: `${keyPath(item.pointer)} becomes network_config of type ${displayValue(config['type'])}`,
    part: true,
  });
  for (const nic of item.kind === 'array' ? item.inner : [item]) {
    for (const inner of nic.inner) {
      if (used.has(inner) || isEmpty(inner) || inner.value() === true) conversion.settle(inner);
      else
        omitSetting(
          conversion,
          inner,
          `it has no effect in a network of type ${displayValue(config['type'])}`,
        );
    }
    if (used.has(nic)) conversion.settle(nic);
    else if (nic !== item && nic.inner.length === 0) omitSetting(conversion, nic, 'it is not an interface');
  }
  convertIwd(conversion, type);
}

function parseNetwork(item: ConfigEntry): {
  readonly config?: JsonObject;
  /** The entry that declares the type. */
  readonly type?: ConfigEntry;
  readonly used: ReadonlySet<ConfigEntry>;
} {
  const used = new Set<ConfigEntry>();
  const nics = item.kind === 'array' ? item.inner : [item];
  const types = nics.flatMap((nic) => networkType(nic) ?? []);
  const [first] = types;
  if (first === undefined) return { used };
  const { type, from } = first;
  const by = from === undefined ? {} : { type: from };
  for (const other of types) if (other.type === type && other.from !== undefined) used.add(other.from);
  const config = Object.assign(Object.create(null) as JsonObject, { type });
  if (type !== 'manual') return { config, used, ...by };
  config['nics'] = nics.filter(({ kind }) => kind === 'object').map((nic) => toInterface(nic, used));
  return { config, used, ...by };
}

/** Returns the network type of an interface, and the entry that declares it; undefined if it has none. */
function networkType(nic: ConfigEntry): { readonly type: string; readonly from?: ConfigEntry } | undefined {
  const from = nic.kind === 'object' ? nic.get('type') : nic;
  if (from?.text !== undefined && from.text !== '') {
    const lower = from.text.toLowerCase();
    const known = lower.startsWith('copy iso') ? 'iso' : lower === 'networkmanager' ? 'nm' : lower;
    return { type: ['nm', 'iso', 'manual', 'none'].includes(known) ? known : from.text, from };
  }
  const manager = nic.get('NetworkManager');
  if (manager?.value() === true) return { type: 'nm', from: manager };
  const device = nic.get('iface') ?? nic.get('nic');
  return device === undefined || isEmpty(device) ? undefined : { type: 'manual' };
}

/** Converts an interface and omits null values. */
function toInterface(nic: ConfigEntry, used: Set<ConfigEntry>): JsonObject {
  const written = Object.create(null) as JsonObject;
  const write = (key: string, inner: ConfigEntry | undefined, value?: JsonValue): void => {
    if (inner === undefined || inner.kind === 'null') return;
    used.add(inner);
    written[key] = value ?? inner.value();
  };
  const device = nic.get('iface');
  if (device === undefined || device.kind === 'null') write('iface', nic.get('nic'));
  for (const key of nicKeys) {
    const inner = nic.get(key);
    const list =
      key === 'dns' && inner?.text !== undefined ? inner.text.split(/[\s,]+/).filter(Boolean) : undefined;
    write(key, inner, list);
  }
  return written;
}
