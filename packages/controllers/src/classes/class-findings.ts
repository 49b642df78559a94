import type { Diagnostic } from '@writ/diagnostics';
import type { AccessorProperty, ClassElement, MethodDefinition, PropertyDefinition, Span } from 'oxc-parser';
import { type ClassSource, keyName, rangeOf } from '@writ/source';
import { finding } from '../finding-codes.ts';
import { isJsonType, mediaTypeOf } from '../result/media-type.ts';
import type { HandlerSource } from './handlers.ts';

export interface Place {
  readonly file: string;
  readonly range: Diagnostic['range'] & {};
}

function placeOfClass({ module, node }: ClassSource): Place {
  const place: Pick<Span, 'start' | 'end'> = node.id ?? { start: node.start, end: node.body.start };
  return { file: module.text.name, range: rangeOf(module.text, place) };
}

/** Of a member, a static one rather than another, where the class declares it itself; of the class, where it inherits it. */
export function placeOfMember(source: ClassSource, name: string): Place {
  const { module, node } = source;
  const members = node.body.body.filter(
    (each) => isNamed(each) && !each.computed && keyName(each.key) === name,
  ) as NamedMember[];
  const member = members.find((each) => each.static) ?? members[0];
  if (member === undefined) return placeOfClass(source);
  return { file: module.text.name, range: rangeOf(module.text, member.key) };
}

type NamedMember = PropertyDefinition | MethodDefinition | AccessorProperty;

function isNamed(member: ClassElement): member is NamedMember {
  return (
    member.type === 'PropertyDefinition' ||
    member.type === 'MethodDefinition' ||
    member.type === 'AccessorProperty'
  );
}

export function defaultExport(place: Place, local: string): Diagnostic {
  const name = local === 'default' ? 'Default' : local;
  return finding(
    'default-export',
    'a controller is exported by its name, because the name is its place in the path',
    {
      ...place,
      hint: `write export class ${name}`,
    },
  );
}

export function undeclared(place: Place, name: string, hint?: string): Diagnostic {
  return finding(
    'class-undeclared',
    `${name} is a controller, but no class of that name stands in this file`,
    {
      ...place,
      hint:
        hint ??
        `write export class ${name} extends … { }, or begin its name with "_" to keep it out of the routes`,
    },
  );
}

export function unnameable(source: ClassSource): Diagnostic {
  return finding('class-name', `the name ${JSON.stringify(source.name)} makes no path bit`, {
    ...placeOfClass(source),
    hint: 'export it under a name of letters and digits; only a file or a folder can stand for a variable',
  });
}

export function withoutVerbs(source: ClassSource): Diagnostic {
  const small = smallVerbOf(source);
  if (small !== undefined) {
    const message = `${source.name} answers nothing: handlers are named in capital letters, such as GET`;
    return finding('class-without-verbs', message, {
      ...placeOfMember(source, small),
      hint: `write ${small.toUpperCase()} in place of ${small}`,
    });
  }
  return finding('class-without-verbs', `${source.name} answers nothing: it has no method such as GET`, {
    ...placeOfClass(source),
    hint: 'a class that others extend is abstract, ends its name in "Controller", or begins it with "_"',
  });
}

/** Such as `get` or `Post`, as methods are called elsewhere. */
function smallVerbOf({ node }: ClassSource): string | undefined {
  const methods = node.body.body.filter((each) => each.type === 'MethodDefinition' && each.kind === 'method');
  const names = methods.map((each) => (isNamed(each) && !each.computed ? keyName(each.key) : undefined));
  return names.find((name) => /^(?:any|delete|get|head|options|patch|post|put)$/i.test(name ?? ''));
}

/** An object that the handler of a class with an extension gives, where the type of that is not JSON. */
export function unsendable(
  { verb, owner, objectResult }: HandlerSource,
  extension: string,
): readonly Diagnostic[] {
  const type = mediaTypeOf(extension);
  if (objectResult === undefined || isJsonType(type)) return [];
  return [
    finding(
      'result-form',
      `${owner.name}.${verb} gives an object, which is sent as JSON under the name ${type}`,
      {
        file: owner.module.text.name,
        range: objectResult,
        hint: `return a string of .${extension}, bytes or a stream; what is JSON has the extension json, or none`,
      },
    ),
  ];
}

export function unreadable(source: ClassSource, verb: string): Diagnostic {
  return finding('handler-unreadable', `the signature of ${source.name}.${verb} is not found in any source`, {
    ...placeOfClass(source),
    hint: 'declare the method in a class that is reached by "extends" and relative imports alone',
  });
}
