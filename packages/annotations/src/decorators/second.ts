import type { StandardSchemaV1 } from '@writ/http';
import { captureOrigin, type Binding, type Origin } from '@writ/http/kernel';
import { demandCall } from '../recording/called.ts';
import { componentOf } from '../components/component.ts';
import { PROVIDER, READER, type ProviderSource, type ReaderSource } from '../components/roles.ts';
import type { MethodAnnotation, ScopeDecorator, SecondAnnotation } from '../recording/decorator-types.ts';
import { attach, attachToValue } from '../recording/attach.ts';
import {
  indexOf,
  readTarget,
  type DecoratorArguments,
  type DecoratorTarget,
} from '../recording/decorator-target.ts';
import type { DetailNote, Note } from '../recording/records.ts';

const TEXTS: readonly Binding['source'][] = ['path', 'query', 'matrix', 'cookie', 'header', 'form'];

/** The text that is used when the value is absent; goes through the same conversion. */
export function DefaultValue(text: string): SecondAnnotation {
  const detail = {
    annotation: 'DefaultValue',
    sources: [...TEXTS, 'body', 'context'],
    otherwise: 'give the default to the fields of the bean',
    part: { default: text },
  } as const;
  return second(detail, captureOrigin(DefaultValue));
}

/** The value of the query as sent, not decoded. */
export function Raw(...given: readonly []): SecondAnnotation {
  demandCall(given, '@Raw()');
  const detail = {
    annotation: 'Raw',
    sources: ['query'],
    otherwise: 'only a value of the query has another text as sent',
    part: { raw: true },
  } as const;
  return second(detail, captureOrigin(Raw));
}

/**
 * Makes the value of a parameter or field, by a class, an instance or a function. On a method or class it reads the
 * bodies.
 */
export function RequestReader(reader: ReaderSource): SecondAnnotation & ScopeDecorator {
  const origin = captureOrigin(RequestReader);
  const component = componentOf(READER, reader, origin);
  const detail = {
    annotation: 'RequestReader',
    sources: [...TEXTS, 'body'],
    otherwise: 'a @Context takes a provider: @ContextReader',
    part: { reader: component },
  } as const;
  return onValueOr({ kind: 'reader', reader: component, origin }, detail, origin);
}

/**
 * Provides the object of a `@Context` parameter or field, by a class, an instance or a function. On a method or class
 * it does so for each parameter that its type fits.
 */
export function ContextReader(provider: ProviderSource): SecondAnnotation & ScopeDecorator {
  const origin = captureOrigin(ContextReader);
  const component = componentOf(PROVIDER, provider, origin);
  const detail = {
    annotation: 'ContextReader',
    sources: ['context'],
    otherwise: 'other values take a reader: @RequestReader',
    part: { provider: component },
  } as const;
  return onValueOr({ kind: 'provider', provider: component, origin }, detail, origin);
}

/**
 * Checks the value once it is converted; what the schema gives is the argument. Without a schema the value is an object
 * of a class, which the validator checks (`validateWith`) or the `static schema` of the class. On a method it checks the
 * result, where a violation is 500.
 */
export function Valid(...given: readonly [schema?: StandardSchemaV1]): SecondAnnotation & MethodAnnotation {
  demandCall(given, '@Valid()');
  const origin = captureOrigin(Valid);
  const valid = given[0] ?? true;
  const detail = {
    annotation: 'Valid',
    sources: [...TEXTS, 'body', 'bean'],
    otherwise: 'a @Context is not checked',
    part: { valid },
  } as const;
  return onValueOr({ kind: 'valid', valid, origin }, detail, origin);
}

type Detail = Omit<DetailNote, 'kind' | 'index'>;

function second(detail: Detail, origin: Origin): SecondAnnotation {
  return (...target: DecoratorArguments): void => onValue(detail, origin, readTarget(target));
}

function onValueOr(note: Note, detail: Detail, origin: Origin): SecondAnnotation & ScopeDecorator {
  return (...args: DecoratorArguments): void => {
    const target = readTarget(args);
    if (target.place === 'parameter' || target.place === 'field') onValue(detail, origin, target);
    else attach(note, target);
  };
}

function onValue(detail: Detail, origin: Origin, target: DecoratorTarget): void {
  attachToValue({ kind: 'detail', index: indexOf(target), ...detail, origin }, target);
}
