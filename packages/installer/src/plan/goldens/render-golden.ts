import { MASK, type Diagnostic } from '@writ/diagnostics';
import { isSecretKey, maskSecrets } from '../../config/secrets.ts';
import type { Plan } from '../plan.ts';
import { renderPlan } from '../render-plan.ts';
import { requirementNames } from '../requirements.ts';
import type { GoldenCase } from './configuration.ts';
import { absent, type Dimension } from './dimensions.ts';
import type { Row } from './pairwise.ts';

/** The file of a row: its number, and what tells it from the others at a glance. */
export function goldenFileName({ place, bootloader, main, details }: Row<Dimension>, index: number): string {
  const profile = details === absent ? (main === absent ? 'bare' : main) : details;
  return `${String(index + 1).padStart(2, '0')}-${profile}-${bootloader.replace(/-.*/, '')}-${place}.plan.txt`;
}

/** What was asked for, what was found, and the plan; a password stands as eight dots. */
export function renderGolden(
  { config, command }: GoldenCase,
  findings: readonly Diagnostic[],
  plan: Plan,
): string {
  const asked = JSON.stringify(config, maskSecret, 2);
  const said = findings.map(({ severity, code, message }) => `${severity} ${code} ${message}`);
  return `${[`$ ${command}`, asked, ...said, '', renderPlan(plan)].join('\n')}`;
}

function maskSecret(key: string, value: unknown): unknown {
  if (isSecretKey(key) && typeof value === 'string') return MASK;
  return typeof value === 'string' ? maskSecrets(value) : value;
}

/** What differs between configurations, without the commands; the digest covers those. */
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
