import { compareByLocation, hasErrors, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import {
  buildModel,
  type ConfigFile,
  type Document,
  escapePointer,
  type Model,
  nameOf,
  readDocument,
  recognize,
  type Recognized,
  secretStrings,
  shownPointer,
  withoutSecretCommands,
  withoutSecrets,
} from '@writ/installer/internal';
import { encrypted } from './encrypted.ts';
import { isCredentials } from './credentials.ts';
import { topItems, type Item } from './item.ts';
import { createJob, type Job } from './job.ts';
import { leftovers } from './leftovers.ts';
import { createLosses, type Losses, type NeedlessKey } from './losses.ts';
import { missing } from './missing.ts';
import { eraFinding } from './era-finding.ts';
import { finding } from './finding-codes.ts';
import { topics } from './topics/all.ts';
import { write } from './write.ts';

/** The files to convert, and what may be lost. */
export interface ConvertRequest {
  readonly config: ConfigFile;
  /** Merged over the configuration key by key; users as a whole. */
  readonly creds?: ConfigFile;
  /** Keys whose orders about disks, encryption or credentials may be lost, with everything in them. */
  readonly acceptLoss?: readonly string[];
}

/** The converted configuration, and what was found on the way. */
export interface ConvertResult {
  /** What was found out, moved and left out, in the order of the text. An error: something that is needed is missing. */
  readonly findings: readonly Diagnostic[];
  /** The files with their secrets masked, for excerpts. */
  readonly sources: readonly SourceText[];
  /** The configuration, with its secrets; absent when a file could not be read, and when an order would be lost. */
  readonly text?: string;
  /** The keys that would accept what is lost. */
  readonly acceptable: readonly string[];
  /** Keys of `acceptLoss` of which nothing is lost; none when a file could not be read. */
  readonly needless: readonly NeedlessKey[];
}

/**
 * Says what a configuration of another era says with the keys of this format. What has no equal is named in the
 * findings, with its place; a file of the present format stays as it is. Reads nothing and throws nothing, whatever
 * the input.
 */
export function convertConfiguration({ config, creds, acceptLoss = [] }: ConvertRequest): ConvertResult {
  const files = [config, ...(creds === undefined ? [] : [creds])];
  const locked = files.flatMap(encrypted);
  if (locked.length > 0) return { findings: locked, sources: [], acceptable: [], needless: [] };
  const document = readDocument(config.file, config.text);
  const credentials =
    creds === undefined ? undefined : readDocument(creds.file, creds.text, { allSecret: true });
  const documents = credentials === undefined ? [document] : [document, credentials];
  const secrets = documents.flatMap(({ root }, index) => secretStrings(root, index > 0));
  const sources = documents.map((read) => withoutSecretCommands(read, secrets));
  const model = buildModel(document, credentials);
  const faults = [...documents.flatMap(({ findings }) => findings), ...(model?.findings ?? [])];
  if (model === undefined || hasErrors(faults)) {
    return { findings: faults.toSorted(compareByLocation), sources, acceptable: [], needless: [] };
  }
  const losses = createLosses(acceptLoss);
  const { job, recognized } = converted(model, credentials, losses);
  const replaced = credentials === undefined ? [] : replacedKeys(document, credentials);
  const said = [
    eraFinding(model, recognized, job.top),
    ...job.findings,
    ...replaced,
    ...missing(model, job.output, isCredentials(job.top)),
  ];
  const unchanged = recognized.signs.length === 0 && credentials === undefined;
  const acceptable = losses.open();
  return {
    findings: [...faults, ...said].toSorted(compareByLocation),
    sources,
    // With an order lost it would be a sound configuration of something else.
    ...(acceptable.length > 0 ? {} : { text: unchanged ? document.source.text : write(job.output) }),
    acceptable,
    needless: losses.needless(),
  };
}

function converted(
  model: Model,
  credentials: Document | undefined,
  losses: Losses,
): { job: Job; recognized: Recognized } {
  const names = new Set<string>();
  const top = topItems(model, (name) => {
    const given = model.places.get(`/${escapePointer(name)}`);
    if (given === undefined || given.source !== credentials?.source || given.node.kind !== 'string')
      return undefined;
    names.add(name);
    return given.node.value;
  });
  // Reading a value finds the secrets that it names.
  for (const item of top) item.value();
  const isNamed = ({ key, file }: Item): boolean => names.has(key) && file === credentials?.source.name;
  const secrets = top.filter(isNamed);
  const others = top.filter((item) => !isNamed(item));
  const recognized = recognize(Object.fromEntries(others.map(({ key }) => [key, model.full[key]!])));
  const job = createJob({
    model,
    top,
    losses,
    signs: new Set(recognized.signs.map(({ key }) => key)),
    ...defined({ credentials: credentials?.source.name }),
  });
  for (const item of secrets)
    job.say('converted', item, { message: `${nameOf(item.pointer)} stands where it is named` });
  if (recognized.signs.length === 0) {
    for (const item of top) if (!secrets.includes(item)) job.carry(item);
  } else {
    for (const topic of topics) topic(job);
    leftovers(job);
  }
  return { job, recognized };
}

/** Keys of the configuration that the credentials have as well: these count. */
function replacedKeys({ root, source }: Document, credentials: Document): Diagnostic[] {
  const given = new Set(credentials.root?.members.map(({ key }) => key));
  return (root?.members ?? [])
    .filter(({ key }) => given.has(key))
    .map(({ key, keyRange: { start, end } }) =>
      finding('replaced', {
        file: source.name,
        pointer: shownPointer(`/${escapePointer(key)}`),
        range: source.rangeAt(start, end),
        message: `${JSON.stringify(withoutSecrets(key))} is left out: the credentials have it too, and count`,
      }),
    );
}
