import { printable } from '@writ/diagnostics';
import { maskSecrets } from '../config/secrets.ts';
import type {
  Check,
  Command,
  FileWrite,
  InputPart,
  Operation,
  PostponedHook,
  StaleBootEntries,
} from './operation.ts';
import type { RefusalRule } from '../finding-codes.ts';
import type { FileSystem, Partition, Plan, PlannedTarget, RepositoryRequirement } from './plan.ts';
import { hasArrays, isSparse, keepsPartitions, listVolumes, MIB } from './layout.ts';

/**
 * Renders a plan as `writ plan` prints it: as human-readable `text`, as `json` for programs, or as a
 * `summary` without the operations.
 */
export function renderPlan(plan: Plan, format: 'text' | 'json' | 'summary' = 'text'): string {
  switch (format) {
    case 'json':
      return renderJson(plan);
    case 'summary':
      return printable(`${renderSummary(plan).map(toOneLine).join('\n')}\n`);
    case 'text':
      return printable(
        `${[...renderSummary(plan).map(toOneLine), ...renderHostCommands(plan), ...renderOperations(plan)].join('\n')}\n`,
      );
  }
}

/** Replaces line breaks, so that a disk model or label cannot forge a line such as the digest. */
function toOneLine(line: string): string {
  return line.replaceAll('\n', '\uFFFD');
}

/**
 * The rule whose finding the summary contains, because consent to the plan includes consent to that finding.
 */
const LATE: RefusalRule = 'late-download';

/**
 * Renders the effect on each target, the digest, the partitions, and the requirements that are checked before
 * writing.
 */
function renderSummary(plan: Plan): string[] {
  const { target, second, losses, requirements, digest, findings } = plan;
  return [
    ...renderHeadline(plan),
    ...losses.map(({ description }) => description),
    ...findings.flatMap(({ rule, message, hint }) => (rule === LATE ? [`Note: ${message}; ${hint}.`] : [])),
    ...(target.kind === 'image'
      ? [`The image is built in ${target.path}.writ and gets its name when it is complete and verified.`]
      : []),
    '',
    `plan ${digest}`,
    '',
    ...renderPartitions(target.kind === 'folder' ? 'Mounted partitions' : 'Partitions', target),
    ...(second === undefined ? [] : renderPartitions(`Partitions of ${second.path}`, second)),
    '',
    'Will be checked before writing',
    `  mirrors     ${describeMirrors(requirements)}`,
    ...(requirements.logins.length > 0 ? [`  secrets     ${requirements.logins.join(', ')}`] : []),
    `  from        ${requirements.repositories.join(' ')}`,
    ...(requirements.thirdParty ?? []).map(renderRepository),
    `  packages    ${requirements.packages.map(({ name }) => name).join(' ')}`,
    ...(requirements.units.length > 0
      ? [`  services    ${requirements.units.map(({ name }) => name).join(' ')}`]
      : []),
    `  programs    ${requirements.tools.map(({ program }) => program).join(' ')}`,
    ...listHostCommands(plan),
  ];
}

/** Lists the commands that run on this system, because consent to the plan includes consent to them. */
function listHostCommands({ hostCommands }: Plan): string[] {
  if (hostCommands === undefined) return [];
  return [
    '',
    'Commands on the installing system',
    ...hostCommands.early.map(({ title }) => `  before the first write  ${title}`),
    ...hostCommands.error.map(({ title }) => `  after a failure         ${title}`),
  ];
}

function renderHostCommands({ hostCommands }: Plan): string[] {
  if (hostCommands === undefined) return [];
  const { early, error } = hostCommands;
  const render = (heading: string, operations: readonly Operation[]): string[] =>
    operations.length === 0
      ? []
      : ['', heading, ...operations.flatMap((operation, index) => renderOperation(operation, index + 1, []))];
  return [
    ...render('Before the first write, in every run, on the installing system', early),
    ...render('After a failure, on the installing system', error),
  ];
}

/** Describes a third-party repository: its servers, and the signatures and the key that are verified. */
function renderRepository({ name, servers, signatures, fingerprint, key }: RepositoryRequirement): string {
  const signed = {
    required: 'signed packages and databases',
    packages: 'signed packages',
    none: 'signatures are not verified',
  }[signatures];
  const signer = fingerprint === undefined ? '' : `, key ${fingerprint}`;
  const source = key === undefined ? '' : ` from ${key}`;
  return `  repository  ${name}: ${servers.join(' ')}; ${signed}${signer}${source}`;
}

/** Lists the mirrors. If more than twelve are candidates for the fastest, states only their number. */
function describeMirrors({ mirrors, choose }: Plan['requirements']): string {
  if (choose === 'all') return mirrors.join(' ');
  const candidates = mirrors.length > 12 ? `${mirrors.length} known mirrors` : mirrors.join(' ');
  return `the fastest ${Math.min(choose, mirrors.length)} of ${candidates}, measured before writing`;
}

