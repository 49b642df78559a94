import { type JsonObject, type JsonValue, keyPath } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import { convertRepositories } from './third-party.ts';
import { discardSetting, omitSetting, moveSetting, type Conversion } from '../conversion.ts';

const KEY = 'mirror-region';
/** Name of the region for addresses that have no region. */
const OWN_REGION = 'My mirrors';

/** Converts `mirror-region` if it is a name or a list, `mirror_config`, and its successor `pacman_config`. */
export function convertMirrors(conversion: Conversion): void {
  const current = conversion.get(KEY);
  if (current !== undefined) {
    if (current.text === undefined && current.kind !== 'array') conversion.copy(current);
    else moveSetting(conversion, current, [KEY], { value: toRegions(current) });
  }
  for (const outer of ['mirror_config', 'pacman_config']) {
    const config = conversion.get(outer);
    if (config?.kind === 'object') convertMirrorConfig(conversion, config);
  }
}

/** Converts a name such as `"Germany"`, or a list of names and addresses. */
function toRegions(item: ConfigEntry): JsonObject {
  const regions = emptyObject();
  const addresses: JsonValue[] = [];
  for (const { text, value } of item.kind === 'array' ? item.inner : [item]) {
    if (text === undefined || text.includes('://')) addresses.push(value());
    else if (text !== '') regions[text] = emptyObject();
  }
  if (addresses.length > 0) regions[OWN_REGION] = addresses;
  return regions;
}

function convertMirrorConfig(conversion: Conversion, config: ConfigEntry): void {
  convertRepositories(conversion, config);
  const sources = ['custom_servers', 'mirror_regions', 'mirror-regions'].flatMap(
    (key) => config.get(key) ?? [],
  );
  const regions = emptyObject();
  for (const source of sources) {
    if (conversion.has([KEY]))
      omitSetting(conversion, source, `${KEY} has a different value`, 'remove one of the two');
    else if (source.key === 'custom_servers' && source.kind !== 'array') {
      omitSetting(conversion, source, 'it is not a list of servers');
      continue;
    } else if (source.key === 'custom_servers') addOwnServers(conversion, source, regions);
    else if (source.kind === 'object')
      for (const region of source.inner) addRegion(conversion, region, regions);
    else if (source.text !== undefined || source.kind === 'array')
      for (const [region, servers] of Object.entries(toRegions(source))) addServers(regions, region, servers);
    else if (source.kind !== 'null' && Object.keys(regions).length > 0) {
      omitSetting(conversion, source, 'it is not an object that contains regions');
      continue;
    } else if (source.kind !== 'null') {
      // `writ check` reports the invalid value.
      moveSetting(conversion, source, [KEY]);
      return;
    }
    if (!conversion.has([KEY])) reportSource(conversion, source);
  }
  if (conversion.has([KEY]) || (config.key !== 'mirror_config' && sources.length === 0)) return;
  conversion.put([KEY], regions);
  if (Object.keys(regions).length > 0) return;
  conversion.report('converted', config, {
    message: `${config.key} contains no mirrors, so ${KEY} becomes {} and Writ chooses the fastest ones`,
    part: true,
  });
}

function reportSource(conversion: Conversion, source: ConfigEntry): void {
  const name = keyPath(source.pointer);
  if (source.inner.length === 0 && source.text === undefined)
    discardSetting(conversion, source, 'it is empty');
  else if (source.key === 'custom_servers')
    conversion.report('converted', source, {
      message: `${name} becomes the region ${JSON.stringify(OWN_REGION)} in ${KEY}, which is tried first`,
      part: true,
    });
  else if (source.kind === 'object')
    conversion.report('converted', source, { message: `${name} becomes ${KEY}`, part: true });
  else conversion.report('converted', source, { message: `${name} becomes ${KEY}` });
}

function addOwnServers(conversion: Conversion, servers: ConfigEntry, regions: JsonObject): void {
  const addresses: JsonValue[] = [];
  for (const server of servers.inner) {
    const url = server.kind === 'object' ? server.get('url') : server;
    if (url === undefined) continue;
    conversion.settle(url);
    addresses.push(url.value());
  }
  if (addresses.length > 0) addServers(regions, OWN_REGION, addresses);
}

/** Adds the addresses of a region. archinstall 3.0 may have written records from the mirror list instead. */
function addRegion(conversion: Conversion, region: ConfigEntry, regions: JsonObject): void {
  if (region.kind !== 'array') {
    addServers(regions, region.key, region.kind === 'null' ? emptyObject() : region.value());
    conversion.settle(region);
    return;
  }
  const addresses: JsonValue[] = [];
  let records = 0;
  for (const item of region.inner) {
    const address = item.text === undefined ? undefined : addressOfRecord(item.text);
    if (address === 'rsync') omitSetting(conversion, item, 'packages cannot be downloaded with rsync');
    else {
      conversion.settle(item);
      addresses.push(address ?? item.value());
      if (address !== undefined) records += 1;
    }
  }
  addServers(regions, region.key, addresses);
  if (records === 0) conversion.settle(region);
  else
    conversion.report('converted', region, {
      message: `${keyPath(region.pointer)} contains records from the mirror list; their addresses are used`,
      part: true,
    });
}

/**
 * Returns the mirror's address in a JSON record of Arch Linux's mirror list, which some versions of archinstall
 * saved; `rsync` for an rsync mirror, and undefined for any other string.
 */
function addressOfRecord(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const { url } = JSON.parse(text) as { url?: unknown };
    if (typeof url !== 'string') return undefined;
    return url.startsWith('rsync:') ? 'rsync' : `${url.replace(/\/*$/, '/')}$repo/os/$arch`;
  } catch {
    return undefined;
  }
}

/**
 * Adds servers to a region. If the region exists, two lists are joined, and any other value becomes a region of its
 * own.
 */
function addServers(regions: JsonObject, region: string, servers: JsonValue): void {
  const known = regions[region];
  if (known === undefined) regions[region] = servers;
  else if (Array.isArray(known) && Array.isArray(servers)) regions[region] = [...known, ...servers];
  else addServers(regions, `${region} 2`, servers);
}

function emptyObject(): JsonObject {
  return Object.create(null) as JsonObject;
}
