import { type JsonObject, type JsonValue, nameOf } from '@writ/installer/internal';
import type { Item } from '../item.ts';
import { drop, leaveOut, move, type Job } from '../job.ts';

const KEY = 'mirror-region';
/** The region of addresses that belong to none. */
const OWN = 'My mirrors';

/** `mirror-region` as a name or a list, `mirror_config`, and `pacman_config` where it took that over. */
export function mirrors(job: Job): void {
  const kept = job.get(KEY);
  if (kept !== undefined) {
    if (kept.text === undefined && kept.kind !== 'array') job.carry(kept);
    else move(job, kept, [KEY], { value: named(kept) });
  }
  for (const outer of ['mirror_config', 'pacman_config']) {
    const config = job.get(outer);
    if (config?.kind === 'object') ofConfig(job, config);
  }
}

/** `"Germany"`, or a list of names and addresses. */
function named(item: Item): JsonObject {
  const regions = object();
  const addresses: JsonValue[] = [];
  for (const { text, value } of item.kind === 'array' ? item.inner : [item]) {
    if (text === undefined || text.includes('://')) addresses.push(value());
    else if (text !== '') regions[text] = object();
  }
  if (addresses.length > 0) regions[OWN] = addresses;
  return regions;
}

function ofConfig(job: Job, config: Item): void {
  for (const key of ['custom_repositories', 'custom_mirrors']) {
    const list = config.get(key);
    for (const item of list === undefined ? [] : list.inner.length === 0 ? [list] : list.inner)
      leaveOut(
        job,
        item,
        'no key adds a repository of your own',
        'a custom command can add it to /etc/pacman.conf',
      );
  }
  const sources = ['custom_servers', 'mirror_regions', 'mirror-regions'].flatMap(
    (key) => config.get(key) ?? [],
  );
  const regions = object();
  for (const source of sources) {
    if (job.has([KEY])) leaveOut(job, source, `${KEY} says something else`, 'keep one of the two');
    else if (source.key === 'custom_servers' && source.kind !== 'array') {
      leaveOut(job, source, 'it is no list of servers');
      continue;
    } else if (source.key === 'custom_servers') ownServers(job, source, regions);
    else if (source.kind === 'object') for (const region of source.inner) ofRegion(job, region, regions);
    else if (source.text !== undefined || source.kind === 'array')
      for (const [region, servers] of Object.entries(named(source))) add(regions, region, servers);
    else if (source.kind !== 'null' && Object.keys(regions).length > 0) {
      leaveOut(job, source, 'it is no table of regions');
      continue;
    } else if (source.kind !== 'null') {
      // What is no table of regions is the check's to speak about.
      move(job, source, [KEY]);
      return;
    }
    if (!job.has([KEY])) said(job, source);
  }
  if (job.has([KEY]) || (config.key !== 'mirror_config' && sources.length === 0)) return;
  job.put([KEY], regions);
  if (Object.keys(regions).length > 0) return;
  job.say('converted', config, {
    message: `${config.key} names no mirrors: ${KEY} is {} here, and the best ones are found by measuring`,
    part: true,
  });
}

function said(job: Job, source: Item): void {
  const name = nameOf(source.pointer);
  if (source.inner.length === 0 && source.text === undefined) drop(job, source, 'it is empty');
  else if (source.key === 'custom_servers')
    job.say('converted', source, {
      message: `${name} are the region ${JSON.stringify(OWN)} of ${KEY} here, tried first`,
      part: true,
    });
  else if (source.kind === 'object')
    job.say('converted', source, { message: `${name} is ${KEY} here`, part: true });
  else job.say('converted', source, { message: `${name} is ${KEY} here` });
}

function ownServers(job: Job, servers: Item, regions: JsonObject): void {
  const addresses: JsonValue[] = [];
  for (const server of servers.inner) {
    const url = server.kind === 'object' ? server.get('url') : server;
    if (url === undefined) continue;
    job.settle(url);
    addresses.push(url.value());
  }
  if (addresses.length > 0) add(regions, OWN, addresses);
}

/** Addresses in a list, or as keys of an object; those of 3.0 may be records of the mirror list. */
function ofRegion(job: Job, region: Item, regions: JsonObject): void {
  if (region.kind !== 'array') {
    add(regions, region.key, region.kind === 'null' ? object() : region.value());
    job.settle(region);
    return;
  }
  const addresses: JsonValue[] = [];
  let records = 0;
  for (const item of region.inner) {
    const address = item.text === undefined ? undefined : addressOfRecord(item.text);
    if (address === 'rsync') leaveOut(job, item, 'packages cannot be fetched by rsync');
    else {
      job.settle(item);
      addresses.push(address ?? item.value());
      if (address !== undefined) records += 1;
    }
  }
  add(regions, region.key, addresses);
  if (records === 0) job.settle(region);
  else
    job.say('converted', region, {
      message: `${nameOf(region.pointer)} holds records of the list of mirrors: their addresses are taken`,
      part: true,
    });
}

/** The address of a mirror written as a record of the distribution's list, as some versions saved it. */
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

/** Two lists of one region become one; nothing else is overwritten. */
function add(regions: JsonObject, region: string, servers: JsonValue): void {
  const known = regions[region];
  if (known === undefined) regions[region] = servers;
  else if (Array.isArray(known) && Array.isArray(servers)) regions[region] = [...known, ...servers];
  else add(regions, `${region} 2`, servers);
}

function object(): JsonObject {
  return Object.create(null) as JsonObject;
}
