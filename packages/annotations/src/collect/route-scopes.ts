import { defined } from '@writ/diagnostics/internal';
import type { AccessRules, Scope } from '@writ/http/kernel';
import { responseHeaders } from '../components/headers.ts';
import type { AnnotationRecord } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import {
  annotationsOfKind,
  classNameOf,
  nearestAnnotation,
  type AnnotationLevels,
  type Method,
} from '../reading/method.ts';
import { classPathOf } from '../reading/path.ts';

/**
 * Returns the scopes of the class and the method that have settings. If the class has an access rule, the scope of the
 * method is always included, because it then matters whether the method has a rule.
 */
export function resolveScopes(method: Method, type: Class, scope: AnnotationLevels): readonly Scope[] {
  const ofClass = buildClassScope(type, scope);
  const ofMethod = buildScope(method.label, method.levels, method.own);
  if (ofClass === undefined) return ofMethod === undefined ? NONE : [ofMethod];
  if (ofMethod !== undefined) return [ofClass, ofMethod];
  return ofClass.access === undefined ? [ofClass] : [ofClass, { name: method.label }];
}

/** Returns the scope of a class; an empty list if it has no settings. */
export function resolveClassScopes(type: Class, scope: AnnotationLevels): readonly Scope[] {
  const ofClass = buildClassScope(type, scope);
  return ofClass === undefined ? NONE : [ofClass];
}

const NONE: readonly never[] = [];

const classScopes = new WeakMap<AnnotationLevels, Scope>();

/** Builds the scope of a class once, because its methods share it. Returns undefined if the class has no settings. */
function buildClassScope(type: Class, scope: AnnotationLevels): Scope | undefined {
  if (!hasLevelSettings(scope)) return undefined;
  let built = classScopes.get(scope);
  if (built === undefined) {
    const settings = buildScope(`class ${classNameOf(type)}`, scope, scope[0]!);
    if (settings === undefined) return undefined;
    built = { ...settings, ...classScopePath(scope) };
    classScopes.set(scope, built);
  }
  return built;
}

/** Returns the application path followed by the class path; an empty object if the class has no path. */
function classScopePath(scope: AnnotationLevels): Pick<Scope, 'path'> {
  const path = classPathOf(scope);
  return path === undefined ? {} : { path };
}

/**
 * Returns the settings of a class or a method. Filters and headers of all levels apply; for any other setting, the
 * nearest level that declares it. Event listeners are not inherited: they come from `own`. Returns undefined
 * without settings.
 */
function buildScope(
  name: string,
  levels: AnnotationLevels,
  own: readonly AnnotationRecord[],
): Scope | undefined {
  if (!hasLevelSettings(levels) && !hasSettings(own)) return undefined;
  // Base class filters run around the class's own filters.
  const filters = levels
    .toReversed()
    .flatMap((annotations) =>
      annotationsOfKind(annotations, 'use').flatMap((annotation) => annotation.filters),
    );
  const headers = levels
    .toReversed()
    .flatMap((annotations) =>
      responseHeaders(annotationsOfKind(annotations, 'headers').flatMap(({ lines }) => lines)),
    );
  const reader = nearestAnnotation(levels, 'reader')?.reader;
  const writer = nearestAnnotation(levels, 'writer')?.writer;
  const handlers = nearestAnnotation(levels, 'catch')?.handlers;
  const access = resolveAccess(levels);
  const events = annotationsOfKind(own, 'events').flatMap((annotation) => annotation.events);
  const settings: Omit<Scope, 'name'> = {
    ...(filters.length === 0 ? {} : { filters }),
    ...defined({ reader, writer, handlers }),
    ...(headers.length === 0 ? {} : { headers }),
    ...defined({ access }),
    ...(events.length === 0 ? {} : { events }),
  };
  return Object.keys(settings).length === 0 ? undefined : { name, ...settings };
}

const SETTINGS: ReadonlySet<AnnotationRecord['kind']> = new Set([
  'use',
  'headers',
  'reader',
  'writer',
  'catch',
  'authenticate',
  'authorize',
  'rule',
  'events',
]);

function hasLevelSettings(levels: AnnotationLevels): boolean {
  for (const annotations of levels) if (hasSettings(annotations)) return true;
  return false;
}

function hasSettings(annotations: readonly AnnotationRecord[]): boolean {
  for (const { kind } of annotations) if (SETTINGS.has(kind)) return true;
  return false;
}

function resolveAccess(levels: AnnotationLevels): AccessRules | undefined {
  const authenticate = nearestAnnotation(levels, 'authenticate')?.provider;
  const authorize = nearestAnnotation(levels, 'authorize')?.provider;
  const rule = nearestAnnotation(levels, 'rule')?.rule;
  const access: AccessRules = {
    ...defined({ authenticate, authorize, rule }),
  };
  return Object.keys(access).length === 0 ? undefined : access;
}
