import type { Diagnostic } from '@writ/diagnostics';
import { checkConfiguration, type CheckRequest, type CheckResult } from './check.ts';

/** The smallest valid configuration. */
export const minimalConfig = {
  bootloader: 'systemd-bootctl',
  kernels: ['linux'],
  'mirror-region': { Worldwide: {} },
  '!root-password': 'plain',
} as const;

/** Checks {@link minimalConfig} with changed keys. A key with the value `undefined` is removed. */
export function checkWith(change: object, options: Omit<CheckRequest, 'config'> = {}): CheckResult {
  return checkText(JSON.stringify({ ...minimalConfig, ...change }, null, 2), options);
}

export function checkText(
  text: string | Uint8Array,
  options: Omit<CheckRequest, 'config'> = {},
): CheckResult {
  return checkConfiguration({ config: { file: 'test.json', text }, ...options });
}

/** Returns `rule /pointer` for each finding. */
export function rulesAndPointers({ findings }: Pick<CheckResult, 'findings'>): string[] {
  return findings.map(({ rule, pointer }) => `${rule} ${pointer}`);
}

/** Returns `rule «underlined text»` for each finding. */
export function rulesAndText({ findings, sources }: CheckResult): string[] {
  return findings.map((found) => `${found.rule} «${underlinedText(found, sources)}»`);
}

function underlinedText({ file, range }: Diagnostic, sources: CheckResult['sources']): string {
  const source = sources.find(({ name }) => name === file);
  return source === undefined || range === undefined
    ? '?'
    : source.text.slice(range.start.offset, range.end.offset);
}
