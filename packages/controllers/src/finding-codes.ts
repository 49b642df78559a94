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
    title: 'A prefix is the name of a module below the working directory.',
  },
  'prefix-missing': {
    code: 'W3002',
    severity: 'error',
    title: 'A prefix names a module or folder that exists.',
  },
  'prefix-linked': { code: 'W3003', severity: 'error', title: 'No folder of a prefix is a symbolic link.' },
  'prefix-ambiguous': {
    code: 'W3004',
    severity: 'error',
    title: 'Without `--prefix`, controllers are in one default folder only.',
  },
  'prefix-empty': {
    code: 'W3005',
    severity: 'error',
    title: 'A prefix has at least one exported controller.',
  },
  'module-name': {
    code: 'W3101',
    severity: 'error',
    title: 'The name of a module can be a segment of a path.',
  },
  'variable-name': {
    code: 'W3102',
    severity: 'error',
    title: 'A variable has a valid name and occurs once in a path.',
  },
  'variable-clash': {
    code: 'W3106',
    severity: 'error',
    title: 'Variables at the same position of a path have the same name.',
  },
  'module-kind': {
    code: 'W3107',
    severity: 'warning',
    title: 'A file below a prefix has an extension that is loaded.',
  },
  'module-import': {
    code: 'W3104',
    severity: 'error',
    title: 'A module loads without errors, within the time limit.',
  },
  'default-export': { code: 'W3201', severity: 'error', title: 'A controller is a named export.' },
  'class-undeclared': {
    code: 'W3202',
    severity: 'error',
    title: 'A controller is declared as a class in the module that exports it.',
  },
  'class-name': {
    code: 'W3203',
    severity: 'error',
    title: 'The name of a class can be a segment of a path.',
  },
  'class-without-verbs': {
    code: 'W3204',
    severity: 'warning',
    title: 'A controller has at least one handler, such as `GET`.',
  },
  policy: { code: 'W3206', severity: 'error', title: 'A static policy has a valid value.' },
  'policy-misspelled': {
    code: 'W3207',
    severity: 'error',
    title: 'The name of a static policy is spelled correctly, and the member is static.',
  },
  'policy-unused': {
    code: 'W3208',
    severity: 'warning',
    title: 'A policy applies to a handler of its class.',
  },
  'static-unknown': {
    code: 'W3209',
    severity: 'warning',
    title: 'A static member is a policy, or its name begins with `_` or `#`.',
  },
  'route-clash': { code: 'W3205', severity: 'error', title: 'A method and path have one handler.' },
  'handler-form': {
    code: 'W3301',
    severity: 'error',
    title: 'A handler is a public method with one signature.',
  },
  'verb-unknown': {
    code: 'W3302',
    severity: 'error',
    title: 'A method with a name in capitals is an HTTP method.',
  },
  'verb-reserved': {
    code: 'W3303',
    severity: 'error',
    title: 'Names that HTTP or the framework reserves are not used for handlers.',
  },
  'handler-unreadable': {
    code: 'W3304',
    severity: 'error',
    title: 'A handler is declared in source that relative imports reach.',
  },
  'result-form': {
    code: 'W3305',
    severity: 'warning',
    title: 'A handler whose class names a media type returns a string, bytes or a stream.',
  },
  'default-untyped': {
    code: 'W3402',
    severity: 'error',
    title: 'A parameter with a default value has a type.',
  },
  'parameter-form': {
    code: 'W3403',
    severity: 'error',
    title: 'A parameter has a form that can be read from a request.',
  },
  'second-object': {
    code: 'W3404',
    severity: 'error',
    title: 'One parameter receives the named values of query and body.',
  },
  'name-twice': {
    code: 'W3405',
    severity: 'error',
    title: 'A name is a parameter or a key of an object, not both.',
  },
  'table-version': {
    code: 'W3501',
    severity: 'error',
    title: 'A written table has the version of the package that serves it.',
  },
  'table-value': {
    code: 'W3502',
    severity: 'error',
    title: 'A value that a written table refers to is exported.',
  },
  'table-place': {
    code: 'W3503',
    severity: 'error',
    title: 'A written table is outside the prefix, or its name begins with `_`.',
  },
  'variable-unbound': {
    code: 'W3406',
    severity: 'error',
    title: 'A handler has a parameter or a key for each variable of its path.',
  },
  params: { code: 'W3407', severity: 'error', title: 'The schemas of `static params` match the parameters.' },
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
