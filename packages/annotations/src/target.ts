import { recordOf, waitingFor, type Class, type MemberRecord, type Note } from './records.ts';

/** What decorators are called with in either mode; told apart at run time. */
export type DecoratorArguments = readonly [target: unknown, second?: unknown, third?: unknown];

/** Puts a note of a class or method annotation where it belongs, in the order of the source. */
export function attach(note: Note, [target, second, third]: DecoratorArguments): void {
  // Decorators run from the last to the first.
  notesOf(target, second, third).unshift(note);
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
    members.set(key, (member = { name, kind, notes: [] }));
  }
  return member;
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
