import { StartupError } from '@writ/http';
import { diagnose } from '../findings/diagnose.ts';
import type { Finding } from '../findings/finding.ts';

/**
 * Thrown when the binding of an invalid bean class is read. The registration of annotated classes collects its
 * findings; `route({...})` does not catch it.
 */
export class BeanError extends StartupError {
  declare readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(diagnose(findings));
    Object.defineProperty(this, 'findings', { value: findings });
  }
}
