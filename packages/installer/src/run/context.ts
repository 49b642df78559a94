import { readdir } from 'node:fs/promises';
import type { Secret } from '@writ/diagnostics';
import type { Place } from '../plan/operation.ts';
import type { ResolvedPackage } from './journal.ts';
import type { Redactor } from './redact.ts';
import type { Sandbox } from './sandbox.ts';

/** What the steps of one run share. */
export interface RunContext {
  readonly places: Readonly<Record<Place, string>>;
  readonly sandbox: Sandbox;
  readonly redactor: Redactor;
  readonly secrets: ReadonlyMap<string, Secret>;
  readonly signal?: AbortSignal;
  /** File descriptors of the targets' locks; every command holds them as well. */
  readonly locks?: readonly number[];
  /** For commands on this machine. */
  readonly environment: Readonly<Record<string, string>>;
  /** Known once the packages are resolved. */
  readonly resolved: readonly ResolvedPackage[];
}

/** Puts the run's folders in the place of `{tree}` and the like. */
export function expand(text: string, places: RunContext['places']): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(places, name) ? places[name as Place] : whole,
  );
}

/** The same for arguments; one that ends in `/*` becomes the entries of that folder, sorted. */
export async function expandArguments(
  argv: readonly string[],
  places: RunContext['places'],
): Promise<string[]> {
  const expanded: string[] = [];
  for (const argument of argv) {
    const text = expand(argument, places);
    if (!argument.startsWith('{') || !argument.endsWith('/*')) expanded.push(text);
    else {
      const folder = text.slice(0, -2);
      const names = await readdir(folder);
      expanded.push(...names.toSorted().map((name) => `${folder}/${name}`));
    }
  }
  return expanded;
}
