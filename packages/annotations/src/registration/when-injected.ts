import type { Router } from '@writ/http';
import { preloadInstances } from './preload.ts';
import type { Injector } from '../injection/injector.ts';

/**
 * Registers immediately, or in one of the router's start-up tasks if the injector is still creating one of the objects
 * asynchronously. Later registrations retain their order.
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
