import type { StandardSchemaV1 } from '@writ/http';
import type { BeanBinding, Origin, Param } from '@writ/http/kernel';
import { BeanError } from '../collect/bean-error.ts';
import { resolveBean, withOrigin } from '../collect/bean.ts';
import type { Class } from '../recording/reflection.ts';

/** A bean parameter whose binding is computed from the class's annotations when it is read. */
export interface LazyBeanParam extends Param<unknown> {
  valid(schema?: StandardSchemaV1): LazyBeanParam;
}

/**
 * Creates a bean parameter. If no type is passed, the type of the parameter or field applies. Reading `binding` throws
 * a BeanError when the class is not a valid bean.
 */
export function createLazyBeanParam(
  type: Class | undefined,
  origin: Origin,
  more: Partial<BeanBinding> = {},
): LazyBeanParam {
  return {
    get binding() {
      if (type === undefined) return { source: 'bean', ...more } as BeanBinding;
      const { binding, findings } = resolveBean(type);
      if (findings.length > 0) throw new BeanError(withOrigin(findings, origin));
      return { ...binding, ...more };
    },
    valid: (schema) => createLazyBeanParam(type, origin, { ...more, valid: schema ?? true }),
  };
}
