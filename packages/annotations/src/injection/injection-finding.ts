import type { Origin } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import type { InjectionError } from './injector.ts';

export function injectionFinding({ message, hint }: InjectionError, origin: Origin): Finding {
  return { rule: 'not-injected', origin, message: () => message, hint: () => hint };
}
