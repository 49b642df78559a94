import {
  onInitialize,
  type DecoratorTarget,
  type ExperimentalMember,
  type Member,
  type StandardMember,
} from './decorator-target.ts';
import { recordOf, waitingFor, type FieldNote, type MemberRecord, type Note } from './records.ts';
import type { Class } from './reflection.ts';

/** Puts a note of a class or method annotation where it belongs, in the order of the source. */
export function attach(note: Note, target: DecoratorTarget): void {
  // Decorators run from the last to the first.
  notesOf(target).unshift(note);
}

/** Puts a note of a parameter or field where it belongs; what is wrong with other places is found later. */
export function attachToValue(note: FieldNote, target: DecoratorTarget): void {
  if (target.place !== 'field' || !attachToField(note, target.member)) attach(note, target);
}

/** False for a field that no object has: static or `#private`. */
function attachToField(note: FieldNote, member: Member): boolean {
  if (member.mode === 'experimental') {
    if (member.isStatic) return false;
    noteField(member.type, member.name, note);
    return true;
  }
  const { name, static: isStatic, private: isPrivate } = member.context;
  if (isStatic || isPrivate) return false;
  // The class of a field is known by its instances, by each of them again.
  onInitialize(member, (type) => noteField(type, name, note));
  return true;
}

function noteField(type: Class, name: string | symbol, note: FieldNote): void {
  const { fields } = recordOf(type);
  const notes = fields.get(name);
  if (notes === undefined) fields.set(name, [note]);
  else if (!notes.includes(note)) notes.unshift(note);
}

function notesOf(target: DecoratorTarget): Note[] {
  const { member } = target;
  if (member === undefined) return recordOf(target.type).notes;
  return member.mode === 'standard' ? standardRecord(member).notes : experimentalRecord(member).notes;
}

function experimentalRecord(member: ExperimentalMember): MemberRecord {
  const { type, name, isStatic, isMethod, declared } = member;
  const { members } = recordOf(type);
  const key = isStatic ? `static ${String(name)}` : name;
  let record = members.get(key);
  if (record === undefined) {
    const kind = isStatic ? 'static' : isMethod ? 'method' : 'field';
    const parameters =
      typeof declared === 'function' ? { required: declared.length, rest: takesRest(declared) } : {};
    members.set(key, (record = { name, kind, notes: [], ...parameters }));
  }
  return record;
}

function takesRest(method: Function): boolean {
  const [parameters = ''] = Function.prototype.toString.call(method).split(/\)\s*\{/, 1);
  return parameters.includes('...');
}

/** {@link waitingFor} says how the notes find their class. */
function standardRecord(member: StandardMember): MemberRecord {
  const { context, value } = member;
  return waitingFor(typeof value === 'function' ? value : context, () => {
    const { name } = context;
    const kind = memberKind(context);
    const record: MemberRecord = { name, kind, notes: [] };
    onInitialize(member, (type) => {
      if (kind === 'static') recordOf(type).members.set(`static ${String(name)}`, record);
      else recordOf(type).initialized.add(record);
    });
    return record;
  });
}

function memberKind(context: StandardMember['context']): MemberRecord['kind'] {
  if (context.static) return 'static';
  if (context.private) return 'private';
  return context.kind === 'method' ? 'method' : 'field';
}
