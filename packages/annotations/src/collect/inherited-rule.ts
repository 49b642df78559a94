import type { Finding } from '../findings/finding.ts';
import {
  lineage,
  memberRecordOf,
  classRecordOf,
  type AnnotationRecord,
  type AnnotationRecordOf,
} from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { nearestAnnotation, type Method } from '../reading/method.ts';

type AccessAnnotation = AnnotationRecordOf<'rule' | 'authenticate' | 'authorize'>;

/**
 * Returns a warning if the class has an access annotation and the method inherits a contradictory rule other than
 * `@DenyAll`: a method's rule takes precedence over the class's rule, even if the method's rule is inherited.
 */
export function checkInheritedRule(method: Method, type: Class): readonly Finding[] {
  if (nearestAnnotation(method.levels, 'rule') === undefined) return NONE;
  const line = lineage(type);
  const [inherited] = line.flatMap((owner, above) => {
    const rule = findRule(memberRecordOf(owner, method.name)?.annotations);
    return rule === undefined ? [] : [{ owner, above, rule }];
  });
  if (inherited === undefined) return [];
  const { owner, above, rule } = inherited;
  const [classRule] = line
    .slice(0, above)
    .flatMap((at) => classRecordOf(at).annotations.filter(isAccessAnnotation));
  if (classRule === undefined || rule.rule === 'deny' || isCompatible(classRule, rule)) return [];
  return [
    {
      rule: 'inherited-rule',
      origin: classRule.origin,
      message: () =>
        `${method.label} has ${formatAnnotation(rule)}, inherited from ${owner.name}.${String(method.name)}, instead of ${formatAnnotation(classRule)} of its class`,
      hint: () => `declare the access rule on ${method.label} itself`,
      related: [{ message: `${formatAnnotation(rule)} is inherited from here`, origin: rule.origin }],
    },
  ];
}

const NONE: readonly never[] = [];

function findRule(annotations: readonly AnnotationRecord[] = []): AnnotationRecordOf<'rule'> | undefined {
  return annotations.find((annotation) => annotation.kind === 'rule');
}

function isAccessAnnotation(annotation: AnnotationRecord): annotation is AccessAnnotation {
  return annotation.kind === 'rule' || annotation.kind === 'authenticate' || annotation.kind === 'authorize';
}

/**
 * Whether the rule of the method does not contradict the annotation of the class: the rules are the same, the class
 * permits every caller, or the class has `@Authenticate` or `@Authorize` and the method requires a role.
 */
function isCompatible(classRule: AccessAnnotation, { rule }: AnnotationRecordOf<'rule'>): boolean {
  if (classRule.kind !== 'rule') return rule !== 'permit';
  return classRule.rule === 'permit' || JSON.stringify(classRule.rule) === JSON.stringify(rule);
}

function formatAnnotation(annotation: AccessAnnotation): string {
  if (annotation.kind === 'authenticate') return '@Authenticate';
  if (annotation.kind === 'authorize') return '@Authorize';
  if (typeof annotation.rule === 'string') return annotation.rule === 'deny' ? '@DenyAll' : '@PermitAll';
  return `@RolesAllowed(${annotation.rule.map((role) => JSON.stringify(role)).join(', ')})`;
}
