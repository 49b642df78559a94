import type { TSIndexedAccessType, TSSignature, TSType } from '@oxc-project/types';
import { keyName } from '../module/key-name.ts';
import { findType } from './find-type.ts';
import { literalOf } from './literals.ts';
import type { Scope } from './scope.ts';

interface Located<T> {
  readonly node: T;
  /** The scope of the module that contains the node. */
  readonly scope: Scope;
}

interface Member extends Located<TSType> {
  readonly isOptional: boolean;
}

/**
 * Finds the declaration of the member in `Api['schemas']['Note']`, so that the other members are not read: generated
 * interfaces contain members that are not supported. Returns undefined for members that are not declared in an object
 * type or in an interface without base interfaces and type parameters.
 */
export function findMember(node: TSIndexedAccessType, scope: Scope): Member | undefined {
  const { indexType, objectType } = node;
  const key = indexType.type === 'TSLiteralType' ? literalOf(indexType.literal) : undefined;
  const object = key === undefined ? undefined : findMembers({ node: objectType, scope });
  const member = object?.node.find(
    (each) => each.type === 'TSPropertySignature' && !each.computed && keyName(each.key) === String(key),
  );
  if (object === undefined || member?.type !== 'TSPropertySignature' || member.typeAnnotation === null)
    return undefined;
  return { node: member.typeAnnotation.typeAnnotation, scope: object.scope, isOptional: member.optional };
}

/** Returns the members of an object type; undefined if they are not all declared in one place. */
function findMembers({ node, scope }: Located<TSType>): Located<readonly TSSignature[]> | undefined {
  switch (node.type) {
    case 'TSParenthesizedType':
      return findMembers({ node: node.typeAnnotation, scope });
    case 'TSTypeLiteral':
      return { node: node.members, scope };
    case 'TSIndexedAccessType': {
      const member = findMember(node, scope);
      return member === undefined || member.isOptional ? undefined : findMembers(member);
    }
    case 'TSTypeReference': {
      const found = findType(node.typeName, scope);
      const [declaration, ...others] = found?.declarations ?? [];
      const isPlain = declaration?.type === 'TSInterfaceDeclaration' && others.length === 0;
      if (!isPlain || declaration.extends.length > 0 || declaration.typeParameters !== null) return undefined;
      return { node: declaration.body.body, scope: scope.forModule(found!.module) };
    }
    default:
      return undefined;
  }
}
