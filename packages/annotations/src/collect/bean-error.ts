import { StartupError } from '@writ/http';
import { diagnose } from '../findings/diagnose.ts';
import type { Finding } from '../findings/finding.ts';

/** Thrown for an invalid bean class by `route({...})`, which does not collect findings. */
export class BeanError extends StartupError {
  declare readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(diagnose(findings));
    Object.defineProperty(this, 'findings', { value: findings });
  }
}
