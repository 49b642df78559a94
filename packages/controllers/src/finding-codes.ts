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
    title: 'A prefix must be the name of a module below the working directory.',
  },
  'prefix-missing': {
    code: 'W3002',
    severity: 'error',
    title: 'A prefix must refer to an existing module or folder.',
  },
  'prefix-linked': {
    code: 'W3003',
    severity: 'error',
    title: 'The path of a prefix must not contain symbolic links.',
  },
  'prefix-ambiguous': {
    code: 'W3004',
    severity: 'error',
    title: 'Without `--prefix`, controllers must be in only one of the default folders.',
  },
  'prefix-empty': {
    code: 'W3005',
    severity: 'error',
    title: 'A prefix must contain at least one exported controller.',
  },
  'module-name': {
    code: 'W3101',
    severity: 'error',
    title: 'The name of a module must be a valid path segment.',
  },
  'variable-name': {
    code: 'W3102',
    severity: 'error',
    title: 'A path variable must have a valid name and occur only once in the path.',
  },
  'variable-clash': {
    code: 'W3106',
    severity: 'error',
    title: 'Variables at the same position in a path must have the same name.',
  },
  'module-kind': {
    code: 'W3107',
    severity: 'warning',
    title: 'A file below a prefix should have an extension that Writ loads.',
  },
  'catch-all': {
    code: 'W3108',
    severity: 'error',
    title: 'A catch-all module must contain no class but `Default`.',
  },
  'module-import': {
    code: 'W3104',
    severity: 'error',
    title: 'A module must load without errors and within the time limit.',
  },
  'default-export': { code: 'W3201', severity: 'error', title: 'A controller must be a named export.' },
  'class-undeclared': {
    code: 'W3202',
    severity: 'error',
    title: 'A controller must be declared as a class in the module that exports it.',
  },
  'class-name': {
    code: 'W3203',
    severity: 'error',
    title: 'The name of a class must be a valid path segment.',
  },
  'class-without-verbs': {
    code: 'W3204',
    severity: 'warning',
    title: 'A controller should have at least one handler, such as `GET`.',
  },
  policy: { code: 'W3206', severity: 'error', title: 'A policy must have a valid value.' },
  'policy-misspelled': {
    code: 'W3207',
    severity: 'error',
    title: 'A policy must be a static member, or an export of `_policies`, with a correctly spelled name.',
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
      'A static member, or an export of `_policies`, should be a policy or have a name that begins with `_`.',
  },
  alias: {
    code: 'W3210',
    severity: 'error',
    title: 'The names in `static alias` must be path segments that no other class or module has.',
  },
  'route-clash': {
    code: 'W3205',
    severity: 'error',
    title: 'A method and path must not have more than one handler.',
  },
  'handler-form': {
    code: 'W3301',
    severity: 'error',
    title: 'A handler must be a public method with a single signature.',
  },
  'verb-unknown': {
    code: 'W3302',
    severity: 'error',
    title: 'A method with a name in capitals must be named after an HTTP method.',
  },
  'verb-reserved': {
    code: 'W3303',
    severity: 'error',
    title: 'A handler must not have a name that is reserved by HTTP or the framework.',
  },
  'handler-unreadable': {
    code: 'W3304',
    severity: 'error',
    title: 'A handler must be declared in a source file that can be reached through relative imports.',
  },
  'result-form': {
    code: 'W3305',
    severity: 'warning',
    title: 'A handler in a class that sets a media type should return a string, bytes or a stream.',
  },
  'default-untyped': {
    code: 'W3402',
    severity: 'error',
    title: 'A parameter must have a declared type unless the type can be inferred from its default value.',
  },
  'parameter-form': {
    code: 'W3403',
    severity: 'error',
    title: 'A parameter must have a form that can be bound to a request.',
  },
  'second-object': {
    code: 'W3404',
    severity: 'error',
    title: 'Named values from the query and the body must be received by a single parameter.',
  },
  'name-twice': {
    code: 'W3405',
    severity: 'error',
    title: 'A name must be either a parameter or a key of an object, not both.',
  },
  'table-version': {
    code: 'W3501',
    severity: 'error',
    title: 'A built table must match the version of the package that serves it.',
  },
  'table-value': {
    code: 'W3502',
    severity: 'error',
    title: 'A value that a built table refers to must be exported.',
  },
  'table-place': {
    code: 'W3503',
    severity: 'error',
    title: 'A built table must be outside the prefix, or its name must begin with `_`.',
  },
  'variable-unbound': {
    code: 'W3406',
    severity: 'error',
    title: 'A handler must have a parameter or a key for each variable of its path.',
  },
  params: {
    code: 'W3407',
    severity: 'error',
    title: 'The schemas in `static params` must match the parameters.',
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
