import type { Plan } from '@writ/installer';

/** Maximum number of plans in memory. */
const PLAN_LIMIT = 32;

/** The newest plans by digest, so that a request can refer to a plan that the service has returned. */
export class RecentPlans {
  readonly #plans = new Map<string, Plan>();

  add(plan: Plan): void {
    this.#plans.delete(plan.digest);
    this.#plans.set(plan.digest, plan);
    const [oldest] = this.#plans.keys();
    if (this.#plans.size > PLAN_LIMIT && oldest !== undefined) this.#plans.delete(oldest);
  }

  get(digest: string): Plan | undefined {
    return this.#plans.get(digest.toLowerCase());
  }
}
