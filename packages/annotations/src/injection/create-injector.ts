import type { Origin } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import { injectionFinding } from './injection-finding.ts';
import { InjectionError, Injector, type InjectionSource } from './injector.ts';

/** Returns the injector, or the findings if it is invalid. */
export function createInjector(
  source: InjectionSource,
  origin: Origin,
): { readonly injector?: Injector; readonly findings: readonly Finding[] } {
  try {
    return { injector: new Injector(source), findings: [] };
  } catch (error) {
    if (!(error instanceof InjectionError)) throw error;
    return { findings: [injectionFinding(error, origin)] };
  }
}