function renderHeadline({ target, second, facts }: Plan): string[] {
  const machines = `${facts['firmware'] === 'bios' ? 'BIOS' : 'UEFI'} machines`;
  if (target.kind === 'image') {
    const also =
      second === undefined ? '' : ` and for /home ${second.path}: ${formatMebibytes(second.layout.size)}`;
    const sparse = isSparse(target.layout)
      ? `${second === undefined ? '' : 'both '}sparse`
      : 'encrypted and therefore not sparse';
    return [
      `Creates the image ${target.path}: ${formatMebibytes(target.layout.size)}${also}, ${sparse}, for ${machines}.`,
    ];
  }
  if (target.kind === 'folder') {
    return [`Installs into the folder ${target.path}, for ${machines}.`];
  }
  return [
    keepsPartitions(target.layout)
      ? `Installs onto the disk ${target.path} and keeps existing partitions, for ${machines}.`
      : `Wipes the disk ${target.path} and installs onto it, for ${machines}.`,
    ...(second === undefined ? [] : [describeSecond(second)]),
  ];
}

function describeSecond({ path, layout }: PlannedTarget): string {
  if (hasArrays(layout)) return `Also wipes the disk ${path}. Both disks contain the whole system (RAID 1).`;
  if (keepsPartitions(layout)) return `Also uses the disk ${path} and keeps existing partitions.`;
  const homes = listVolumes(layout).map(({ content }) => content.mountPoint);
  return `Also wipes the disk ${path}, for ${homes.join(', ') || 'swap space'}.`;
}

function renderPartitions(title: string, { layout }: Plan['target']): string[] {
  return [
    title,
    ...layout.partitions.flatMap(({ number, name, size, content, luks, raid, kept }) => {
      const place = content?.mountPoint ?? name;
      const id = content === undefined ? '' : `  UUID ${content.id}`;
      const kind = content?.kind ?? '-';
      return [
        `  ${number}  ${toOneLine(place).padEnd(6)} ${kind.padEnd(5)} ${formatMebibytes(size).padStart(11)}${id}${kept === undefined ? '' : keptNotes[kept]}`,
        ...(raid === undefined
          ? []
          : [`${' '.repeat(5)}${'RAID 1'.padEnd(22)} array ${raid.name}, UUID ${raid.id}`]),
        ...renderEncryption(content, luks),
        ...(content === undefined || content.kind === 'swap' ? [] : renderContents(content)),
      ];
    }),
  ];
}

const keptNotes: Readonly<Record<NonNullable<Partition['kept']>, string>> = {
  content: '  kept',
  place: '  kept, with new content',
};

function renderEncryption(content: Partition['content'], luks: Partition['luks']): string[] {
  const what =
    luks !== undefined
      ? `LUKS2, UUID ${luks.id}`
      : content?.kind === 'swap' && content.randomKey === true
        ? 'a new random key at every boot'
        : undefined;
  return what === undefined ? [] : [`${' '.repeat(5)}${'encryption'.padEnd(22)} ${what}`];
}

/** Lists the subvolumes and the swap file of a file system. */
function renderContents({ subvolumes = [], compression, swapFile }: FileSystem): string[] {
  const indent = ' '.repeat(5);
  return [
    ...subvolumes.map(({ name, mountPoint }) => `${indent}${mountPoint.padEnd(22)} subvolume ${name}`),
    ...(compression === undefined ? [] : [`${indent}${'compression'.padEnd(22)} ${compression}`]),
    ...(swapFile === undefined
      ? []
      : [`${indent}${swapFile.path.padEnd(22)} swap file, ${formatMebibytes(swapFile.size)}`]),
  ];
}

function renderOperations({ operations }: Plan): string[] {
  const lines = [
    '',
    'Operations ({tree}: the new system; {scratch}: a folder for this run; {cache}: verified packages).',
    'Written files are verified afterwards. An operation starts when the one before it is done; with `after`,',
    'when the listed ones are. Operations that do not wait for each other run at the same time.',
  ];
  const numbers = new Map(operations.map(({ id }, index) => [id, index + 1]));
  operations.forEach((operation, index) => {
    const previous = operations[index - 1];
    if (operation.stage !== previous?.stage) lines.push(`  ${operation.stage}`);
    const { after } = operation;
    const isSequential = after.length === 1 && after[0] === previous?.id;
    const listed = isSequential ? [] : after.map((id) => numbers.get(id) ?? 0).toSorted((a, b) => a - b);
    lines.push(...renderOperation(operation, index + 1, listed));
  });
  return lines;
}

function renderJson(plan: Plan): string {
  const { digest, version, target, second, facts, losses, requirements, hostCommands, operations, findings } =
    plan;
  const ordered = {
    digest,
    version,
    target,
    second,
    facts,
    losses,
    requirements,
    hostCommands,
    operations,
    findings,
  };
  return `${JSON.stringify(ordered, null, 2)}\n`;
}

