import { defined } from '@writ/diagnostics/internal';
import type { AccessRules, Scope } from '@writ/http/kernel';
import { sentHeaders } from '../components/header-text.ts';
import type { Note } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { all, classNameOf, nearest, type Levels, type Method } from '../reading/method.ts';
import { classPathOf } from '../reading/path.ts';

/** Those that say something; the method's own also where its class says who may call, for it says nothing of that. */
export function scopesOf(method: Method, type: Class, scope: Levels): readonly Scope[] {
  const ofClass = { ...scopeOf(`class ${classNameOf(type)}`, scope, scope[0]!), ...pathOf(scope) };
  const ofMethod = scopeOf(method.label, method.levels, method.own);
  const saysMore = ({ name: _name, path: _path, ...said }: Scope): boolean => Object.keys(said).length > 0;
  return [ofClass, ofMethod].filter(
    (each) => saysMore(each) || (each === ofMethod && ofClass.access !== undefined),
  );
}

/** The path of the class, below that of the application. */
function pathOf(scope: Levels): Pick<Scope, 'path'> {
  const path = classPathOf(scope);
  return path === undefined ? {} : { path };
}

/**
 * What is set for all methods of the class, or for one; of each thing what the nearest class says of it. Events are not
 * inherited: they are those of `own`.
 */
function scopeOf(name: string, levels: Levels, own: readonly Note[]): Scope {
  // The filters of base classes stand around those of the class.
  const filters = levels.toReversed().flatMap((notes) => all(notes, 'use').flatMap((note) => note.filters));
  const headers = levels
    .toReversed()
    .flatMap((notes) => sentHeaders(all(notes, 'headers').flatMap(({ texts }) => texts)));
  const reader = nearest(levels, 'reader')?.reader;
  const writer = nearest(levels, 'writer')?.writer;
  const handlers = nearest(levels, 'catch')?.handlers;
  const access = accessOf(levels);
  const events = all(own, 'events').flatMap((note) => note.events);
  return {
    name,
    ...(filters.length === 0 ? {} : { filters }),
    ...defined({ reader, writer, handlers }),
    ...(headers.length === 0 ? {} : { headers }),
    ...defined({ access }),
    ...(events.length === 0 ? {} : { events }),
  };
}

function accessOf(levels: Levels): AccessRules | undefined {
  const authenticate = nearest(levels, 'authenticate')?.provider;
  const authorize = nearest(levels, 'authorize')?.provider;
  const rule = nearest(levels, 'rule')?.rule;
  const access: AccessRules = {
    ...defined({ authenticate, authorize, rule }),
  };
  return Object.keys(access).length === 0 ? undefined : access;
}
