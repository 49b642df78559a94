import { convertConfiguration, type KeyReport, type UnnamedPartition } from '@writ/convert';
import { toReport, type JsonReport } from '@writ/diagnostics';
import { CONFIGURATION_NAME, CREDENTIALS_NAME } from '../records/configuration-name.ts';
import { toRequestWords } from '../records/request-words.ts';

/** The files to convert, as plain data. */
export interface ConversionInput {
  /** The archinstall configuration, as text. */
  readonly configuration: string;
  /** The archinstall credentials file, as text. */
  readonly credentials?: string | undefined;
  /** Keys for disks, encryption or credentials that the conversion may lose. */
  readonly acceptLoss?: readonly string[] | undefined;
  /** The PARTUUIDs of partitions to keep. */
  readonly partuuids?: readonly NamedPartition[] | undefined;
}

/** A partition to keep. */
export interface NamedPartition {
  /** The key of the partition, such as `disk_config.device_modifications[0].partitions[1]`. */
  readonly key: string;
  readonly partuuid: string;
}

/** The result of a conversion, as plain data. */
export interface ConvertedConfiguration extends JsonReport {
  /** The configuration with its secrets; absent if a file has errors or a setting would be lost. */
  readonly configuration?: string;
  /** Keys to add to `acceptLoss` to accept the losses. */
  readonly acceptable: readonly string[];
  /** Keys in `acceptLoss` that cause no loss. */
  readonly needless: readonly string[];
  /** The effect of the conversion on each key; empty if a file has errors or is encrypted. */
  readonly keys: readonly KeyReport[];
  /** Partitions to keep whose PARTUUIDs must be added to `partuuids`. */
  readonly unnamed: readonly UnnamedPartition[];
  /** Keys in `partuuids` that do not belong to partitions to keep. */
  readonly needlessPartuuids: readonly string[];
}

/** Converts a configuration. */
export function convertTexts(input: ConversionInput): ConvertedConfiguration {
  const { configuration, credentials, acceptLoss, partuuids = [] } = input;
  const { findings, text, acceptable, needless, keys, unnamed, needlessPartuuids } = convertConfiguration({
    config: { file: CONFIGURATION_NAME, text: configuration },
    ...(credentials === undefined ? {} : { creds: { file: CREDENTIALS_NAME, text: credentials } }),
    ...(acceptLoss === undefined ? {} : { acceptLoss }),
    partuuids: Object.fromEntries(partuuids.map(({ key, partuuid }) => [key, partuuid.toLowerCase()])),
  });
  return {
    ...toReport(CONFIGURATION_NAME, findings.map(toRequestWords)),
    ...(text === undefined ? {} : { configuration: text }),
    acceptable,
    needless: needless.map(({ key }) => key),
    keys,
    unnamed,
    needlessPartuuids: needlessPartuuids.map(({ key }) => key),
  };
}
