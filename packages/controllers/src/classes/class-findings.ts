import type { Diagnostic } from '@writ/diagnostics';
import type {
  AccessorProperty,
  ClassElement,
  MethodDefinition,
  PropertyDefinition,
  Span,
} from '@oxc-project/types';
import { type ClassSource, keyName, rangeOf } from '@writ/source';
import { finding } from '../finding-codes.ts';
import { isJsonType, mediaTypeOf } from '../result/media-type.ts';
import type { HandlerSource } from './handlers.ts';

export interface SourceLocation {
  readonly file: string;
  readonly range: Diagnostic['range'] & {};
}

function locateClass({ module, node }: ClassSource): SourceLocation {
  const span: Pick<Span, 'start' | 'end'> = node.id ?? { start: node.start, end: node.body.start };
  return { file: module.text.name, range: rangeOf(module.text, span) };
}

/** Returns the location of a member, preferably a static one, or that of the class if the member is inherited. */
export function locateMember(source: ClassSource, name: string): SourceLocation {
  const { module, node } = source;
  const members = node.body.body.filter(
    (each) => isNamedMember(each) && !each.computed && keyName(each.key) === name,
  ) as NamedMember[];
  const member = members.find((each) => each.static) ?? members[0];
  if (member === undefined) return locateClass(source);
  return { file: module.text.name, range: rangeOf(module.text, member.key) };
}

type NamedMember = PropertyDefinition | MethodDefinition | AccessorProperty;

function isNamedMember(member: ClassElement): member is NamedMember {
  return (
    member.type === 'PropertyDefinition' ||
    member.type === 'MethodDefinition' ||
    member.type === 'AccessorProperty'
  );
}

export function defaultExportedController(place: SourceLocation, local: string): Diagnostic {
  const name = local === 'default' ? 'Default' : local;
  return finding(
    'default-export',
    'a controller cannot be the default export: its export name is its path segment',
    {
      ...place,
      hint: `write export class ${name}`,
    },
  );
}

export function undeclaredClass(place: SourceLocation, name: string, hint?: string): Diagnostic {
  return finding(
    'class-undeclared',
    `${name} is a controller, but this file does not declare a class of that name`,
    {
      ...place,
      hint:
        hint ??
        `write export class ${name} extends … { }, or begin its name with "_" to exclude it from the routes`,
    },
  );
}

export function invalidClassName(source: ClassSource): Diagnostic {
  return finding('class-name', `the name ${JSON.stringify(source.name)} is not a valid path segment`, {
    ...locateClass(source),
    hint: 'export it under a name of letters and digits; only files and folders can be variables',
  });
}

export function unreachableClass(source: ClassSource, catchAll: string): Diagnostic {
  return finding(
    'catch-all',
    `${source.name} is unreachable: [...${catchAll}] matches all paths below its folder`,
    {
      ...locateClass(source),
      hint: 'name it Default, move it to another module, or begin its name with "_" to exclude it from the routes',
    },
  );
}

export function missingHandlers(source: ClassSource): Diagnostic {
  const small = findLowercaseVerb(source);
  if (small !== undefined) {
    const message = `${source.name} has no handler: handler names are in capital letters, such as GET`;
    return finding('class-without-verbs', message, {
      ...locateMember(source, small),
      hint: `rename ${small} to ${small.toUpperCase()}`,
    });
  }
  return finding('class-without-verbs', `${source.name} has no handler, such as GET`, {
    ...locateClass(source),
    hint: 'add a handler; to exclude a base class, declare it abstract, or use a name that begins with "_" or ends in "Controller"',
  });
}

/**
 * Finds a method with a lower-case or mixed-case verb as its name, such as `get` or `Post`, as handlers have in other
 * frameworks.
 */
function findLowercaseVerb({ node }: ClassSource): string | undefined {
  const methods = node.body.body.filter((each) => each.type === 'MethodDefinition' && each.kind === 'method');
  const names = methods.map((each) =>
    isNamedMember(each) && !each.computed ? keyName(each.key) : undefined,
  );
  return names.find((name) => /^(?:any|delete|get|head|options|patch|post|put)$/i.test(name ?? ''));
}

/** Reports a handler that returns an object although the extension in its class name does not belong to a JSON type. */
export function checkResultType(
  { verb, owner, objectResult }: HandlerSource,
  extension: string,
): readonly Diagnostic[] {
  const type = mediaTypeOf(extension);
  if (objectResult === undefined || isJsonType(type)) return [];
  return [
    finding(
      'result-form',
      `${owner.name}.${verb} returns an object, which is sent as JSON with the content type ${type}`,
      {
        file: owner.module.text.name,
        range: objectResult,
        hint: `return a string, bytes or a stream; for JSON, use the extension json or no extension`,
      },
    ),
  ];
}

export function unreadableHandler(source: ClassSource, verb: string): Diagnostic {
  return finding('handler-unreadable', `the signature of ${source.name}.${verb} cannot be read`, {
    ...locateClass(source),
    hint: 'declare the method in a class that can be reached through "extends" and imports',
  });
}
