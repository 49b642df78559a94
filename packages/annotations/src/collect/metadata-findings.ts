import type { Route } from '@writ/http';
import type { Binding, Origin } from '@writ/http/kernel';
import type { Finding } from '../findings/finding.ts';
import { declarationFileBeside } from '../declared-types/beside-script.ts';
import { annotatingClass } from '../declared-types/recorded-of.ts';
import { lineage } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { annotationOf } from '../reading/details.ts';
import { all, classNameOf, methodsOf, nearest } from '../reading/method.ts';
import { typeName } from '../reading/types.ts';
import { placesOf } from './bean.ts';
import { slotOf, type Place } from './slot.ts';
import { isByMetadataAlone } from './type-from-declaration.ts';

/** A parameter or field whose type only metadata says. */
interface Alone {
  readonly owner: Class;
  readonly place: Place;
  readonly binding: Binding;
  readonly origin: Origin;
}

/**
 * One warning for each class, of those in the routes and their beans, that has parameters or fields whose type only
 * metadata says: it cannot tell an enum from a string. `warned` are the classes that had theirs.
 */
export function metadataFindings(type: Class, routes: readonly Route[], warned: WeakSet<Class>): Finding[] {
  const found = [...parametersAlone(type), ...beansIn(routes).flatMap(fieldsAlone)];
  const classes = [...Map.groupBy(found, ({ owner }) => owner)].filter(([owner]) => !warned.has(owner));
  return classes.map(([owner, each]) => {
    warned.add(owner);
    return warning(owner, each);
  });
}

function parametersAlone(type: Class): Alone[] {
  const line = lineage(type);
  return methodsOf(type).flatMap((method) => {
    const verb = nearest(method.levels, 'verb');
    if (verb === undefined || verb.params.length > 0) return [];
    const owner = annotatingClass(line, method.name) ?? type;
    const notes = method.levels.find((each) => all(each, 'param').length > 0) ?? [];
    return method.design.flatMap((design, index) => {
      const { label, source } = method;
      const place: Place = { index, label, design, source: () => source(index), untold: false };
      const own = notes.filter((note) => 'index' in note && note.index === index);
      // The one that nothing is said about is the body.
      const body: Slotted = { binding: { source: 'body' } as Binding, origin: verb.origin };
      return aloneAt(owner, place, own.length === 0 ? body : slotOf(place, own, []));
    });
  });
}

function fieldsAlone(type: Class): Alone[] {
  return placesOf(type).flatMap(({ owner, place, notes }) => aloneAt(owner, place, slotOf(place, notes, [])));
}

interface Slotted {
  readonly binding: Binding | undefined;
  readonly origin: Origin;
}

function aloneAt(owner: Class, place: Place, slot: Slotted | undefined): Alone[] {
  if (slot?.binding === undefined || !isByMetadataAlone(place, slot.binding)) return [];
  return [{ owner, place, binding: slot.binding, origin: slot.origin }];
}

/** The classes of beans, and of beans in them. */
function beansIn(routes: readonly Route[]): readonly Class[] {
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

function warning(owner: Class, [first, ...others]: readonly Alone[]): Finding {
  const { place, binding, origin } = first!;
  const annotation = annotationOf(binding.source);
  const name = 'name' in binding ? `'${binding.name}'` : '';
  const more = others.length === 0 ? '' : ` and of ${others.length} more`;
  const type = typeName(place.design);
  const declarations = declarationFileBeside(owner);
  const atHand =
    declarations === undefined
      ? 'or have the source at hand: compile with "declaration": true, import what writ build writes, or load it by @writ/annotations/register or a plug-in of @writ/annotations/bundler'
      : `or let ${declarations} declare it: export ${classNameOf(owner)}, and make what is annotated public`;
  return {
    rule: 'metadata-alone',
    origin,
    message: () =>
      `${classNameOf(owner)}: the type of ${annotation}(${name}) of ${place.label}${more} is known by metadata alone, which says ${type} of an enum and of literals as well: their values are not checked`,
    hint: () => `write it, such as ${annotation}(${name === '' ? '' : `${name}, `}${type}), ${atHand}`,
  };
}
