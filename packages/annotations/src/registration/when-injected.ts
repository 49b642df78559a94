import type { Router } from '@writ/http';
import { preloadInstances } from './preload.ts';
import type { Injector } from '../injection/injector.ts';

/**
 * Calls `register` immediately, or in a start-up task of the router if the injector is still creating instances or
 * earlier start-up tasks are pending, so that registrations retain their order.
 */
export function whenInjected(
  router: Router,
  injector: Injector | undefined,
  named: readonly unknown[],
  register: () => void,
): void {
  if (injector !== undefined) preloadInstances(injector, named);
  if (!injector?.hasPending && !router.isStarting) {
    register();
    return;
  }
  router.prepare(async () => {
    await injector?.settle(router.toolkit.limits.provider);
    register();
  });
}
