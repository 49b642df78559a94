import type { Stats } from 'node:fs';
import { lstat, readFile, readlink, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check } from '../../plan/operation.ts';
import { readTableUuid } from '../../facts/partition-table.ts';
import { runCommand } from '../commands/command.ts';
import { expandRoots, type RunContext } from '../context.ts';
import { resolvePath } from './files.ts';

const CHECK_LIMIT = 300;

/** Runs a check. Returns undefined if the check passes, otherwise the reason why it fails. */
export async function describeFailedCheck(check: Check, context: RunContext): Promise<string | undefined> {
  switch (check.kind) {
    case 'exists':
      return (await statPath(check.path, context)) === undefined
        ? `${displayPath(check.path)} does not exist`
        : undefined;
    case 'absent':
      return (await statPath(check.path, context)) === undefined
        ? undefined
        : `${displayPath(check.path)} still exists`;
    case 'link':
      return describeWrongLink(check, context);
    case 'file':
      return describeWrongFile(check, context);
    case 'contains': {
      const text = await readText(check.path, context);
      return text !== undefined && new RegExp(check.pattern, 'm').test(text)
        ? undefined
        : `${displayPath(check.path)} does not contain the expected line`;
    }
    case 'table':
      return describeWrongTable(check, context);
    case 'command': {
      const end = await runCommand(check.command, CHECK_LIMIT, context);
      if (end.end === 'exit' && end.status === 0) return undefined;
      return [`${check.command.argv.join(' ')} failed`, ...end.tail.slice(-3)].join(': ');
    }
    case 'cached':
      return describeMissingPackages(context, 'from the cache', ({ file, size }) =>
        stat(join(context.roots.cache, file)).then(
          (entry) => entry.size === size,
          () => false,
        ),
      );
    case 'packages':
      return describeMissingPackages(context, 'from the package database', ({ name, version }) =>
        lstat(join(context.roots.tree, 'var/lib/pacman/local', `${name}-${version}`, 'desc')).then(
          () => true,
          () => false,
        ),
      );
    case 'ended':
      return undefined;
  }
}

async function describeMissingPackages(
  { resolved }: RunContext,
  where: string,
  holds: (item: RunContext['resolved'][number]) => Promise<boolean>,
): Promise<string | undefined> {
  const missing: string[] = [];
  for (const item of resolved) if (!(await holds(item))) missing.push(item.name);
  return missing.length === 0 ? undefined : `missing ${where}: ${missing.join(', ')}`;
}

async function describeWrongLink(
  check: Extract<Check, { kind: 'link' }>,
  context: RunContext,
): Promise<string | undefined> {
  const to = await readlink(await resolvePath(check.path, context)).catch(() => undefined);
  return to === check.to ? undefined : `${displayPath(check.path)} is not a link to ${check.to}`;
}

async function describeWrongFile(
  check: Extract<Check, { kind: 'file' }>,
  context: RunContext,
): Promise<string | undefined> {
  const entry = await statPath(check.path, context);
  if (entry === undefined) return `${displayPath(check.path)} does not exist`;
  if (!entry.isFile()) return `${displayPath(check.path)} is not a regular file`;
  if (
    check.mode !== undefined &&
    (entry.mode & 0o7777) !== check.mode &&
    (await storesModes(check, context))
  ) {
    return `${displayPath(check.path)} has mode ${(entry.mode & 0o7777).toString(8)}, not ${check.mode.toString(8)}`;
  }
  return (await readText(check.path, context)) === check.content
    ? undefined
    : `${displayPath(check.path)} does not have the expected content`;
}

/**
 * The file system type that `statfs` returns for FAT. FAT stores no modes: all files have the mode of the
 * mount.
 */
const FAT = 0x4d44;

async function storesModes(
  { path }: Extract<Check, { kind: 'file' }>,
  context: RunContext,
): Promise<boolean> {
  return (await statfs(await resolvePath(path, context))).type !== FAT;
}

async function describeWrongTable(
  check: Extract<Check, { kind: 'table' }>,
  context: RunContext,
): Promise<string | undefined> {
  const uuid = await readTableUuid(expandRoots(check.path, context.roots)).catch(() => undefined);
  return uuid === check.uuid
    ? undefined
    : `${displayPath(check.path)} does not start with the planned partition table`;
}

async function statPath(path: string, context: RunContext): Promise<Stats | undefined> {
  return lstat(await resolvePath(path, context)).catch(() => undefined);
}

async function readText(path: string, context: RunContext): Promise<string | undefined> {
  const file = await resolvePath(path, context, 'follow').catch(() => undefined);
  return file === undefined ? undefined : readFile(file, 'utf8').catch(() => undefined);
}

/** Returns the path as seen inside the new system. */
function displayPath(path: string): string {
  return path.replace(/^\{tree\}/, '');
}
