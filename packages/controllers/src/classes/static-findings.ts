import { nearest, type Diagnostic } from '@writ/diagnostics';
import { keyName, type ClassSource } from '@writ/source';
import type { ClassElement } from '@oxc-project/types';
import { isBaseController, isControllerClass, type ControllerClass } from '../controller.ts';
import { finding, type Rule } from '../finding-codes.ts';
import { isFilterValue, isPolicy, POLICY_NAMES } from '../policies/policy-filters.ts';
import { isWrittenUndefined } from '../policies/written-undefined.ts';
import { locateMember, type SourceLocation } from './class-findings.ts';
import { isVerb } from '../naming/verbs.ts';

/** Names of static members that configure a controller. */
const STATICS: readonly string[] = [...POLICY_NAMES, 'alias', 'params', 'private', 'webSocket'];

/** Static members that any function may have. */
const FUNCTION_PROPERTIES: ReadonlySet<string> = new Set([
  'length',
  'name',
  'prototype',
  'arguments',
  'caller',
]);

/**
 * Reports static members that have no effect: one may be a misspelled policy, which would leave its routes unprotected.
 */
export type CheckStatics = (type: ControllerClass, source: ClassSource) => void;

/**
 * Creates a check that visits each base class only once. `baseOf` returns the source of the base class, if it is known.
 */
export function createStaticsCheck(
  baseOf: (source: ClassSource) => ClassSource | undefined,
  diagnostics: Diagnostic[],
): CheckStatics {
  const checked = new Set<unknown>();
  return (type, source) => {
    let written: ClassSource | undefined = source;
    let level: unknown = type;
    while (isCheckedClass(level)) {
      if (checked.has(level)) return;
      checked.add(level);
      diagnostics.push(...checkClass(level, written, source));
      level = Object.getPrototypeOf(level);
      written = written && isCheckedClass(level) ? baseOf(written) : undefined;
    }
  };
}

function isCheckedClass(value: unknown): value is Function {
  return typeof value === 'function' && value !== Function.prototype && !isBaseController(value);
}

/** `written` is the source of the class itself; `reached` is the source of the routed class that is or extends it. */
function checkClass(level: Function, written: ClassSource | undefined, reached: ClassSource): Diagnostic[] {
  const owner = written?.name ?? level.name;
  const report = (rule: Rule, name: string, message: string, hint: string): Diagnostic => {
    const location: SourceLocation = locateMember(written ?? reached, name);
    return finding(rule, `${owner}: ${message}`, { ...location, hint });
  };
  const unknown = Object.entries(Object.getOwnPropertyDescriptors(level)).flatMap(([name, descriptor]) => {
    if (isInternalStatic(name) || isVerb(name) || isControllerClass(descriptor.value)) return [];
    if (STATICS.includes(name)) return checkKnownStatic(name, descriptor, written, report);
    const fitting = nearest(
      name,
      STATICS.filter((each) => acceptsValue(each, descriptor)),
    );
    const isPolicyValue = fitting !== undefined || (descriptor.enumerable && isFilterValue(descriptor.value));
    const hint = suggestStatic(name, fitting ?? nearest(name, STATICS), descriptor);
    return isPolicyValue
      ? report('policy-misspelled', name, `static ${name} is not a policy, so it protects nothing`, hint)
      : report('static-unknown', name, `static ${name} is not a policy`, hint);
  });
  return [...unknown, ...checkInstanceFields(written, report)];
}

type ReportStatic = (rule: Rule, name: string, message: string, hint: string) => Diagnostic;

/** Whether a static member need not be a policy: its name begins with an underscore, or any function has it. */
function isInternalStatic(name: string): boolean {
  return name.startsWith('_') || FUNCTION_PROPERTIES.has(name);
}

function suggestStatic(name: string, suggestion: string | undefined, descriptor: PropertyDescriptor): string {
  const otherwise = `begin the names of other static members with "_" or "#": static _${name}`;
  if (suggestion !== undefined) return `did you mean ${suggestion}? Otherwise, ${otherwise}`;
  return isFilterValue(descriptor.value)
    ? `to run a filter, write static auth or static use; ${otherwise}`
    : otherwise;
}

/** Whether the value is suitable for the policy with this name, or for `private`; false for all other names. */
function acceptsValue(name: string, { value, get, enumerable }: PropertyDescriptor): boolean {
  // Getters are not called, because they may have side effects.
  if (get !== undefined) return true;
  if (name === 'private') return typeof value === 'boolean';
  const isMethod = typeof value === 'function' && enumerable !== true;
  return isPolicy(name, value) && (!isMethod || isFilterValue(value));
}

function checkKnownStatic(
  name: string,
  { value, get }: PropertyDescriptor,
  written: ClassSource | undefined,
  report: ReportStatic,
): readonly Diagnostic[] {
  if (name === 'private' && get === undefined && typeof value !== 'boolean') {
    return [report('policy', name, 'static private must be true or false', 'write static private = true')];
  }
  if (get !== undefined || value !== undefined || declaresUndefined(name, written)) return [];
  const hint = `to unset the policy, write static ${name} = undefined`;
  return [report('policy', name, `static ${name} is undefined, so it has no effect`, hint)];
}

/**
 * Whether the class explicitly declares the member as `undefined` to unset an inherited policy; true if the declaration
 * is not found.
 */
function declaresUndefined(name: string, written: ClassSource | undefined): boolean {
  const member = written?.node.body.body.find((each) => isField(each, name, true));
  if (member?.type !== 'PropertyDefinition') return true;
  return isWrittenUndefined(member.value, member.typeAnnotation);
}

function checkInstanceFields(written: ClassSource | undefined, report: ReportStatic): readonly Diagnostic[] {
  return STATICS.flatMap((name) => {
    if (written?.node.body.body.some((each) => isField(each, name, false)) !== true) return [];
    const hint = `write static ${name}`;
    return name === 'auth'
      ? report('policy-misspelled', name, 'auth is not static, so it protects nothing', hint)
      : report('static-unknown', name, `${name} is not static, so it is not a policy`, hint);
  });
}

function isField(member: ClassElement, name: string, isStatic: boolean): boolean {
  return (
    member.type === 'PropertyDefinition' &&
    member.static === isStatic &&
    !member.computed &&
    keyName(member.key) === name
  );
}
