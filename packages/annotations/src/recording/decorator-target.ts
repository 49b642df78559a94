import { isClass, isObject, propertyOf, type Class } from './reflection.ts';

/** The arguments of a decorator in either mode. Nothing but {@link readTarget} looks into them. */
export type DecoratorArguments = readonly [target: unknown, second?: unknown, third?: unknown];

/** Where a decorator is applied. An accessor is taken for a method, and found not to be one later. */
export type DecoratorTarget =
  | { readonly place: 'class'; readonly type: Class; readonly member?: undefined }
  /** Of the constructor, when it has no member. Experimental decorators only. */
  | {
      readonly place: 'parameter';
      readonly index: number;
      readonly type: Class;
      readonly member?: ExperimentalMember;
    }
  | { readonly place: 'method'; readonly member: Member }
  | { readonly place: 'field'; readonly member: Member };

export type Member = ExperimentalMember | StandardMember;

/** A member as experimental decorators describe it. */
export interface ExperimentalMember {
  readonly mode: 'experimental';
  readonly type: Class;
  readonly name: string | symbol;
  readonly isStatic: boolean;
  readonly isMethod: boolean;
  /** The member as it was declared: until all decorators have run, the prototype has it. */
  readonly declared: unknown;
}

/** A member as standard decorators describe it: its class is known from the first instance on. */
export interface StandardMember {
  readonly mode: 'standard';
  readonly context: MemberContext;
  /** Undefined of a field. */
  readonly value: unknown;
}

type MemberContext = Exclude<DecoratorContext, ClassDecoratorContext>;

/** Brings the arguments of both decorator modes into one form. @throws TypeError for what no compiler passes. */
export function readTarget([target, second, third]: DecoratorArguments): DecoratorTarget {
  if (isMemberContext(second)) {
    const place = second.kind === 'field' ? 'field' : 'method';
    return { place, member: { mode: 'standard', context: second, value: target } };
  }
  const index = typeof third === 'number' ? third : undefined;
  if (second === undefined || propertyOf(second, 'kind') === 'class') {
    const type = assertClass(target);
    return index === undefined ? { place: 'class', type } : { place: 'parameter', index, type };
  }
  if (typeof second !== 'string' && typeof second !== 'symbol') throw notApplied();
  const member = experimentalMember(target, second, third);
  if (index !== undefined) return { place: 'parameter', index, type: member.type, member };
  return { place: third === undefined ? 'field' : 'method', member };
}

/** Of a parameter, from 0; -1 elsewhere. */
export function indexOf(target: DecoratorTarget): number {
  return target.place === 'parameter' ? target.index : -1;
}

/** Calls `use` with the class that the target belongs to: at once, or when a standard decorator learns it. */
export function withClass(target: DecoratorTarget, use: (type: Class) => void): void {
  if (target.member === undefined) use(target.type);
  else if (target.member.mode === 'experimental') use(target.member.type);
  else onInitialize(target.member, use);
}

/** A static member is initialized once, with its class as `this`; another one with each instance. */
export function onInitialize({ context }: StandardMember, use: (type: Class) => void): void {
  context.addInitializer(function (this: unknown) {
    use(assertClass(context.static ? this : propertyOf(this, 'constructor')));
  });
}

/** The target is the prototype, or the class of a static member. */
function experimentalMember(target: unknown, name: string | symbol, third: unknown): ExperimentalMember {
  const isStatic = typeof target === 'function';
  return {
    mode: 'experimental',
    type: assertClass(isStatic ? target : propertyOf(target, 'constructor')),
    name,
    isStatic,
    isMethod: typeof third === 'number' || typeof propertyOf(third, 'value') === 'function',
    declared: Object.getOwnPropertyDescriptor(target, name)?.value,
  };
}

function isMemberContext(value: unknown): value is MemberContext {
  return isObject(value) && 'addInitializer' in value && 'kind' in value && value.kind !== 'class';
}

function assertClass(value: unknown): Class {
  if (isClass(value)) return value;
  throw notApplied();
}

function notApplied(): TypeError {
  return new TypeError('an annotation is written with @ on a class, or on a member or parameter of one');
}
