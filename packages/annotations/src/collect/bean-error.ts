import { StartupError } from '@writ/http';
import { diagnose } from '../findings/diagnose.ts';
import type { Finding } from '../findings/finding.ts';

/** What a bean's class is refused for where nobody collects findings: in `route({...})`. */
export class BeanError extends StartupError {
  declare readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(diagnose(findings));
    Object.defineProperty(this, 'findings', { value: findings });
  }
}
