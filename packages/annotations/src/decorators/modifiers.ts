import type { StandardSchemaV1 } from '@writ/http';
import { captureOrigin, type Binding, type Origin } from '@writ/http/kernel';
import { assertCalled } from '../recording/assert-called.ts';
import { createComponent } from '../components/component.ts';
import { PROVIDER, READER, type ProviderSource, type ReaderSource } from '../components/roles.ts';
import type { MethodAnnotation, ScopeDecorator, ParameterModifier } from '../recording/decorator-types.ts';
import { recordAnnotation, recordValueAnnotation } from '../recording/record-annotation.ts';
import {
  parameterIndexOf,
  readTarget,
  type DecoratorArguments,
  type DecoratorTarget,
} from '../recording/decorator-target.ts';
import type { ModifierRecord, AnnotationRecord } from '../recording/records.ts';

const STRING_SOURCES: readonly Binding['source'][] = ['path', 'query', 'matrix', 'cookie', 'header', 'form'];

/** Sets the string that is converted if the value is missing. */
export function DefaultValue(text: string): ParameterModifier {
  const modifier = {
    name: 'DefaultValue',
    sources: [...STRING_SOURCES, 'body', 'context'],
    hint: "set defaults on the bean's fields",
    part: { default: text },
  } as const;
  return createModifier(modifier, captureOrigin(DefaultValue));
}

/** Passes the query value as sent, without decoding. */
export function Raw(...given: readonly []): ParameterModifier {
  assertCalled(given, '@Raw()');
  const modifier = {
    name: 'Raw',
    sources: ['query'],
    hint: 'remove it: only query values have an undecoded form',
    part: { raw: true },
  } as const;
  return createModifier(modifier, captureOrigin(Raw));
}

/**
 * Sets the reader (a class, an instance or a function) that creates the value of a parameter or field. On a method or
 * class, it reads request bodies.
 */
export function RequestReader(reader: ReaderSource): ParameterModifier & ScopeDecorator {
  const origin = captureOrigin(RequestReader);
  const component = createComponent(READER, reader, origin);
  const modifier = {
    name: 'RequestReader',
    sources: [...STRING_SOURCES, 'body'],
    hint: 'use @ContextReader, which applies to @Context',
    part: { reader: component },
  } as const;
  return createModifierOrScope({ kind: 'reader', reader: component, origin }, modifier, origin);
}

/**
 * Sets the provider (a class, an instance or a function) that supplies the object of a `@Context` parameter or field.
 * On a method or class, it supplies every parameter with a matching type that has no provider of its own, except
 * built-in context objects.
 */
export function ContextReader(provider: ProviderSource): ParameterModifier & ScopeDecorator {
  const origin = captureOrigin(ContextReader);
  const component = createComponent(PROVIDER, provider, origin);
  const modifier = {
    name: 'ContextReader',
    sources: ['context'],
    hint: 'use @RequestReader: @ContextReader applies only to @Context',
    part: { provider: component },
  } as const;
  return createModifierOrScope({ kind: 'provider', provider: component, origin }, modifier, origin);
}

/**
 * Validates the converted value; the schema's output is the argument. Without a schema, an instance of a class is
 * validated by the validator (`validateWith`) or by the class's `static schema`. On a method, it validates the result;
 * a violation results in status 500.
 */
export function Valid(...given: readonly [schema?: StandardSchemaV1]): ParameterModifier & MethodAnnotation {
  assertCalled(given, '@Valid()');
  const origin = captureOrigin(Valid);
  const valid = given[0] ?? true;
  const modifier = {
    name: 'Valid',
    sources: [...STRING_SOURCES, 'body', 'bean'],
    hint: 'remove it: @Context values are not validated',
    part: { valid },
  } as const;
  return createModifierOrScope({ kind: 'valid', valid, origin }, modifier, origin);
}

type ModifierInit = Omit<ModifierRecord, 'kind' | 'index'>;

function createModifier(modifier: ModifierInit, origin: Origin): ParameterModifier {
  return (...target: DecoratorArguments): void => recordModifier(modifier, origin, readTarget(target));
}

function createModifierOrScope(
  annotation: AnnotationRecord,
  modifier: ModifierInit,
  origin: Origin,
): ParameterModifier & ScopeDecorator {
  return (...args: DecoratorArguments): void => {
    const target = readTarget(args);
    if (target.place === 'parameter' || target.place === 'field') recordModifier(modifier, origin, target);
    else recordAnnotation(annotation, target);
  };
}

function recordModifier(modifier: ModifierInit, origin: Origin, target: DecoratorTarget): void {
  recordValueAnnotation({ kind: 'modifier', index: parameterIndexOf(target), ...modifier, origin }, target);
}
