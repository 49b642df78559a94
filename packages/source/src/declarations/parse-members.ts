import type { TSSignature } from '@oxc-project/types';
import { createNode } from './create-node.ts';
import { isComputed, parseKey, takeModifiers } from './parse-key.ts';
import { UnreadableError } from './scan.ts';
import type { Tokens } from './tokens.ts';

/** Parses `: T`, if present. */
type ParseAnnotation = (tokens: Tokens, ...ends: readonly string[]) => object | null;

/** Parses `{ … }` of an object type or an interface. */
export function parseTypeMembers(tokens: Tokens, parseAnnotation: ParseAnnotation): readonly TSSignature[] {
  tokens.expect('{');
  const members: TSSignature[] = [];
  while (!tokens.at('}')) {
    members.push(parseTypeMember(tokens, parseAnnotation));
    if (!tokens.skip(';', ',') && !tokens.at('}') && !tokens.isOnNewLine())
      throw new UnreadableError('this kind of member is not supported');
  }
  tokens.expect('}');
  return members;
}

function parseTypeMember(tokens: Tokens, parseAnnotation: ParseAnnotation): TSSignature {
  const { start } = tokens.next;
  const readonly = takeModifiers(tokens, 'readonly').has('readonly');
  if (tokens.at('[') && !isComputed(tokens)) return parseIndexSignature(tokens, start, parseAnnotation);
  if (takeModifiers(tokens, 'get', 'set').size > 0) return skipMember(tokens, 'TSMethodSignature', start);
  if (tokens.at('(', '<', 'new') && !(tokens.at('new') && !tokens.isFollowedBy('(', '<')))
    return skipMember(tokens, 'TSCallSignatureDeclaration', start);
  const name = parseKey(tokens);
  const optional = tokens.skip('?');
  if (tokens.at('(', '<')) return skipMember(tokens, 'TSMethodSignature', start);
  const typeAnnotation = parseAnnotation(tokens, ';', ',', '}');
  return createNode('TSPropertySignature', start, tokens.previousEnd, {
    ...name,
    optional,
    readonly,
    typeAnnotation,
  });
}

/** Parses `[name: string]: T`. */
function parseIndexSignature(tokens: Tokens, start: number, parseAnnotation: ParseAnnotation): TSSignature {
  tokens.expect('[');
  tokens.name();
  tokens.expect(':');
  tokens.skipTo(']');
  tokens.expect(']');
  const typeAnnotation = parseAnnotation(tokens, ';', ',', '}');
  if (typeAnnotation === null) throw new UnreadableError('an index signature must have a type');
  return createNode('TSIndexSignature', start, tokens.previousEnd, { typeAnnotation });
}

/** Skips a method, an accessor or a call signature, and returns a node of that type without its parts. */
function skipMember(tokens: Tokens, type: TSSignature['type'], start: number): TSSignature {
  tokens.skipTo(';', ',', '}');
  return createNode(type, start, tokens.previousEnd);
}
