import { isClass, isObject, propertyOf, type Class } from './reflection.ts';

/** The arguments of a decorator in either mode. Only {@link readTarget} interprets them. */
export type DecoratorArguments = readonly [target: unknown, second?: unknown, third?: unknown];

/** The target of a decorator. An accessor is treated as a method and reported later. */
export type DecoratorTarget =
  | { readonly place: 'class'; readonly type: Class; readonly member?: undefined }
  /**
   * A parameter of the member or, without a member, of the constructor. Only experimental decorators have this target.
   */
  | {
      readonly place: 'parameter';
      readonly index: number;
      readonly type: Class;
      readonly member?: ExperimentalMember;
    }
  | { readonly place: 'method'; readonly member: DecoratedMember }
  | { readonly place: 'field'; readonly member: DecoratedMember };

export type DecoratedMember = ExperimentalMember | StandardMember;

/** A member as experimental decorators describe it. */
export interface ExperimentalMember {
  readonly mode: 'experimental';
  readonly type: Class;
  readonly name: string | symbol;
  readonly isStatic: boolean;
  readonly isMethod: boolean;
  /** The declared method, which remains in the prototype until all decorators have run; undefined for a field. */
  readonly declared: unknown;
}

/** A member as standard decorators describe it. Its class becomes known when the member is initialized. */
export interface StandardMember {
  readonly mode: 'standard';
  readonly context: MemberContext;
  /** Undefined for a field. */
  readonly value: unknown;
}

type MemberContext = Exclude<DecoratorContext, ClassDecoratorContext>;

/**
 * Converts the arguments of both decorator modes to one form. @throws TypeError for arguments that no compiler passes
 */
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
  if (typeof second !== 'string' && typeof second !== 'symbol') throw invalidTargetError();
  const member = experimentalMember(target, second, third);
  if (index !== undefined) return { place: 'parameter', index, type: member.type, member };
  return { place: third === undefined ? 'field' : 'method', member };
}

/** Returns the index of a parameter, from 0; -1 for other targets. */
export function parameterIndexOf(target: DecoratorTarget): number {
  return target.place === 'parameter' ? target.index : -1;
}

/** Calls `use` with the target's class: immediately, or when a standard decorator's initializer receives the class. */
export function withClass(target: DecoratorTarget, use: (type: Class) => void): void {
  if (target.member === undefined) use(target.type);
  else if (target.member.mode === 'experimental') use(target.member.type);
  else onInitialize(target.member, use);
}

/**
 * Calls `use` with a member's class: for a static member when the class is initialized, otherwise with each instance.
 */
export function onInitialize({ context }: StandardMember, use: (type: Class) => void): void {
  context.addInitializer(function (this: unknown) {
    use(assertClass(context.static ? this : propertyOf(this, 'constructor')));
  });
}

/** Describes a member with experimental decorators. `target` is the prototype, or the class for a static member. */
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
  throw invalidTargetError();
}

function invalidTargetError(): TypeError {
  return new TypeError('an annotation must be applied with @ to a class, a class member or a parameter');
}