/** @param after numbers of the operations to wait for, if they are not just the previous one */
function renderOperation(operation: Operation, number: number, after: readonly number[]): string[] {
  const { title, files, commands, verify, limit, when, postpones, completes, replaces } = operation;
  const indent = ' '.repeat(8);
  return [
    `  ${String(number).padStart(4)}  ${toOneLine(title)}`,
    ...(after.length === 0 ? [] : [`${indent}after   ${after.join(', ')}`]),
    ...(when === undefined ? [] : [`${indent}if      ${when.join(' or ')} exists`]),
    ...(completes === undefined ? [] : [`${indent}if      ${completes.name} has not run`]),
    ...(postpones === undefined ? [] : [`${indent}without ${describePostponed(postpones)}`]),
    ...renderRemovals(files, indent),
    ...(replaces === undefined ? [] : [`${indent}${renderReplacement(replaces)}`]),
    ...files.flatMap((file) => (file.kind === 'absent' ? [] : [`${indent}${renderFile(file)}`])),
    ...commands.map((command) => `${indent}${renderCommand(command)}`),
    ...verify.flatMap((check) =>
      check.kind === 'ended' || isWrittenAbove(check, files)
        ? []
        : [`${indent}verify  ${renderCheck(check)}`],
    ),
    ...(commands.length > 0 ? [`${indent}limit   ${limit} s`] : []),
  ];
}

/**
 * True for the check of a file that the operation writes. These checks are omitted because they
 * would obscure the other checks.
 */
function isWrittenAbove(check: Check, files: readonly FileWrite[]): boolean {
  return files.some((file) => file.kind === check.kind && file.path === check.path);
}

function renderRemovals(files: readonly FileWrite[], indent: string): string[] {
  const removed = files.flatMap((file) => (file.kind === 'absent' ? [file.path] : []));
  return removed.length === 0 ? [] : [`${indent}remove  ${removed.join(' ')}`];
}

function renderReplacement({ partition, labels }: StaleBootEntries): string {
  return `remove  firmware boot entries for partition ${partition}: ${labels.join(', ')}`;
}

function renderFile(file: Exclude<FileWrite, { kind: 'absent' }>): string {
  switch (file.kind) {
    case 'file': {
      const content = file.content.trimEnd().split('\n').join('\\n');
      return `write   ${file.path} ${formatMode(file.mode)} ${JSON.stringify(content).replaceAll(String.raw`\\n`, ' / ')}`;
    }
    case 'folder':
      return `folder  ${file.path} ${formatMode(file.mode)}`;
    case 'link':
      return `link    ${file.path} -> ${file.to}`;
    case 'copy':
      return `copy    ${file.from} -> ${file.path} ${formatMode(file.mode)}`;
  }
}

const commandLabels: Readonly<Record<Command['where'], string>> = {
  chroot: 'chroot',
  host: 'run',
  machine: 'stay',
  mounted: 'run',
  system: 'system',
};

function renderCommand({ where, argv, stdin, covers }: Command): string {
  const input = stdin?.map(renderInput).join('');
  const shownInput = input === undefined ? '' : ` < ${JSON.stringify(input)}`;
  const kind = commandLabels[where].padEnd(8);
  return `${kind}${maskSecrets(argv.map(quoteArgument).join(' '))}${shownInput}${covers === undefined ? '' : ` (without ${covers.join(', ')})`}`;
}

function describePostponed({ name, package: owner, exec, target }: PostponedHook): string {
  return `${name} of ${owner}, which runs later, if it runs ${exec.join(' ')} for ${target}`;
}

function renderInput(part: InputPart): string {
  if (typeof part === 'string') return part;
  if ('secret' in part) return `<${part.secret}>`;
  if ('kernelsOf' in part) return `<path of ${part.kernelsOf}>`;
  const { kernelsExcept: excepted } = part;
  return `<paths of all kernels${excepted.length === 0 ? '' : ` except ${excepted.join(', ')}`}>`;
}

function renderCheck(check: Exclude<Check, { kind: 'ended' }>): string {
  switch (check.kind) {
    case 'exists':
      return `${check.path} exists`;
    case 'absent':
      return `${check.path} does not exist`;
    case 'file':
      return `${check.path} has the written content`;
    case 'contains':
      return `${check.path} has a line that matches ${check.pattern}`;
    case 'link':
      return `${check.path} is a link to ${check.to}`;
    case 'table':
      return `${check.path} starts with the partition table ${check.uuid}`;
    case 'cached':
      return 'every package is in the cache';
    case 'packages':
      return 'every package is installed';
    case 'command':
      return `${check.command.where === 'chroot' ? 'chroot ' : ''}${check.command.argv.map(quoteArgument).join(' ')}`;
  }
}

/** Quotes an argument for a shell, so that the printed line can be copied. Names in braces are folders of the plan. */
function quoteArgument(argument: string): string {
  return /^(?:[\w./:=,@%+-]|\{\w+\})+$/.test(argument)
    ? argument
    : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}

function formatMode(bits: number): string {
  return bits.toString(8).padStart(4, '0');
}

function formatMebibytes(bytes: number): string {
  return `${(bytes / MIB).toLocaleString('en')} MiB`;
}
