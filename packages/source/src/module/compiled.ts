import { existsSync } from 'node:fs';
import type { Class, ClassElement, MethodDefinition, ObjectPattern, ParamPattern } from '@oxc-project/types';
import { keyName } from './key-name.ts';
import { withoutDefault } from './pattern-default.ts';
import type { ModuleSource } from './module-source.ts';

/**
 * Returns the declaration file next to a JavaScript file (`.d.ts` for `.js`, `.d.mts` for `.mjs`); undefined if there
 * is none.
 */
export function findDeclarationFile(file: string): string | undefined {
  const declarations = file.replace(/\.(m?)js$/, '.d.$1ts');
  return declarations !== file && existsSync(declarations) ? declarations : undefined;
}

/**
 * Returns the declarations with the default values of parameters, which only the JavaScript contains. The names of
 * parameters are taken from the declarations, because those in the JavaScript may be minified.
 */
export function joinCompiled(declared: ModuleSource, compiled: ModuleSource): ModuleSource {
  const classes = new Map<string, Class>();
  for (const [name, node] of declared.classes) {
    const counterpart = compiled.classes.get(name);
    classes.set(name, counterpart === undefined ? node : joinClass(node, counterpart));
  }
  const diagnostics = [...declared.diagnostics, ...compiled.diagnostics];
  return { ...declared, classes, defaults: compiled.text, diagnostics };
}

function joinClass(declared: Class, compiled: Class): Class {
  const methods = new Map(
    compiled.body.body.filter(isInstanceMethod).map((method) => [keyName(method.key), method.value.params]),
  );
  const body = declared.body.body.map((member) => {
    if (!isInstanceMethod(member)) return member;
    const params = methods.get(keyName(member.key)) ?? [];
    // A declared `this` does not exist as a parameter in the JavaScript.
    const declaredParams = member.value.params.filter((param) => !('name' in param && param.name === 'this'));
    const joined = declaredParams.map((param, index) => joinParameter(param, params[index]));
    return { ...member, value: { ...member.value, params: joined } };
  });
  return { ...declared, body: { ...declared.body, body } };
}

function isInstanceMethod(member: ClassElement): member is MethodDefinition {
  return member.type === 'MethodDefinition' && !member.static && !member.computed;
}

/**
 * Returns the declared parameter with the default value of the compiled one. Its location does not change: findings
 * point to it.
 */
function joinParameter(declared: ParamPattern, compiled: ParamPattern | undefined): ParamPattern {
  if (declared.type !== 'Identifier' && declared.type !== 'ObjectPattern') return declared;
  if (compiled === undefined || compiled.type === 'RestElement' || compiled.type === 'TSParameterProperty') {
    return declared;
  }
  const { pattern, right } = withoutDefault(compiled);
  const { typeAnnotation, optional, start, end } = declared;
  // If no type is declared, the default is not added: the type would be inferred from it, and findings would point to
  // the other file.
  if (typeAnnotation == null && right !== undefined)
    return { ...declared, optional: true } as unknown as ParamPattern;
  if (typeAnnotation == null) return declared;
  const isDestructured = pattern.type === 'ObjectPattern';
  const target = isDestructured
    ? ({ ...pattern, typeAnnotation, optional, start, end } as ObjectPattern)
    : declared;
  return right === undefined ? target : { type: 'AssignmentPattern', left: target, right, start, end };
}
