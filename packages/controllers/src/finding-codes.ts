import {
  defineRules,
  ruleMembers,
  type Diagnostic,
  type Rules,
  type RelatedLocation,
} from '@writ/diagnostics';
import { SOURCE_RULES, type SourceRule } from '@writ/source/findings';

/** The rules of controllers at start-up. */
const declarations = {
  'prefix-malformed': {
    code: 'W3001',
    severity: 'error',
    title: 'A prefix must be the name of a module, such as `app.controllers`.',
  },
  'prefix-missing': {
    code: 'W3002',
    severity: 'error',
    title: 'The module, folder or package that a prefix names must exist.',
  },
  'prefix-linked': {
    code: 'W3003',
    severity: 'error',
    title: 'The path of a prefix must not contain symbolic links.',
  },
  'prefix-ambiguous': {
    code: 'W3004',
    severity: 'error',
    title: 'Without `--prefix`, only one of the default prefixes may exist.',
  },
  'prefix-empty': {
    code: 'W3005',
    severity: 'error',
    title: 'The modules of a prefix must export at least one controller.',
  },
  'module-name': {
    code: 'W3101',
    severity: 'error',
    title: 'The name of a module or folder must be a valid path segment.',
  },
  'variable-name': {
    code: 'W3102',
    severity: 'error',
    title: 'The path of a module must not contain two variables with the same name.',
  },
  'variable-clash': {
    code: 'W3106',
    severity: 'error',
    title: 'Variables at the same position in a path must have the same name.',
  },
  'module-kind': {
    code: 'W3107',
    severity: 'warning',
    title: 'A file with code in the folder of a prefix should have an extension that Writ loads.',
  },
  'catch-all': {
    code: 'W3108',
    severity: 'error',
    title: 'A catch-all module, such as `[...path].ts`, must not export any controller other than `Default`.',
  },
  setup: {
    code: 'W3109',
    severity: 'error',
    title:
      'A module `_setup` must be in the folder of the prefix, and export a synchronous function named `setup`, which must not fail.',
  },
  'module-import': {
    code: 'W3104',
    severity: 'error',
    title: 'Importing a module must not fail or take longer than 10 seconds.',
  },
  'default-export': {
    code: 'W3201',
    severity: 'error',
    title: 'A controller must be a named export, not the default export.',
  },
  'class-undeclared': {
    code: 'W3202',
    severity: 'error',
    title: 'An exported controller must be declared with `class`.',
  },
  'class-name': {
    code: 'W3203',
    severity: 'error',
    title: 'The name of an exported controller must be a valid path segment.',
  },
  'class-without-verbs': {
    code: 'W3204',
    severity: 'warning',
    title: 'A controller should have at least one handler, such as `GET`, or a nested controller.',
  },
  policy: {
    code: 'W3206',
    severity: 'error',
    title: 'A policy, such as `static auth`, must have a valid value.',
  },
  'policy-misspelled': {
    code: 'W3207',
    severity: 'error',
    title: 'A policy must have the correct name and be declared where it takes effect.',
  },
  'policy-unused': {
    code: 'W3208',
    severity: 'warning',
    title: 'A policy should have an effect on all handlers that it seems to cover.',
  },
  'static-unknown': {
    code: 'W3209',
    severity: 'warning',
    title:
      'A static member of a controller, or an export of `_policies`, should be a policy or have a name that begins with `_`.',
  },
  alias: {
    code: 'W3210',
    severity: 'error',
    title: 'The names in `static alias` must be valid path segments that no other class or module has.',
  },
  'route-clash': {
    code: 'W3205',
    severity: 'error',
    title: 'A path must not have two handlers for the same HTTP method.',
  },
  'handler-form': {
    code: 'W3301',
    severity: 'error',
    title: 'A handler must be a public instance method with a single signature.',
  },
  'verb-unknown': {
    code: 'W3302',
    severity: 'error',
    title: 'A method with a name in capital letters must be named after an HTTP method, `ANY` or `SOCKET`.',
  },
  'verb-reserved': {
    code: 'W3303',
    severity: 'error',
    title: 'A method of a controller must not have the reserved name `CONNECT` or `DISCONNECT`.',
  },
  'handler-unreadable': {
    code: 'W3304',
    severity: 'error',
    title: 'The declaration of a handler must be found in the controller or in its base classes.',
  },
  'result-form': {
    code: 'W3305',
    severity: 'warning',
    title:
      'A handler of a controller with a file extension in its name, such as `Feed_atom`, should not return an object.',
  },
  'socket-result': {
    code: 'W3306',
    severity: 'error',
    title: 'The result of `SOCKET` must be declared as `WebSocketHooks`.',
  },
  'default-untyped': {
    code: 'W3402',
    severity: 'error',
    title:
      'A parameter or key with a default value must have a declared type if the type cannot be inferred from the default value.',
  },
  'parameter-form': {
    code: 'W3403',
    severity: 'error',
    title: 'A parameter must have a form that can be bound to a request.',
  },
  'second-object': {
    code: 'W3404',
    severity: 'error',
    title: 'Only one parameter of a handler may have an object type.',
  },
  'name-twice': {
    code: 'W3405',
    severity: 'error',
    title: 'A parameter and a key of the object parameter must not have the same name.',
  },
  'table-version': {
    code: 'W3501',
    severity: 'error',
    title:
      'A table written by `writ build` must have the version that the installed `@writ/controllers` supports.',
  },
  'table-value': {
    code: 'W3502',
    severity: 'error',
    title:
      'A value to which a table written by `writ build` refers, such as a schema or a filter, must be exported.',
  },
  'table-place': {
    code: 'W3503',
    severity: 'error',
    title:
      '`writ build` must not write the table to a file that is itself loaded as a module of controllers.',
  },
  'variable-unbound': {
    code: 'W3406',
    severity: 'error',
    title: 'A handler must have a parameter or a key for each variable of its path.',
  },
  params: {
    code: 'W3407',
    severity: 'error',
    title:
      'Each key of `static params` must be an HTTP method whose handler has an object parameter, and each value must be a schema.',
  },
} as const;

type ControllerRule = keyof typeof declarations;

export const CONTROLLER_RULES: Rules<ControllerRule> = defineRules(declarations);

export type Rule = SourceRule | ControllerRule;

const RULES = { ...SOURCE_RULES, ...CONTROLLER_RULES };

export interface FindingDetails extends Pick<Diagnostic, 'file' | 'range' | 'hint' | 'expected'> {
  readonly related?: readonly RelatedLocation[];
}

export function finding(rule: Rule, message: string, details: FindingDetails = {}): Diagnostic {
  return { ...ruleMembers(RULES[rule]), message, ...details };
}
