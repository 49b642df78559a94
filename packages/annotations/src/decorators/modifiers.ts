import type { StandardSchemaV1 } from '@writ/http';
import { captureOrigin, type Binding, type Origin } from '@writ/http/kernel';
import { assertCalled } from '../recording/assert-called.ts';
import { createComponent } from '../components/component.ts';
import { PROVIDER, READER, type ProviderSource, type ReaderSource } from '../components/roles.ts';
import type { MethodAnnotation, ScopeDecorator, ParameterModifier } from '../recording/decorator-types.ts';
import { recordAnnotation, recordValueAnnotation } from '../recording/record-annotation.ts';
import {
  indexOf,
  readTarget,
  type DecoratorArguments,
  type DecoratorTarget,
} from '../recording/decorator-target.ts';
import type { ModifierRecord, AnnotationRecord } from '../recording/records.ts';

const STRING_SOURCES: readonly Binding['source'][] = ['path', 'query', 'matrix', 'cookie', 'header', 'form'];

/** The text that is used when the value is absent; goes through the same conversion. */
export function DefaultValue(text: string): ParameterModifier {
  const modifier = {
    name: 'DefaultValue',
    sources: [...STRING_SOURCES, 'body', 'context'],
    hint: 'give the default to the fields of the bean',
    part: { default: text },
  } as const;
  return createModifier(modifier, captureOrigin(DefaultValue));
}

/** The value of the query as sent, not decoded. */
export function Raw(...given: readonly []): ParameterModifier {
  assertCalled(given, '@Raw()');
  const modifier = {
    name: 'Raw',
    sources: ['query'],
    hint: 'only a value of the query has another text as sent',
    part: { raw: true },
  } as const;
  return createModifier(modifier, captureOrigin(Raw));
}

/**
 * Makes the value of a parameter or field, by a class, an instance or a function. On a method or class it reads the
 * bodies.
 */
export function RequestReader(reader: ReaderSource): ParameterModifier & ScopeDecorator {
  const origin = captureOrigin(RequestReader);
  const component = createComponent(READER, reader, origin);
  const modifier = {
    name: 'RequestReader',
    sources: [...STRING_SOURCES, 'body'],
    hint: 'a @Context takes a provider: @ContextReader',
    part: { reader: component },
  } as const;
  return createModifierOrScope({ kind: 'reader', reader: component, origin }, modifier, origin);
}

/**
 * Provides the object of a `@Context` parameter or field, by a class, an instance or a function. On a method or class
 * it does so for each parameter that its type fits.
 */
export function ContextReader(provider: ProviderSource): ParameterModifier & ScopeDecorator {
  const origin = captureOrigin(ContextReader);
  const component = createComponent(PROVIDER, provider, origin);
  const modifier = {
    name: 'ContextReader',
    sources: ['context'],
    hint: 'other values take a reader: @RequestReader',
    part: { provider: component },
  } as const;
  return createModifierOrScope({ kind: 'provider', provider: component, origin }, modifier, origin);
}

/**
 * Checks the value once it is converted; what the schema gives is the argument. Without a schema the value is an object
 * of a class, which the validator checks (`validateWith`) or the `static schema` of the class. On a method it checks the
 * result, where a violation is 500.
 */
export function Valid(...given: readonly [schema?: StandardSchemaV1]): ParameterModifier & MethodAnnotation {
  assertCalled(given, '@Valid()');
  const origin = captureOrigin(Valid);
  const valid = given[0] ?? true;
  const modifier = {
    name: 'Valid',
    sources: [...STRING_SOURCES, 'body', 'bean'],
    hint: 'a @Context is not checked',
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
  recordValueAnnotation({ kind: 'modifier', index: indexOf(target), ...modifier, origin }, target);
}
