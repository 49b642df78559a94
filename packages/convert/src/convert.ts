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
import { createConversion, type Conversion, type ConversionInput } from './conversion.ts';
import { omitRemaining } from './omit-remaining.ts';
import { createLosses, type NeedlessKey } from './losses.ts';
import { reportKeys, type KeyReport } from './key-report.ts';
import { checkMissing } from './missing.ts';
import { createPartuuids, type UnnamedPartition } from './partuuids.ts';
import { addDefaults } from './sections/defaults.ts';
import { reportFormat } from './report-format.ts';
import { finding } from './finding-codes.ts';
import { sections } from './sections/all.ts';
import { formatConfiguration } from './format-configuration.ts';

/** The files to convert, and the settings that the conversion may lose. */
export interface ConvertRequest {
  readonly config: ConfigFile;
  /**
   * Credentials. Their keys replace the configuration's keys, and their users replace all users in the
   * configuration.
   */
  readonly creds?: ConfigFile;
  /**
   * Keys for disks, encryption or credentials that the conversion may lose; a key includes all nested keys.
   */
  readonly acceptLoss?: readonly string[];
  /**
   * The PARTUUIDs of partitions to keep, by the keys of the partitions, such as
   * `disk_config.device_modifications[0].partitions[1]`.
   */
  readonly partuuids?: Readonly<Record<string, string>>;
}

/** The converted configuration, and findings about the conversion. */
export interface ConvertResult {
  /**
   * Findings about converted, omitted and missing keys, and about errors in the files; sorted by file and position.
   */
  readonly findings: readonly Diagnostic[];
  /** The effect of the conversion on each key; empty if a file has errors or is encrypted. */
  readonly keys: readonly KeyReport[];
  /** The files with masked secrets, as sources of excerpts. */
  readonly sources: readonly SourceText[];
  /**
   * The converted configuration, including secrets. Absent if a file has errors or is encrypted, or if the
   * conversion would lose a setting whose loss is not accepted.
   */
  readonly text?: string;
  /** Keys to add to `acceptLoss` to accept the remaining losses. */
  readonly acceptable: readonly string[];
  /** Keys in `acceptLoss` that cause no loss; empty if a file has errors or is encrypted. */
  readonly needless: readonly NeedlessKey[];
  /** Partitions to keep whose PARTUUIDs must be added to `partuuids`. */
  readonly unnamed: readonly UnnamedPartition[];
  /** Keys in `partuuids` that do not refer to partitions to keep; empty if a file has errors or is encrypted. */
  readonly needlessPartuuids: readonly NeedlessKey[];
}

/**
 * Converts an archinstall configuration. Settings without an equivalent are reported with their location.
 * Without credentials, a file in Writ's format is returned unchanged. The function reads no files, and no input
 * makes it throw.
 */
export function convertConfiguration({
  config,
  creds,
  acceptLoss = [],
  partuuids: known = {},
}: ConvertRequest): ConvertResult {
  const files = [config, ...(creds === undefined ? [] : [creds])];
  const encrypted = files.flatMap(checkEncrypted);
  const nothing = { keys: [], acceptable: [], needless: [], unnamed: [], needlessPartuuids: [] };
  if (encrypted.length > 0) return { findings: encrypted, sources: [], ...nothing };
  const document = readDocument(config.file, config.text);
  const credentials =
    creds === undefined ? undefined : readDocument(creds.file, creds.text, { allSecret: true });
  const documents = credentials === undefined ? [document] : [document, credentials];
  const secrets = documents.flatMap(({ root }, index) => secretStrings(root, index > 0));
  const sources = documents.map((read) => maskSecretCommands(read, secrets));
  const model = buildModel(document, credentials);
  const faults = [...documents.flatMap(({ findings }) => findings), ...(model?.findings ?? [])];
  if (model === undefined || hasErrors(faults)) {
    return { findings: faults.toSorted(compareByLocation), sources, ...nothing };
  }
  const losses = createLosses(acceptLoss);
  const partuuids = createPartuuids(known);
  const { conversion, recognized } = runConversion(model, credentials, { losses, partuuids });
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
    keys: reportKeys(model, [...conversion.findings, ...replaced], conversion.kept, conversion.added),
    sources,
    // Without the lost setting, the result would be a valid configuration for a different system.
    ...(acceptable.length > 0
      ? {}
      : { text: unchanged ? document.source.text : formatConfiguration(conversion.output) }),
    acceptable,
    needless: losses.needless(),
    unnamed: partuuids.unnamed(),
    needlessPartuuids: partuuids.needless(),
  };
}

function runConversion(
  model: Model,
  credentials: Document | undefined,
  named: Pick<ConversionInput, 'losses' | 'partuuids'>,
): { conversion: Conversion; recognized: RecognizedFormat } {
  const names = new Set<string>();
  const top = topLevelEntries(model, (name) => {
    const given = model.locations.get(`/${escapePointer(name)}`);
    if (given === undefined || given.source !== credentials?.source || given.node.kind !== 'string')
      return undefined;
    names.add(name);
    return given.node.value;
  });
  // Reading a value records the names of the secrets that are inserted into it.
  for (const item of top) item.value();
  const isNamed = ({ key, file }: ConfigEntry): boolean =>
    names.has(key) && file === credentials?.source.name;
  const secrets = top.filter(isNamed);
  const others = top.filter((item) => !isNamed(item));
  const recognized = recognizeFormat(Object.fromEntries(others.map(({ key }) => [key, model.full[key]!])));
  const conversion = createConversion({
    model,
    top,
    ...named,
    signs: new Set(recognized.evidence.map(({ key }) => key)),
    ...defined({ credentials: credentials?.source.name }),
  });
  for (const item of secrets)
    conversion.report('converted', item, {
      message: `${keyPath(item.pointer)} is inserted where the configuration refers to it`,
    });
  if (recognized.evidence.length === 0) {
    for (const item of top) if (!secrets.includes(item)) conversion.copy(item);
  } else {
    for (const convertSection of sections) convertSection(conversion);
    omitRemaining(conversion);
    if (!hasOnlyCredentials(conversion.top)) addDefaults(conversion, model);
  }
  return { conversion, recognized };
}

/** Reports configuration keys that the credentials replace. */
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
