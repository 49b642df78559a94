import { lstat, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operation, PostponedHook } from '../../plan/operation.ts';
import { hostCommand } from '../../plan/operations/define-operation.ts';
import { succeeded } from '../../process/run-process.ts';
import { runCommand } from '../commands/command.ts';
import { listKernels, selectKernels } from '../commands/kernels.ts';
import type { RunContext } from '../context.ts';
import { resolvePath } from './files.ts';

const HOOKS = 'usr/share/libalpm/hooks';
/** Seconds. */
const READ_LIMIT = 60;

/**
 * Disables a hook for the package transaction if the hook's package contains it in the expected form. The hook
 * remains enabled in the new system.
 */
export async function leaveOutHook(hook: PostponedHook, context: RunContext): Promise<void> {
  const disabled = join(context.roots.scratch, 'hooks', hook.name);
  await rm(disabled, { force: true });
  const owner = context.resolved.find(({ name }) => name === hook.package);
  if (owner === undefined) return;
  const end = await runCommand(
    hostCommand('bsdtar', '-xOf', `{cache}/${owner.file}`, '--', `${HOOKS}/${hook.name}`),
    READ_LIMIT,
    context,
    { capture: true },
  );
  if (succeeded(end) && hasExpectedForm(end.stdout, hook)) await symlink('/dev/null', disabled);
}

/** True if the package transaction, in this run or an earlier one, did not run the hook. */
export async function wasLeftOut(hook: PostponedHook, context: RunContext): Promise<boolean> {
  const path = await resolvePath(`{tree}/${HOOKS}/${hook.name}`, context);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text !== undefined && hasExpectedForm(text, hook);
}

/**
 * Deletes empty presets of the kernels whose initramfs the operation builds. A killed hook leaves an empty
 * preset. The next run of the hook does not replace it, and mkinitcpio then builds nothing and reports no
 * error.
 */
export async function deleteEmptyPresets({ commands }: Operation, context: RunContext): Promise<void> {
  const parts = commands.flatMap(({ stdin = [] }) => stdin);
  const kernels = await listKernels(context.roots.tree);
  for (const { owner } of parts.flatMap((part) => selectKernels(part, kernels))) {
    const path = await resolvePath(`{tree}/etc/mkinitcpio.d/${owner}.preset`, context);
    const entry = await lstat(path).catch(() => undefined);
    if (entry?.isFile() === true && entry.size === 0) await rm(path, { force: true });
  }
}

/**
 * True if the hook has the expected trigger, and its only action is to start the expected command after a transaction,
 * with the paths that triggered the hook. The command can then run for each path separately, as if packages were
 * installed one by one.
 *
 * @param text content of the hook, see alpm-hooks(5)
 */
export function hasExpectedForm(text: string, { exec, target }: PostponedHook): boolean {
  const sections = parseSections(text);
  const actions = sections.filter(({ name }) => name === 'Action').flatMap(({ lines }) => lines);
  const expected = ['When = PostTransaction', `Exec = ${exec.join(' ')}`, 'NeedsTargets'];
  return (
    sections.every(({ name }) => name === 'Trigger' || name === 'Action') &&
    actions
      .filter((line) => !line.startsWith('Description = '))
      .toSorted()
      .join('\n') === expected.toSorted().join('\n') &&
    sections.some(
      ({ name, lines }) =>
        name === 'Trigger' &&
        ['Type = Path', 'Operation = Install', `Target = ${target}`].every((line) => lines.includes(line)),
    )
  );
}

interface Section {
  readonly name: string;
  /** Lines such as `Type = Path`, with one space around the equals sign. */
  readonly lines: readonly string[];
}

function parseSections(text: string): Section[] {
  const sections: { name: string; lines: string[] }[] = [];
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const header = /^\[(.+)\]$/.exec(line)?.[1];
    if (header !== undefined) sections.push({ name: header, lines: [] });
    else if (line !== '' && !line.startsWith('#')) {
      const normalized = line.replace(/\s*=\s*/, ' = ');
      const section = sections.at(-1);
      if (section === undefined) sections.push({ name: '', lines: [normalized] });
      else section.lines.push(normalized);
    }
  }
  return sections;
}
