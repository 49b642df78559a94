import { MASK, type Diagnostic } from '@writ/diagnostics';
import { isSecretKey, maskSecrets } from '../../config/secrets.ts';
import type { Plan } from '../plan.ts';
import { renderPlan } from '../render-plan.ts';
import { requirementNames } from '../requirements.ts';
import type { GoldenCase } from './configuration.ts';
import { absent, type Dimension } from './dimensions.ts';
import type { Row } from './pairwise.ts';

/** Returns the file name of a row, which consists of the row's number and its most distinctive values. */
export function goldenFileName({ place, bootloader, main, details }: Row<Dimension>, index: number): string {
  const profile = details === absent ? (main === absent ? 'bare' : main) : details;
  return `${String(index + 1).padStart(2, '0')}-${profile}-${bootloader.replace(/-.*/, '')}-${place}.plan.txt`;
}

/** Renders the configuration, the findings and the plan, with masked secrets. */
export function renderGolden(
  { config, command }: GoldenCase,
  findings: readonly Diagnostic[],
  plan: Plan,
): string {
  const configuration = JSON.stringify(config, maskSecret, 2);
  const messages = findings.map(({ severity, code, message }) => `${severity} ${code} ${message}`);
  return `${[`$ ${command}`, configuration, ...messages, '', renderPlan(plan)].join('\n')}`;
}

function maskSecret(key: string, value: unknown): unknown {
  if (isSecretKey(key) && typeof value === 'string') return MASK;
  return typeof value === 'string' ? maskSecrets(value) : value;
}

/**
 * Renders the parts of a plan that differ between configurations. Commands are omitted, because the digest
 * covers them.
 */
export function renderOutline(row: Row<Dimension>, { digest, requirements, operations }: Plan): string {
  const { packages, units, repositories } = requirements;
  return [
    Object.entries(row)
      .filter(([, value]) => value !== absent)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    `  plan        ${digest}`,
    `  from        ${repositories.join(' ')}`,
    `  packages    ${requirementNames(packages).join(' ')}`,
    `  units       ${requirementNames(units).join(' ')}`,
    `  operations  ${operations.map(({ id }) => id).join(' ')}`,
    '',
  ].join('\n');
}
