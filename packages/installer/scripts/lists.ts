/**
 * Refreshes a list in `src/data` from an upstream file:
 *
 *     node packages/installer/scripts/lists.ts timezones /usr/share/zoneinfo/tzdata.zi
 *     node packages/installer/scripts/lists.ts locales   /usr/share/i18n/SUPPORTED
 *     node packages/installer/scripts/lists.ts keymaps   kbd/data/keymaps
 *     node packages/installer/scripts/lists.ts mirrors   mirrorlist
 *
 * The script downloads nothing. Get the mirror list from https://archlinux.org/mirrorlist/all/https/ and the
 * keymaps from kbd's source. Names already in a list are retained, because configurations may use them.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Maximum number of servers for each region. More servers would only become outdated. */
const SERVERS_PER_REGION = 4;

/** The zones and links, both of which are valid in a configuration. */
export function parseTimezones(tzdata: string): string[] {
  const names = tzdata.split('\n').flatMap((line) => {
    const [kind, first = '', second = ''] = line.split(' ');
    return kind === 'Z' ? [first] : kind === 'L' ? [second] : [];
  });
  return names.filter((name) => name !== 'Factory');
}

/** The locales in the format of locale.gen: name, space, character set. */
export function parseLocales(supported: string): string[] {
  return supported.split('\n').filter((line) => /^[^#\s]\S* \S+$/.test(line));
}

export function keymapNames(files: readonly string[]): string[] {
  return files
    .filter((file) => !file.includes('include/'))
    .map((file) => basename(file).replace(/\.map(\.gz)?$/, ''));
}

/** The https servers of each region, in the list's order. */
export function parseMirrors(mirrorlist: string): Record<string, string[]> {
  const regions: Record<string, string[]> = {};
  let region: string[] | undefined;
  for (const line of mirrorlist.split('\n')) {
    const [, name] = /^## (\S.*\S)\s*$/.exec(line) ?? [];
    const [, address] = /^#?Server = (https:\S+)/.exec(line) ?? [];
    // The list's heading is read like a region without servers, and all such regions are removed.
    if (name !== undefined) region = regions[name] = [];
    else if (address !== undefined && region !== undefined && region.length < SERVERS_PER_REGION)
      region.push(address);
  }
  return Object.fromEntries(Object.entries(regions).filter(([, servers]) => servers.length > 0));
}

function refreshList(list: string, source: string): void {
  const file = fileURLToPath(new URL(`../src/data/${list}.json`, import.meta.url));
  const read = (): string => readFileSync(source, 'utf8');
  const old = JSON.parse(readFileSync(file, 'utf8')) as string[] & Record<string, string[]>;
  const updates: Record<string, () => object> = {
    timezones: () => mergeLists(old, parseTimezones(read())),
    locales: () => mergeLists(old, parseLocales(read())),
    keymaps: () => mergeLists(old, keymapNames(globSync('**/*.map{,.gz}', { cwd: source }))),
    mirrors: () => sortRegions({ ...old, ...parseMirrors(read()) }),
  };
  const update = updates[list];
  if (update === undefined)
    throw new Error(`unknown list ${list}: pass one of ${Object.keys(updates).join(', ')}`);
  writeFileSync(file, `${JSON.stringify(update(), null, 2)}\n`);
}

function mergeLists(old: readonly string[], found: readonly string[]): string[] {
  return [...new Set([...old, ...found])].toSorted();
}

function sortRegions(regions: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(regions).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [list, source] = process.argv.slice(2);
  if (list === undefined || source === undefined) throw new Error('usage: lists.ts LIST SOURCE');
  refreshList(list, source);
}
