import type { Router } from '@writ/http';
import { preloadInstances } from './preload.ts';
import type { Injector } from '../injection/injector.ts';

/**
 * Registers at once or, while the injector makes something of what is named asynchronously, when that is there: the
 * router prepares it then. What is registered after it keeps its place.
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
