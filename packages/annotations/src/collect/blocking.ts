import { privateMemberOf, type Blocking } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import { memberRecordOf, classRecordOf, type AnnotationRecordOf } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { classesOfMethod, resultClassOf } from './classes-of-method.ts';
import { readExportedNames } from './exported-names.ts';
import type { AnnotationLevels } from '../reading/method.ts';
import { classNameOf, nearestAnnotation, type Method } from '../reading/method.ts';

/**
 * Where a worker thread finds the method. Only what the class itself says counts, of itself or of the method: the module
 * of a base class does not export it.
 */
export function resolveBlocking(
  method: Method,
  type: Class,
  scope: AnnotationLevels,
  findings: Finding[],
): Blocking | undefined {
  const own = [memberRecordOf(type, method.name)?.annotations ?? [], classRecordOf(type).annotations];
  const annotation = nearestAnnotation(own, 'blocking');
  const name = classNameOf(type);
  if (annotation === undefined) {
    const inherited = nearestAnnotation([...method.levels, ...scope], 'blocking');
    if (inherited === undefined) return undefined;
    findings.push({
      rule: 'unavailable-in-worker',
      origin: inherited.origin,
      message: () =>
        `${method.label} is to run in a worker thread, but its module exports a base class of ${name}`,
      hint: () => `say it of ${name}: @Blocking(import.meta.url) in the module that exports it`,
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
        'a thread makes an object of its own by "new" without arguments, and calls a method by its name',
    });
    return undefined;
  }
  if (type.name !== '' && !isExported(annotation, type.name)) {
    findings.push({
      rule: 'unavailable-in-worker',
      origin: annotation.origin,
      message: () => `${method.label} cannot run in a worker thread: its module does not export ${name}`,
      hint: () =>
        `a thread finds the class by its name: write "export class ${name}"; a bundler leaves its module and the packages out, as external`,
    });
    return undefined;
  }
  const hidden = findPrivateResultMember(type, method.name);
  if (hidden !== undefined) {
    findings.push({
      rule: 'unavailable-in-worker',
      origin: annotation.origin,
      message: () =>
        `${method.label} cannot run in a worker thread: its result is ${hidden}, which no other thread sees`,
      hint: () => 'make the member public, or return plain data',
    });
    return undefined;
  }
  const classes = classesOfMethod(type, method.name);
  return { module: annotation.module, name: type.name, method: method.name, classes };
}

/** Such as `Money with #amount`. */
function findPrivateResultMember(type: Class, name: string): string | undefined {
  const result = resultClassOf(type, name);
  if (result === undefined) return undefined;
  const member = privateMemberOf(result);
  return member === undefined ? undefined : `${result.name} with ${member}`;
}

/** By annotation: one on a class is asked about for each of its methods. */
const exportsByAnnotation = new WeakMap<
  AnnotationRecordOf<'blocking'>,
  ReturnType<typeof readExportedNames>
>();

function isExported(annotation: AnnotationRecordOf<'blocking'>, name: string): boolean {
  if (!exportsByAnnotation.has(annotation))
    exportsByAnnotation.set(annotation, readExportedNames(annotation.module));
  return exportsByAnnotation.get(annotation)?.has(name) ?? true;
}
