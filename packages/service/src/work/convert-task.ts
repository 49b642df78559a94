import { convertConfiguration } from '@writ/convert';
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
}

/** The result of a conversion, as plain data. */
export interface ConvertedConfiguration extends JsonReport {
  /** The configuration with its secrets; absent if a file has errors or a setting would be lost. */
  readonly configuration?: string;
  /** Keys to add to `acceptLoss` to accept the losses. */
  readonly acceptable: readonly string[];
  /** Keys in `acceptLoss` that cause no loss. */
  readonly needless: readonly string[];
}

/** Converts a configuration. */
export function convertTexts(input: ConversionInput): ConvertedConfiguration {
  const { configuration, credentials, acceptLoss } = input;
  const { findings, text, acceptable, needless } = convertConfiguration({
    config: { file: CONFIGURATION_NAME, text: configuration },
    ...(credentials === undefined ? {} : { creds: { file: CREDENTIALS_NAME, text: credentials } }),
    ...(acceptLoss === undefined ? {} : { acceptLoss }),
  });
  return {
    ...toReport(CONFIGURATION_NAME, findings.map(toRequestWords)),
    ...(text === undefined ? {} : { configuration: text }),
    acceptable,
    needless: needless.map(({ key }) => key),
  };
}
