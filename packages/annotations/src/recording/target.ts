import { recordOf, waitingFor, type Class, type FieldNote, type MemberRecord, type Note } from './records.ts';

/** What decorators are called with in either mode; told apart at run time. */
export type DecoratorArguments = readonly [target: unknown, second?: unknown, third?: unknown];

/** Puts a note of a class or method annotation where it belongs, in the order of the source. */
export function attach(note: Note, [target, second, third]: DecoratorArguments): void {
  // Decorators run from the last to the first.
  notesOf(target, second, third).unshift(note);
}

/** Puts a note where the field of a bean or component belongs. */
export function attachToField(note: FieldNote, [target, second, third]: DecoratorArguments): void {
  if (isContext(second)) {
    if (second.static || second.private) attach(note, [target, second, third]);
    // The class of a field is not told; its instances tell it, each time anew.
    else {
      second.addInitializer(function (this: unknown) {
        noteField((this as object).constructor as Class, second.name, note);
      });
    }
  } else if (typeof target === 'function') attach(note, [target, second, third]);
  else noteField((target as object).constructor as Class, second as string | symbol, note);
}

function noteField(type: Class, name: string | symbol, note: FieldNote): void {
  const { fields } = recordOf(type);
  const notes = fields.get(name);
  if (notes === undefined) fields.set(name, [note]);
  else if (!notes.includes(note)) notes.unshift(note);
}

export type Place = 'class' | 'method' | 'parameter' | 'field';

/** What a decorator stands on. An accessor is taken for a method, and found not to be one later. */
export function placeOf([, second, third]: DecoratorArguments): Place {
  if (typeof third === 'number') return 'parameter';
  if (second === undefined || (second as DecoratorContext).kind === 'class') return 'class';
  if (isContext(second)) return (second as DecoratorContext).kind === 'field' ? 'field' : 'method';
  return third === undefined ? 'field' : 'method';
}

function notesOf(target: unknown, second: unknown, third: unknown): Note[] {
  if (isContext(second)) return standardMember(target, second).notes;
  if (second === undefined || (second as DecoratorContext).kind === 'class')
    return recordOf(target as Class).notes;
  return legacyMember(target as object, second as string | symbol, third).notes;
}

/** The record of a member under experimental decorators: the target is the prototype, or the class of a static one. */
function legacyMember(target: object, name: string | symbol, third?: unknown): MemberRecord {
  const isStatic = typeof target === 'function';
  const { members } = recordOf(isStatic ? (target as Class) : (target.constructor as Class));
  const key = isStatic ? `static ${String(name)}` : name;
  let member = members.get(key);
  if (member === undefined) {
    const value = typeof third === 'object' ? (third as PropertyDescriptor).value : undefined;
    const kind = isStatic
      ? 'static'
      : typeof value === 'function' || typeof third === 'number'
        ? 'method'
        : 'field';
    // Until all decorators have run, the prototype has the method as it was declared.
    const declared: unknown = Object.getOwnPropertyDescriptor(target, name)?.value;
    const told =
      typeof declared === 'function' ? { required: declared.length, rest: takesRest(declared) } : {};
    members.set(key, (member = { name, kind, notes: [], ...told }));
  }
  return member;
}

function takesRest(method: Function): boolean {
  const [parameters = ''] = Function.prototype.toString.call(method).split(/\)\s*\{/, 1);
  return parameters.includes('...');
}

/** Standard decorators: {@link waitingFor} says how the notes find their class. */
function standardMember(value: unknown, context: ClassMethodDecoratorContext): MemberRecord {
  const key: object = typeof value === 'function' ? value : context;
  return waitingFor(key, () => {
    const { name } = context;
    const kind = memberKind(context);
    const member: MemberRecord = { name, kind, notes: [] };
    context.addInitializer(function (this: unknown) {
      // For a static member `this` is the class and the time is its definition; else an instance is being made.
      if (kind === 'static') recordOf(this as Class).members.set(`static ${String(name)}`, member);
      else recordOf((this as object).constructor as Class).initialized.add(member);
    });
    return member;
  });
}

function memberKind(context: ClassMethodDecoratorContext): MemberRecord['kind'] {
  if (context.static) return 'static';
  if (context.private) return 'private';
  return context.kind === 'method' ? 'method' : 'field';
}

/** Whether it is what a standard decorator of a member is told about it. */
export function isContext(value: unknown): value is ClassMethodDecoratorContext {
  return typeof value === 'object' && (value as DecoratorContext | null)?.kind !== 'class';
}
