import { compareByLocation, hasErrors, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import {
  buildModel,
  type ConfigFile,
  type Document,
  escapePointer,
  type Model,
  keyPath,
  readDocument,
  recognizeFormat,
  type RecognizedFormat,
  secretStrings,
  displayPointer,
  maskSecretCommands,
  maskSecrets,
} from '@writ/installer/internal';
import { checkEncrypted } from './encrypted.ts';
import { hasOnlyCredentials } from './credentials.ts';
import { topLevelEntries, type ConfigEntry } from './config-entry.ts';
import { createConversion, type Conversion } from './conversion.ts';
import { omitRemaining } from './omit-remaining.ts';
import { createLosses, type Losses, type NeedlessKey } from './losses.ts';
import { checkMissing } from './missing.ts';
import { reportFormat } from './report-format.ts';
import { finding } from './finding-codes.ts';
import { sections } from './sections/all.ts';
import { formatConfiguration } from './format-configuration.ts';

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
  const encrypted = files.flatMap(checkEncrypted);
  if (encrypted.length > 0) return { findings: encrypted, sources: [], acceptable: [], needless: [] };
  const document = readDocument(config.file, config.text);
  const credentials =
    creds === undefined ? undefined : readDocument(creds.file, creds.text, { allSecret: true });
  const documents = credentials === undefined ? [document] : [document, credentials];
  const secrets = documents.flatMap(({ root }, index) => secretStrings(root, index > 0));
  const sources = documents.map((read) => maskSecretCommands(read, secrets));
  const model = buildModel(document, credentials);
  const faults = [...documents.flatMap(({ findings }) => findings), ...(model?.findings ?? [])];
  if (model === undefined || hasErrors(faults)) {
    return { findings: faults.toSorted(compareByLocation), sources, acceptable: [], needless: [] };
  }
  const losses = createLosses(acceptLoss);
  const { conversion, recognized } = runConversion(model, credentials, losses);
  const replaced = credentials === undefined ? [] : replacedKeys(document, credentials);
  const reported = [
    reportFormat(model, recognized, conversion.top),
    ...conversion.findings,
    ...replaced,
    ...checkMissing(model, conversion.output, hasOnlyCredentials(conversion.top)),
  ];
  const unchanged = recognized.evidence.length === 0 && credentials === undefined;
  const acceptable = losses.open();
  return {
    findings: [...faults, ...reported].toSorted(compareByLocation),
    sources,
    // With an order lost it would be a sound configuration of something else.
    ...(acceptable.length > 0
      ? {}
      : { text: unchanged ? document.source.text : formatConfiguration(conversion.output) }),
    acceptable,
    needless: losses.needless(),
  };
}

function runConversion(
  model: Model,
  credentials: Document | undefined,
  losses: Losses,
): { conversion: Conversion; recognized: RecognizedFormat } {
  const names = new Set<string>();
  const top = topLevelEntries(model, (name) => {
    const given = model.locations.get(`/${escapePointer(name)}`);
    if (given === undefined || given.source !== credentials?.source || given.node.kind !== 'string')
      return undefined;
    names.add(name);
    return given.node.value;
  });
  // Reading a value finds the secrets that it names.
  for (const item of top) item.value();
  const isNamed = ({ key, file }: ConfigEntry): boolean =>
    names.has(key) && file === credentials?.source.name;
  const secrets = top.filter(isNamed);
  const others = top.filter((item) => !isNamed(item));
  const recognized = recognizeFormat(Object.fromEntries(others.map(({ key }) => [key, model.full[key]!])));
  const conversion = createConversion({
    model,
    top,
    losses,
    signs: new Set(recognized.evidence.map(({ key }) => key)),
    ...defined({ credentials: credentials?.source.name }),
  });
  for (const item of secrets)
    conversion.report('converted', item, {
      message: `${keyPath(item.pointer)} is written where it is named`,
    });
  if (recognized.evidence.length === 0) {
    for (const item of top) if (!secrets.includes(item)) conversion.copy(item);
  } else {
    for (const topic of sections) topic(conversion);
    omitRemaining(conversion);
  }
  return { conversion, recognized };
}

/** Keys of the configuration that the credentials have as well: these count. */
function replacedKeys({ root, source }: Document, credentials: Document): Diagnostic[] {
  const given = new Set(credentials.root?.members.map(({ key }) => key));
  return (root?.members ?? [])
    .filter(({ key }) => given.has(key))
    .map(({ key, keyRange: { start, end } }) =>
      finding('replaced', {
        file: source.name,
        pointer: displayPointer(`/${escapePointer(key)}`),
        range: source.rangeAt(start, end),
        message: `${JSON.stringify(maskSecrets(key))} is left out: the credentials contain it too and take precedence`,
      }),
    );
}
