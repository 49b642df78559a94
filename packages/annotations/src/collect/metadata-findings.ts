import type { Route } from '@writ/http';
import type { Binding, Origin } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import { findDeclarationFile } from '../declared-types/declaration-file.ts';
import { findAnnotatingClass } from '../declared-types/source-types.ts';
import { lineage } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { annotationName } from '../reading/modifiers.ts';
import { annotationsOfKind, classNameOf, nearestAnnotation, type Method } from '../reading/method.ts';
import { typeName } from '../reading/types.ts';
import { listBeanTargets } from './bean.ts';
import type { Endpoint } from './endpoint.ts';
import { resolveParameter, type BindingTarget } from './parameter.ts';
import { isMetadataOnly } from './declared-type.ts';

/** A parameter or field whose type is known only from metadata. */
interface MetadataOnlyType {
  readonly owner: Class;
  readonly target: BindingTarget;
  readonly binding: Binding;
  readonly origin: Origin;
}

/**
 * Returns a warning for each class (the endpoint, its beans and their base classes) that declares parameters or fields
 * whose types are known only from metadata, which cannot distinguish an enum from a string. Classes in `warned` are
 * skipped, and reported classes are added to it.
 */
export function checkMetadataOnlyTypes(
  type: Class,
  { methods, routes }: Pick<Endpoint, 'methods' | 'routes'>,
  warned: WeakSet<Class>,
): Finding[] {
  const found = [
    ...findMetadataOnlyParameters(type, methods),
    ...collectBeanClasses(routes).flatMap(findMetadataOnlyFields),
  ];
  if (found.length === 0) return [];
  const classes = [...Map.groupBy(found, ({ owner }) => owner)].filter(([owner]) => !warned.has(owner));
  return classes.map(([owner, each]) => {
    warned.add(owner);
    return metadataOnlyWarning(owner, each);
  });
}

function findMetadataOnlyParameters(type: Class, methods: readonly Method[]): MetadataOnlyType[] {
  const line = lineage(type);
  return methods.flatMap((method) => {
    const verb = nearestAnnotation(method.levels, 'verb');
    if (verb === undefined || verb.params.length > 0) return [];
    const owner = findAnnotatingClass(line, method.name) ?? type;
    const annotations = method.levels.find((each) => annotationsOfKind(each, 'param').length > 0) ?? [];
    return method.design.flatMap((design, index) => {
      const { label, sourceType: source } = method;
      const target: BindingTarget = {
        index,
        label,
        design,
        sourceType: () => source(index),
        lacksMetadata: false,
      };
      const own = annotations.filter((annotation) => 'index' in annotation && annotation.index === index);
      // The parameter without annotations is the body.
      const body: LocatedBinding = { binding: { source: 'body' } as Binding, origin: verb.origin };
      return toMetadataOnlyTypes(owner, target, own.length === 0 ? body : resolveParameter(target, own, []));
    });
  });
}

function findMetadataOnlyFields(type: Class): MetadataOnlyType[] {
  return listBeanTargets(type).flatMap(({ owner, target, annotations }) =>
    toMetadataOnlyTypes(owner, target, resolveParameter(target, annotations, [])),
  );
}

interface LocatedBinding {
  readonly binding: Binding | undefined;
  readonly origin: Origin;
}

function toMetadataOnlyTypes(
  owner: Class,
  target: BindingTarget,
  parameter: LocatedBinding | undefined,
): MetadataOnlyType[] {
  if (parameter?.binding === undefined || !isMetadataOnly(target, parameter.binding)) return [];
  return [{ owner, target, binding: parameter.binding, origin: parameter.origin }];
}

/** Returns the bean classes of the routes, including nested beans. */
function collectBeanClasses(routes: readonly Route[]): readonly Class[] {
  const found = new Set<Class>();
  const add = (bindings: readonly Binding[]): void => {
    for (const binding of bindings) {
      if (binding.source !== 'bean' || found.has(binding.type)) continue;
      found.add(binding.type);
      add([...binding.parameters, ...binding.fields.map((field) => field.binding)]);
    }
  };
  for (const { bindings } of routes) add(bindings);
  return [...found];
}

function metadataOnlyWarning(owner: Class, [first, ...others]: readonly MetadataOnlyType[]): Finding {
  const { target, binding, origin } = first!;
  const annotation = annotationName(binding.source);
  const name = 'name' in binding ? `'${binding.name}'` : '';
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const type = typeName(target.design);
  const declarations = findDeclarationFile(owner);
  const atHand =
    declarations === undefined
      ? 'or provide the declared types: compile with "declaration": true, import the output of "writ build", or use @writ/annotations/register or a plug-in of @writ/annotations/bundler'
      : `or declare it in ${declarations}: export ${classNameOf(owner)} and make its annotated members public`;
  return {
    rule: 'metadata-only-type',
    origin,
    message: () =>
      `${classNameOf(owner)}: the type of ${annotation}(${name}) of ${target.label}${more} comes from metadata only, which contains ${type} for enums and literals as well, so their values are not checked`,
    hint: () =>
      `declare it, for example with ${annotation}(${name === '' ? '' : `${name}, `}${type}), ${atHand}`,
  };
}
