import { readFileSync } from 'node:fs';
import { renderText } from '@writ/diagnostics';
import type { ConfigFile } from '@writ/installer/internal';
import { convertConfiguration, type ConvertResult } from './convert.ts';

export function fixture(file: string): ConfigFile {
  return { file, text: readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8') };
}

/** @param acceptLoss accepted keys, or `all` */
export function convertText(
  text: string,
  creds?: string,
  acceptLoss: readonly string[] | 'all' = [],
): ConvertResult {
  const request = {
    config: { file: 'old.json', text },
    ...(creds === undefined ? {} : { creds: { file: 'creds.json', text: creds } }),
  };
  if (acceptLoss !== 'all') return convertConfiguration({ ...request, acceptLoss });
  const first = convertConfiguration(request);
  return first.text === undefined
    ? convertConfiguration({ ...request, acceptLoss: first.acceptable })
    : first;
}

/** Converts a value, which is serialized with an indentation of two spaces. */
export function convertValue(
  value: unknown,
  creds?: unknown,
  acceptLoss: readonly string[] | 'all' = [],
): ConvertResult {
  const credentials = creds === undefined ? undefined : JSON.stringify(creds);
  return convertText(JSON.stringify(value, null, 2), credentials, acceptLoss);
}

export function outputOf({ text = 'null' }: ConvertResult): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

/** Returns `rule /pointer` for each finding except `source-format`. */
export function rulesAndPointers({ findings }: ConvertResult): string[] {
  return findings
    .filter(({ rule }) => rule !== 'source-format')
    .map(({ rule, pointer }) => `${rule} ${pointer}`);
}

export function printFindings({ findings, sources }: ConvertResult): string {
  return renderText(findings, { source: (file) => sources.find(({ name }) => name === file) });
}
