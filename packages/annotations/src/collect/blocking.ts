import { privateMemberOf, type Blocking } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import { memberRecordOf, classRecordOf, type AnnotationRecordOf } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { classesOfMethod, resultClassOf } from './classes-of-method.ts';
import { readExportedNames } from './exported-names.ts';
import type { AnnotationLevels } from '../reading/method.ts';
import { classNameOf, nearestAnnotation, type Method } from '../reading/method.ts';

/**
 * Returns the module and the names by which a worker thread finds the method; undefined if the method is not blocking
 * or, with a finding, if it cannot run in a worker thread. An annotation on a base class is reported, because the
 * module of that class does not export this one.
 */
export function resolveBlocking(
  method: Method,
  type: Class,
  scope: AnnotationLevels,
  findings: Finding[],
): Blocking | undefined {
  const nearest = nearestAnnotation(method.levels, 'blocking') ?? nearestAnnotation(scope, 'blocking');
  if (nearest === undefined) return undefined;
  const own = [memberRecordOf(type, method.name)?.annotations ?? [], classRecordOf(type).annotations];
  const annotation = nearestAnnotation(own, 'blocking');
  const name = classNameOf(type);
  if (annotation === undefined) {
    findings.push({
      rule: 'unavailable-in-worker',
      origin: nearest.origin,
      message: () =>
        `${method.label} cannot run in a worker thread: its @Blocking names the module of a base class of ${name}`,
      hint: () => `add @Blocking(import.meta.url) to ${name}, in the module that exports it`,
    });
    return undefined;
  }
  if (type.length > 0 || typeof method.name === 'symbol') {
    const why = type.length > 0 ? `the constructor of ${name} takes arguments` : 'its name is a symbol';
    findings.push({
      rule: 'unavailable-in-worker',
      origin: annotation.origin,
      message: () => `${method.label} cannot run in a worker thread: ${why}`,
      hint: () =>
        'a worker thread creates its own instance with "new" and no arguments, and calls the method by name',
    });
    return undefined;
  }
  if (type.name !== '' && !isExported(annotation, type.name)) {
    findings.push({
      rule: 'unavailable-in-worker',
      origin: annotation.origin,
      message: () => `${method.label} cannot run in a worker thread: its module does not export ${name}`,
      hint: () =>
        `a worker thread imports the class by name: write "export class ${name}"; in a bundle, mark its module and the packages as external`,
    });
    return undefined;
  }
  const hidden = findPrivateResultMember(type, method.name);
  if (hidden !== undefined) {
    findings.push({
      rule: 'unavailable-in-worker',
      origin: annotation.origin,
      message: () =>
        `${method.label} cannot run in a worker thread: its result is ${hidden}, and private members are lost between threads`,
      hint: () => 'make the member public, or return plain data',
    });
    return undefined;
  }
  const classes = classesOfMethod(type, method.name);
  return { module: annotation.module, name: type.name, method: method.name, classes };
}

/** Describes a private member of the result's class, for example `Money with #amount`; undefined if there is none. */
function findPrivateResultMember(type: Class, name: string): string | undefined {
  const result = resultClassOf(type, name);
  if (result === undefined) return undefined;
  const member = privateMemberOf(result);
  return member === undefined ? undefined : `${result.name} with ${member}`;
}

/**
 * The exported names of modules, cached by annotation, because an annotation on a class is checked for each of its
 * methods.
 */
const exportsByAnnotation = new WeakMap<
  AnnotationRecordOf<'blocking'>,
  ReturnType<typeof readExportedNames>
>();

function isExported(annotation: AnnotationRecordOf<'blocking'>, name: string): boolean {
  if (!exportsByAnnotation.has(annotation))
    exportsByAnnotation.set(annotation, readExportedNames(annotation.module));
  return exportsByAnnotation.get(annotation)?.has(name) ?? true;
}
