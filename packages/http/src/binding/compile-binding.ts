import { isNamedBinding } from '../contract/binding-sources.ts';
import { readerConverter } from './readers/read-value.ts';
import type { BeanBinding, Binding, Route } from '../contract/route.ts';
import type { Component } from '../contract/component.ts';
import type { ContextObjects } from '../contract/registry.ts';
import type { ValueReader } from '../contract/roles.ts';
import type { Validator } from '../contract/validator.ts';
import type { BindingPlan } from './binding-plan.ts';
import { resolveCheck } from './validation/resolve-check.ts';
import { compileType } from '../types/compile-type.ts';
import { ABSENT, TypeProblem, type Converter } from '../types/converter.ts';
import { Failure } from '../types/failure.ts';
import { withSchema } from '../types/schema-type.ts';
import { compileReadStrings } from './extract/string-sources.ts';
import {
  convertStrings,
  extractBody,
  extractPath,
  extractStrings,
  type Extractor,
} from './extract/extractor.ts';
import { extractBean } from './extract/extract-bean.ts';
import { extractContext } from './extract/extract-context.ts';
import { extractForm } from './extract/extract-form.ts';
import { extractName } from './extract/extract-name.ts';
import { extractObject } from './extract/extract-object.ts';
import { extractPosition, extractRest } from './extract/extract-position.ts';

/** A compiled binding. */
export interface CompiledBinding {
  readonly binding: Binding;
  /** Undefined for context objects and beans, which are not converted. */
  readonly converter: Converter | undefined;
  readonly extract: Extractor;
  /** Whether the extractor may return a promise. */
  readonly async: boolean;
}

export interface BindingContext {
  readonly route: Route;
  readonly variables: readonly string[];
  /** Names that other arguments use. Object bindings leave them out. */
  readonly names: ReadonlySet<string>;
  readonly objects: ContextObjects;
  readonly validator: Validator | undefined;
  /** Reports a suspicious but legal binding. */
  readonly warn: (binding: Binding, message: string, hint: string) => void;
}

/** Compiles a binding other than a bean. Throws {@link TypeProblem} if its type does not support it. */
export function compileBinding(
  binding: Exclude<Binding, BeanBinding>,
  plan: BindingPlan,
  context: BindingContext,
): CompiledBinding {
  if (binding.source === 'context') {
    const { objects, validator } = context;
    const { extract, async, unprovided } = extractContext(binding, plan.provider?.value, objects, validator);
    if (unprovided) {
      const hint =
        'HttpRequest, HttpResponse, RoutingContext, AbortSignal, Toolkit, EventBus and User are always available; register a provider for other classes, or, if a filter supplies the object, call router.registries.setContextObject';
      context.warn(
        binding,
        'no registered provider supplies it; unless a filter does, requests result in 400',
        hint,
      );
    }
    return { binding, converter: undefined, extract, async };
  }
  const converter = compileConverter(binding, plan.reader?.value, context.validator);
  assertDefault(binding, converter);
  return {
    binding,
    converter,
    extract: compileExtractor(binding, converter, context),
    async: converter.async,
  };
}

/**
 * Compiles a bean from its compiled parameters, followed by its compiled fields. Throws {@link TypeProblem} if the bean
 * must be validated but has neither a schema nor a validator.
 */
export function compileBean(
  binding: BeanBinding,
  parts: readonly CompiledBinding[],
  validator: Validator | undefined,
): CompiledBinding {
  const extractors = parts.map(({ extract }) => extract);
  const check = resolveCheck(binding.valid, binding.type, validator);
  const extract = extractBean(
    binding,
    extractors,
    binding.type.name === '' ? 'class' : binding.type.name,
    check,
  );
  const async = check !== undefined || parts.some((part) => part.async);
  return { binding, converter: undefined, extract, async };
}

type ConvertedBinding = Exclude<Binding, { source: 'context' | 'bean' }>;

function compileExtractor(
  binding: ConvertedBinding,
  converter: Converter,
  { route, variables, names }: BindingContext,
): Extractor {
  switch (binding.source) {
    case 'path':
      return extractPath(binding, variables.indexOf(binding.name), converter, route.pathMismatchStatus);
    case 'form':
      return extractForm(binding, converter);
    case 'query':
    case 'matrix':
    case 'cookie':
    case 'header':
      return extractStrings(binding, compileReadStrings(binding.source, binding, converter), converter);
    case 'body':
      return extractBody(binding, converter);
    case 'position':
      return extractPosition(binding, converter, route.pathMismatchStatus);
    case 'name':
      return extractName(binding, converter);
    case 'object':
      return extractObject(binding, names);
    case 'rest':
      return extractRest(binding, converter, route.pathMismatchStatus);
  }
}

/**
 * Compiles the conversion of a binding, and the check of its value. Throws {@link TypeProblem} if the binding does not
 * support its type.
 */
export function compileConverter(
  binding: ConvertedBinding,
  reader: Component<ValueReader> | undefined,
  validator: Validator | undefined,
): Converter {
  const own = compileType(binding.type);
  const converter = reader === undefined ? own : readerConverter(reader, binding.type, own);
  if (isNamedBinding(binding) && converter.text === undefined && !isFileOfForm(binding, own)) {
    throw new TypeProblem(
      `${converter.name} cannot be converted from a string`,
      own.file === undefined
        ? 'add a constructor with one parameter, static fromString or static valueOf; or bind the value as the body'
        : 'bind a file with FormParam',
    );
  }
  if (binding.source === 'path' && own.isArray === true && converter === own) {
    throw new TypeProblem(
      'a path variable has one value, not an array',
      'use the type of the value, or String and split it in the handler',
    );
  }
  if (binding.source === 'body' && own.file !== undefined) {
    throw new TypeProblem(`${own.name} cannot be converted from a whole body`, 'bind a file with FormParam');
  }
  const isBody = binding.source === 'body';
  const applicable = isBody || binding.valid === true ? validator : undefined;
  const check = resolveCheck(binding.valid, binding.type, applicable, isBody);
  return check === undefined ? converter : withSchema(converter, check);
}

function isFileOfForm({ source }: Binding, { file }: Converter): boolean {
  return source === 'form' && file !== undefined;
}

/** Throws if the default cannot be converted. Asynchronous conversions are not checked. */
function assertDefault(binding: ConvertedBinding, converter: Converter): void {
  if (!('default' in binding) || binding.default === undefined) return;
  if (converter.text === undefined) {
    throw new TypeProblem(
      `a default is not possible, because ${converter.name} is not converted from strings`,
    );
  }
  if (converter.async) return;
  const value = convertStrings(converter, [binding.default], false);
  if (value !== ABSENT && !(value instanceof Failure)) return;
  const why = value === ABSENT ? 'counts as missing' : value.issues.map(({ detail }) => detail).join(', ');
  throw new TypeProblem(`the default ${JSON.stringify(binding.default)} ${why}`);
}
