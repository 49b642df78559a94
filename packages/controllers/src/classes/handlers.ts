import type { Diagnostic, Range } from '@writ/diagnostics';
import type { StandardSchemaV1 } from '@writ/http';
import type {
  AccessorProperty,
  ClassElement,
  MethodDefinition,
  PropertyDefinition,
} from '@oxc-project/types';
import { type ClassSource, descriptionOf, keyName, rangeOf, type TypeContext } from '@writ/source';
import { finding, type Rule } from '../finding-codes.ts';
import { readSignature } from '../signature/read-signature.ts';
import type { Signature } from '../signature/signature.ts';
import { checkHandlerName, isVerb, SOCKET } from '../naming/verbs.ts';
import { findObjectResult } from './object-result.ts';
import { readMessages } from '../signature/messages.ts';
import { createSignatureScope, type SignatureScope } from '../signature/scope.ts';

/** A handler as declared in the source. */
export interface HandlerSource {
  readonly verb: string;
  readonly owner: ClassSource;
  /** Source range of the method name. */
  readonly range: Range;
  /** Undefined if the signature cannot be read; a finding then reports the reason. */
  readonly signature: Signature | undefined;
  /** Location of the expression or type from which an object result is inferred; undefined for other results. */
  readonly objectResult: Range | undefined;
}

export interface ClassHandlers {
  readonly handlers: ReadonlyMap<string, HandlerSource>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The schemas of `static params`, by verb: each replaces the type of the object parameter. */
export type SchemaOverrides = Readonly<Record<string, StandardSchemaV1>>;

/** Reads the handlers declared in the class body, and reports findings about them. */
export function readHandlers(
  owner: ClassSource,
  context: TypeContext,
  overrides: SchemaOverrides = {},
): ClassHandlers {
  const { module, node } = owner;
  const handlers = new Map<string, HandlerSource>();
  const diagnostics: Diagnostic[] = [];
  const overloaded = new Set<string>();
  const isDeclared = module.language === 'dts';
  const ofClass = descriptionOf(module, node).tags;

  const report = (rule: Rule, member: HandlerMember, message: string, hint: string): void => {
    const range = rangeOf(module.text, member.key);
    diagnostics.push(finding(rule, `${owner.name}: ${message}`, { file: module.text.name, range, hint }));
  };

  for (const member of node.body.body) {
    if (!isCallable(member, isDeclared) || member.computed) continue;
    const name = member.key.type === 'PrivateIdentifier' ? member.key.name : keyName(member.key);
    if (name === undefined) continue;
    const problem = member.static ? undefined : checkHandlerName(name);
    if (problem !== undefined) report(problem.rule, member, problem.message, problem.hint);
    if (problem !== undefined || !isVerb(name)) continue;

    const form = describeInvalidForm(member);
    let signature: Signature | undefined;
    let objectResult: Range | undefined;
    if (form !== undefined || member.type !== 'MethodDefinition') {
      report(
        'handler-form',
        member,
        `${name} is ${form}; a handler must be a public method`,
        `write async ${name}() { … }`,
      );
    } else if (isDeclared ? !handlers.has(name) : member.value.body !== null) {
      const scope = createSignatureScope(module, `${owner.name}.${name}`, diagnostics, context);
      const override = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
      if (!overloaded.has(name))
        signature = readSignature(member.value, member.start, scope, override, ofClass);
      if (name === SOCKET) signature = signature && withMessages(signature, member, scope);
      else {
        const object = findObjectResult(member.value, scope);
        objectResult = object && rangeOf(module.text, object);
      }
    } else if (!overloaded.has(name)) {
      overloaded.add(name);
      report(
        'handler-form',
        member,
        `${name} is overloaded; a handler must have a single signature`,
        'keep one signature, with optional parameters',
      );
    }
    const range = rangeOf(module.text, member.key);
    handlers.set(name, { verb: name, owner, range, signature, objectResult });
  }
  return { handlers, diagnostics };
}

/**
 * Returns the signature of `SOCKET` with the messages that its result declares. Reports a parameter for the body, and a
 * result that is not declared as `WebSocketHooks`, and then returns undefined.
 */
function withMessages(
  { results: _results, ...signature }: Signature,
  { key, value }: MethodDefinition,
  scope: SignatureScope,
): Signature | undefined {
  const raw = signature.parameters.find(({ kind }) => kind === 'raw');
  if (raw !== undefined) {
    const hint = 'receive the bytes as a message: SOCKET(): WebSocketHooks<Uint8Array>';
    return scope.report('parameter-form', value, 'the opening handshake has no body', hint);
  }
  const messages = readMessages(value, key, scope);
  return messages && { ...signature, messages };
}

type HandlerMember = MethodDefinition | PropertyDefinition | AccessorProperty;

/**
 * Whether a member is a method that is not abstract, an accessor, or a field with a function value. In a declaration
 * file, such a field has a function type, and a private method is a field without a type.
 */
function isCallable(member: ClassElement, isDeclared: boolean): member is HandlerMember {
  if (member.type === 'MethodDefinition') return true;
  if (isDeclared && member.type === 'PropertyDefinition') {
    if (member.typeAnnotation != null) return member.typeAnnotation.typeAnnotation.type === 'TSFunctionType';
    return member.accessibility === 'private' && isVerb(keyName(member.key) ?? '');
  }
  if (member.type !== 'PropertyDefinition' && member.type !== 'AccessorProperty') return false;
  return member.value?.type === 'ArrowFunctionExpression' || member.value?.type === 'FunctionExpression';
}

function describeInvalidForm(member: HandlerMember): string | undefined {
  if (member.static) return 'static';
  if (member.key.type === 'PrivateIdentifier') return 'private';
  if (member.accessibility === 'private' || member.accessibility === 'protected') return member.accessibility;
  if (member.type !== 'MethodDefinition') return 'a field';
  return member.kind === 'method' ? undefined : 'an accessor';
}
