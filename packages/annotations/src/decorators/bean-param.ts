import type { StandardSchemaV1 } from '@writ/http';
import type { BeanBinding, Origin, Param } from '@writ/http/kernel';
import { BeanError } from '../collect/bean-error.ts';
import { resolveBean, withOrigin } from '../collect/bean.ts';
import type { Class } from '../recording/reflection.ts';

/** A bean parameter whose binding is computed from the class's annotations when it is read. */
export class LazyBeanParam implements Param<unknown> {
  readonly #type: Class | undefined;
  readonly #origin: Origin;
  readonly #more: Partial<BeanBinding>;

  /** `type` is undefined if the type of the parameter or field applies. */
  constructor(type: Class | undefined, origin: Origin, more: Partial<BeanBinding> = {}) {
    this.#type = type;
    this.#origin = origin;
    this.#more = more;
  }

  /** Throws a BeanError if the class is not a valid bean. */
  get binding(): BeanBinding {
    if (this.#type === undefined) return { source: 'bean', ...this.#more } as BeanBinding;
    const { binding, findings } = resolveBean(this.#type);
    if (findings.length > 0) throw new BeanError(withOrigin(findings, this.#origin));
    return { ...binding, ...this.#more };
  }

  valid(schema?: StandardSchemaV1): LazyBeanParam {
    return new LazyBeanParam(this.#type, this.#origin, { ...this.#more, valid: schema ?? true });
  }
}
