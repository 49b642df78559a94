import type { StandardSchemaV1 } from '@writ/http';
import type { BeanBinding, Origin, Param } from '@writ/http/kernel';
import { BeanProblem } from '../collect/bean-problem.ts';
import { beanOf, placed } from '../collect/bean.ts';
import type { Class } from '../recording/reflection.ts';

/** The kernel's binding of a bean, made of the class's annotations when it is first asked for. */
export interface LazyBean extends Param<unknown> {
  valid(schema?: StandardSchemaV1): LazyBean;
}

/** Without a type it is that of what it stands on. @throws BeanProblem by `binding`, when the class cannot be a bean. */
export function lazyBean(type: Class | undefined, origin: Origin, more: Partial<BeanBinding> = {}): LazyBean {
  return {
    get binding() {
      if (type === undefined) return { source: 'bean', ...more } as BeanBinding;
      const { binding, findings } = beanOf(type);
      if (findings.length > 0) throw new BeanProblem(placed(findings, origin));
      return { ...binding, ...more };
    },
    valid: (schema) => lazyBean(type, origin, { ...more, valid: schema ?? true }),
  };
}
