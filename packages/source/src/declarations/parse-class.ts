import type { ClassElement, ParamPattern } from '@oxc-project/types';
import { createNode } from './create-node.ts';
import { isComputed, parseKey, takeModifiers } from './parse-key.ts';
import { parseAnnotation, parseTypeParameters } from './parse-type.ts';
import type { Tokens } from './tokens.ts';

/** Parses the members of a class, except index signatures and members with private names. */
export function parseClassMembers(tokens: Tokens): readonly ClassElement[] {
  tokens.expect('{');
  const members: ClassElement[] = [];
  while (!tokens.at('}') && tokens.next.kind !== 'end') {
    const member = parseClassMember(tokens);
    if (member !== undefined) members.push(member);
    tokens.skip(';');
  }
  tokens.expect('}');
  return members;
}

const MODIFIERS = [
  'public',
  'protected',
  'private',
  'static',
  'abstract',
  'override',
  'readonly',
  'declare',
  'accessor',
];

function parseClassMember(tokens: Tokens): ClassElement | undefined {
  const { start } = tokens.next;
  const modifiers = takeModifiers(tokens, ...MODIFIERS);
  const isAccessor = tokens.at('get', 'set') && !tokens.isFollowedBy('(', ':', ';', '?', '<', '=');
  if (isAccessor) tokens.take();
  if (tokens.at('[') && !isComputed(tokens)) {
    tokens.skipTo(';', '}');
    return undefined;
  }
  const name = parseKey(tokens);
  const isPrivate = name.key.type === 'PrivateIdentifier';
  const optional = tokens.skip('?', '!');
  const common = { ...name, static: modifiers.has('static'), optional, decorators: [] };
  if (tokens.at('(', '<')) {
    const typeParameters = parseTypeParameters(tokens);
    const params = parseParameters(tokens);
    const returnType = parseAnnotation(tokens, ';', '}');
    const isConstructor = !common.static && name.key.type === 'Identifier' && name.key.name === 'constructor';
    const kind = isAccessor ? 'get' : isConstructor ? 'constructor' : 'method';
    const value = createNode('TSEmptyBodyFunctionExpression', start, tokens.previousEnd, {
      typeParameters,
      params,
      returnType,
    });
    return isPrivate
      ? undefined
      : createNode('MethodDefinition', start, tokens.previousEnd, { ...common, kind, value });
  }
  const typeAnnotation = parseAnnotation(tokens, ';', '}', '=');
  if (tokens.at('=')) tokens.skipTo(';', '}');
  return isPrivate
    ? undefined
    : createNode('PropertyDefinition', start, tokens.previousEnd, { ...common, typeAnnotation, value: null });
}

function parseParameters(tokens: Tokens): readonly ParamPattern[] {
  tokens.expect('(');
  const params: ParamPattern[] = [];
  while (!tokens.at(')')) {
    params.push(parseParameter(tokens));
    if (!tokens.skip(',')) break;
  }
  tokens.expect(')');
  return params;
}

function parseParameter(tokens: Tokens): ParamPattern {
  const { start } = tokens.next;
  const isRest = tokens.skip('...');
  const isPattern = tokens.at('{', '[');
  const type = tokens.at('{') ? 'ObjectPattern' : tokens.at('[') ? 'ArrayPattern' : 'Identifier';
  const name = isPattern ? undefined : tokens.name().value;
  if (isPattern) tokens.skipOne();
  const optional = tokens.skip('?');
  const typeAnnotation = parseAnnotation(tokens, ',', ')', '=');
  const end = tokens.previousEnd;
  if (isRest)
    return createNode('RestElement', start, end, {
      argument: createNode('Identifier', start, end, { name }),
      typeAnnotation,
    });
  return createNode(type, start, end, { name, optional, typeAnnotation, properties: [], elements: [] });
}
