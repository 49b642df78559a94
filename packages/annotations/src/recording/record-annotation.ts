import { markAnnotated } from './copies.ts';
import {
  onInitialize,
  type DecoratorTarget,
  type ExperimentalMember,
  type DecoratedMember,
  type StandardMember,
} from './decorator-target.ts';
import {
  classRecordOf,
  pendingRecordOf,
  type FieldRecord,
  type MemberRecord,
  type AnnotationRecord,
} from './records.ts';
import type { Class } from './reflection.ts';

/** Records an annotation on a class or method, in source order. */
export function recordAnnotation(annotation: AnnotationRecord, target: DecoratorTarget): void {
  // Decorators run from the last to the first.
  annotationsOf(target).unshift(annotation);
}

/** Records an annotation on a parameter or field; invalid targets are reported later. */
export function recordValueAnnotation(annotation: FieldRecord, target: DecoratorTarget): void {
  if (target.place !== 'field' || !recordFieldAnnotation(annotation, target.member))
    recordAnnotation(annotation, target);
}

/** Records an annotation on a field; returns false for a static or `#private` field, which cannot be assigned. */
function recordFieldAnnotation(annotation: FieldRecord, member: DecoratedMember): boolean {
  if (member.mode === 'experimental') {
    if (member.isStatic) return false;
    addFieldAnnotation(member.type, member.name, annotation);
    return true;
  }
  const { name, static: isStatic, private: isPrivate } = member.context;
  if (isStatic || isPrivate) return false;
  // A field decorator learns its class when an instance is created.
  onInitialize(member, (type) => addFieldAnnotation(type, name, annotation));
  return true;
}

function addFieldAnnotation(type: Class, name: string | symbol, annotation: FieldRecord): void {
  const { fields } = classRecordOf(type);
  const annotations = fields.get(name);
  if (annotations === undefined) fields.set(name, [annotation]);
  else if (!annotations.includes(annotation)) annotations.unshift(annotation);
}

function annotationsOf(target: DecoratorTarget): AnnotationRecord[] {
  const { member } = target;
  if (member === undefined) {
    markAnnotated(target.type);
    return classRecordOf(target.type).annotations;
  }
  return member.mode === 'standard'
    ? standardRecord(member).annotations
    : experimentalRecord(member).annotations;
}

function experimentalRecord(member: ExperimentalMember): MemberRecord {
  const { type, name, isStatic, isMethod, declared } = member;
  const { members } = classRecordOf(type);
  const key = isStatic ? `static ${String(name)}` : name;
  let record = members.get(key);
  if (record === undefined) {
    const kind = isStatic ? 'static' : isMethod ? 'method' : 'field';
    const parameters =
      typeof declared === 'function' ? { required: declared.length, rest: hasRestParameter(declared) } : {};
    markAnnotated(type);
    members.set(key, (record = { name, kind, annotations: [], ...parameters }));
  }
  return record;
}

function hasRestParameter(method: Function): boolean {
  const text = Function.prototype.toString.call(method);
  if (!text.includes('...')) return false;
  const [parameters = ''] = text.split(/\)\s*\{/, 1);
  return parameters.includes('...');
}

function standardRecord(member: StandardMember): MemberRecord {
  const { context, value } = member;
  return pendingRecordOf(typeof value === 'function' ? value : context, () => {
    const { name } = context;
    const kind = memberKind(context);
    const record: MemberRecord = { name, kind, annotations: [] };
    if (typeof value === 'function') markAnnotated(value);
    onInitialize(member, (type) => {
      if (kind === 'static') classRecordOf(type).members.set(`static ${String(name)}`, record);
      else classRecordOf(type).initialized.add(record);
    });
    return record;
  });
}

function memberKind(context: StandardMember['context']): MemberRecord['kind'] {
  if (context.static) return 'static';
  if (context.private) return 'private';
  return context.kind === 'method' ? 'method' : 'field';
}
