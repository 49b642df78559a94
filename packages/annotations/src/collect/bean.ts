import type { BeanBinding, Binding, Origin } from '@writ/http/kernel';
import { fieldsOf, type Field } from '../recording/fields.ts';
import type { Finding } from '../findings/finding.ts';
import { constructorTypes, fieldType } from '../recording/metadata.ts';
import { constructorSourceType, fieldSourceType } from '../declared-types/source-types.ts';
import { lineage, classRecordOf, type FieldRecord, type AnnotationRecord } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { classNameOf } from '../reading/method.ts';
import { missingSource } from './parameter-findings.ts';
import { resolveParameter, withType, type BindingTarget } from './parameter.ts';
import { checkUnreachableFields } from '../reading/unreachable-fields.ts';

/** The binding that creates an instance of a class from request values, and the findings about it. */
export interface ResolvedBean {
  readonly binding: BeanBinding;
  readonly findings: readonly Finding[];
}

/** Classes that are being resolved, outermost first: a bean may contain beans. */
const openClasses: Class[] = [];

export function resolveBean(type: Class): ResolvedBean {
  const name = classNameOf(type);
  const origin = firstOrigin(type);
  const empty: BeanBinding = { source: 'bean', type, parameters: [], fields: [] };
  if (openClasses.includes(type)) {
    const chain = [...openClasses.slice(openClasses.indexOf(type)), type].map(classNameOf).join(' > ');
    const finding: Finding = {
      rule: 'cyclic-bean',
      origin,
      message: () => `the bean ${name} contains itself: ${chain}`,
      hint: () => 'break the cycle: bind the values of one bean as separate parameters',
    };
    return { binding: empty, findings: [finding] };
  }
  openClasses.push(type);
  try {
    const declared = fieldsOf(type);
    const findings = checkUnreachableFields(type, origin);
    const parameters = resolveConstructor(type, findings);
    const fields = declared.flatMap((field) => resolveField(field, type, findings) ?? []);
    if (parameters.length + fields.length + findings.length === 0) findings.push(emptyBean(type));
    return { binding: { ...empty, parameters, fields }, findings };
  } finally {
    openClasses.pop();
  }
}

/** Returns the findings, with `origin` as the location of each finding that has none. */
export function withOrigin(findings: readonly Finding[], origin: Origin): readonly Finding[] {
  return findings.map((finding) => (finding.origin.file === undefined ? { ...finding, origin } : finding));
}

/**
 * Adds the fields and constructor parameters to a bean binding whose class comes from the declared type; returns any
 * other binding unchanged.
 */
export function completeBean(binding: Binding | undefined, findings: Finding[]): Binding | undefined {
  if (binding?.source !== 'bean' || 'fields' in binding) return binding;
  const { type, origin = {} } = binding as BeanBinding;
  const bean = resolveBean(type);
  findings.push(...withOrigin(bean.findings, origin));
  return { ...bean.binding, ...(binding as object) };
}

function resolveField(
  field: Field,
  type: Class,
  findings: Finding[],
): BeanBinding['fields'][number] | undefined {
  const { name, annotations } = field;
  const parameter = resolveParameter(fieldTarget(field, type), annotations, findings);
  const binding = parameter && completeBean(withType(parameter, true, findings), findings);
  return binding && { name, binding };
}

function fieldTarget({ name, owner }: Field, type: Class): BindingTarget {
  const design = fieldType(owner, name);
  return {
    label: `${classNameOf(type)}.${String(name)}`,
    design,
    sourceType: () => fieldSourceType(lineage(type), owner, name),
    lacksMetadata: design === undefined,
  };
}

/** A field or constructor parameter of a bean, with the class that declares it and its annotations. */
export interface BeanTarget {
  readonly owner: Class;
  readonly target: BindingTarget;
  readonly annotations: readonly (AnnotationRecord | FieldRecord)[];
}

export function listBeanTargets(type: Class): readonly BeanTarget[] {
  const fields = fieldsOf(type).map((field): BeanTarget => {
    return { owner: field.owner, target: fieldTarget(field, type), annotations: field.annotations };
  });
  const owner = findConstructorClass(type);
  if (owner === undefined) return fields;
  const parameters = listConstructorTargets(owner, type).map((target) => ({
    owner,
    target,
    annotations: annotationsAt(owner, target),
  }));
  return [...fields, ...parameters];
}

function listConstructorTargets(owner: Class, type: Class): readonly BindingTarget[] {
  const design = constructorTypes(owner) ?? [];
  const last = Math.max(
    ...classRecordOf(owner).annotations.map((annotation) => ('index' in annotation ? annotation.index : -1)),
  );
  const count = Math.max(owner.length, design.length, last + 1);
  return Array.from({ length: count }, (_, index) => ({
    index,
    label: `new ${classNameOf(type)}`,
    design: design[index],
    sourceType: () => constructorSourceType(lineage(type), owner, index),
    lacksMetadata: design.length === 0,
  }));
}

function annotationsAt(owner: Class, { index }: BindingTarget): readonly AnnotationRecord[] {
  return classRecordOf(owner).annotations.filter(
    (annotation) => 'index' in annotation && annotation.index === index,
  );
}

function resolveConstructor(type: Class, findings: Finding[]): Binding[] {
  const owner = findConstructorClass(type);
  if (owner === undefined) return [];
  const last = Math.max(
    ...classRecordOf(owner).annotations.map((annotation) => ('index' in annotation ? annotation.index : -1)),
  );
  return listConstructorTargets(owner, type).flatMap((target, index) => {
    const before = findings.length;
    const parameter = resolveParameter(target, annotationsAt(owner, target), findings);
    if (parameter !== undefined)
      return completeBean(withType(parameter, index < owner.length, findings), findings) ?? [];
    // Optional parameters after the last annotated one need no source.
    if (findings.length === before && (index < owner.length || index < last)) {
      findings.push(missingSource(target, firstOrigin(owner), { couldBeBody: false, inVerb: false }));
    }
    return [];
  });
}

/**
 * Returns the class whose constructor parameters are annotated: the class itself or the base class whose constructor it
 * inherits; undefined if there is none.
 */
function findConstructorClass(type: Class): Class | undefined {
  const owner = lineage(type).find((at) =>
    classRecordOf(at).annotations.some(({ kind }) => kind === 'param' || kind === 'modifier'),
  );
  // A class that inherits its constructor has length 0, so a different length indicates a declared constructor.
  return owner === type || type.length === 0 ? owner : undefined;
}

function firstOrigin(type: Class): Origin {
  const annotations = lineage(type).flatMap((at) => [
    ...classRecordOf(at).annotations,
    ...[...classRecordOf(at).fields.values()].flat(),
  ]);
  return annotations[0]?.origin ?? {};
}

function emptyBean(type: Class): Finding {
  const name = classNameOf(type);
  return {
    rule: 'no-bean-fields',
    origin: firstOrigin(type),
    message: () => `the bean ${name} has no annotated field or constructor parameter`,
    hint: () =>
      `annotate its fields, such as @QueryParam('page', int) page!: number; the annotations are lost when the compiler assigns fields instead of defining them (useDefineForClassFields: false)`,
  };
}
