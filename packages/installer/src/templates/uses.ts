import { nearest, type Diagnostic, type OffsetRange, type SourceText } from '@writ/diagnostics';
import type { ObjectNode } from '../config/json/tree.ts';
import { isCommandList } from '../config/command-lists.ts';
import { displayPointer } from '../config/model.ts';
import { walk } from '../config/pointers.ts';
import { isSecretKey } from '../config/secrets.ts';
import { templateFinding, type TemplateRule } from './finding-codes.ts';
import { forbiddenPlace, secretMisuse, type ForbiddenPlace } from './places.ts';
import { fillCommand, fillText, REFERENCE, type Slot } from './slots.ts';
import { environmentName, isSecretVariable, isVariableName } from './variable.ts';

/** Pointer of the configuration in a template. */
export const CONFIGURATION = '/configuration';

/** The uses of variables in a configuration. */
export interface Uses {
  readonly slots: readonly Slot[];
  readonly findings: readonly Diagnostic[];
  /** Variables that are used where they are forbidden, which are therefore not reported as unused. */
  readonly misused: ReadonlySet<string>;
}

type Report = (rule: TemplateRule, pointer: string, range: OffsetRange, words: ForbiddenPlace) => void;

/**
 * Finds the variables in the keys and strings of a configuration.
 *
 * @param declared the names of the declared variables
 */
export function findUses(source: SourceText, configuration: ObjectNode, declared: readonly string[]): Uses {
  const slots: Slot[] = [];
  const findings: Diagnostic[] = [];
  const misused = new Set<string>();
  const report: Report = (rule, pointer, { start, end }, words) => {
    const place = displayPointer(CONFIGURATION + pointer);
    findings.push(
      templateFinding(rule, {
        file: source.name,
        pointer: place,
        range: source.rangeAt(start, end),
        ...words,
      }),
    );
  };
  for (const { node, pointer, keys, member } of walk(configuration)) {
    for (const name of member === undefined ? [] : namesIn(member.key).filter(isVariableName)) {
      misused.add(name);
      report('variable-place', pointer, member!.keyRange, {
        message: 'variables must not be used in keys',
        hint: 'write the key itself; if some rows need other keys, write a separate template for them',
      });
    }
    if (node.kind !== 'string') continue;
    const text = String(node.value);
    const reportHere = (rule: TemplateRule, words: ForbiddenPlace): void =>
      report(rule, pointer, node, words);
    if (isCommandList(keys)) {
      const { variables, wrong } = checkCommand(text, keys, declared, reportHere);
      for (const name of wrong) misused.add(name);
      if (variables.length > 0)
        slots.push({ node, pointer, variables, fill: (values) => fillCommand(text, variables, values) });
      continue;
    }
    const variables = namesIn(text);
    const wrong = variables.filter((name) => !checkName(name, keys, declared, reportHere));
    for (const name of wrong) misused.add(name.trim());
    if (wrong.length === 0 && variables.length > 0)
      slots.push({ node, pointer, variables, fill: (values) => fillText(text, values) });
  }
  return { slots, findings, misused };
}

/** Returns the names in double braces, which may be invalid, without duplicates. */
export function namesIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(REFERENCE)].map(([, name = '']) => name))];
}

/** Reports a variable that must not be used for a value; returns whether it may be used. */
function checkName(
  name: string,
  keys: readonly string[],
  declared: readonly string[],
  report: (rule: TemplateRule, words: ForbiddenPlace) => void,
): boolean {
  const unknown = describeUnknown(name, declared, keys.some(isSecretKey));
  const place = forbiddenPlace(keys, name);
  const misuse = secretMisuse(keys.at(-1) ?? '', name);
  if (unknown !== undefined) report('unknown-variable', unknown);
  else if (place !== undefined) report('variable-place', place);
  else if (misuse !== undefined) report('secret-variable', misuse);
  else return true;
  return false;
}

/**
 * Checks the variables in a command. Braces that contain no declared variable belong to the programs, such as
 * the templates of podman.
 */
function checkCommand(
  text: string,
  keys: readonly string[],
  declared: readonly string[],
  report: (rule: TemplateRule, words: ForbiddenPlace) => void,
): { readonly variables: readonly string[]; readonly wrong: readonly string[] } {
  const wrong = namesIn(text).filter((name) => declared.includes(name));
  for (const name of wrong) report('variable-place', forbiddenPlace(keys, name)!);
  const variables: string[] = [];
  for (const environment of environmentUses(text)) {
    const variable =
      declared.find((each) => environmentName(each) === environment) ??
      declared.find((each) => environmentName(each.slice(1)) === environment && isSecretVariable(each));
    if (variable === undefined) report('unknown-variable', unknownEnvironment(environment, declared));
    else if (isSecretVariable(variable)) {
      wrong.push(variable);
      report('secret-variable', forbiddenPlace(keys, variable)!);
    } else variables.push(variable);
  }
  return { variables: wrong.length === 0 ? variables : [], wrong };
}

/** Returns the names of the environment variables of a template that a command mentions, without duplicates. */
function environmentUses(command: string): readonly string[] {
  return [...new Set(command.match(/\bWRIT_VAR_\w+/g))];
}

/**
 * Describes a name in double braces that is not the name of a declared variable; returns undefined for other names.
 *
 * @param isSecret whether the name may be a part of a secret, and is therefore not quoted
 */
export function describeUnknown(
  name: string,
  declared: readonly string[],
  isSecret: boolean,
): ForbiddenPlace | undefined {
  if (declared.includes(name)) return undefined;
  const trimmed = name.trim();
  if (declared.includes(trimmed))
    return { message: 'the name of the variable is surrounded by spaces', hint: `write {{${trimmed}}}` };
  if (!isVariableName(trimmed)) {
    return {
      message: 'the double braces do not contain the name of a variable',
      hint: 'write {{name}}, in which name is declared in variables',
    };
  }
  const close = nearest(trimmed, declared);
  return {
    message: isSecret ? 'the variable is not declared' : `the variable "${trimmed}" is not declared`,
    hint: close === undefined ? 'declare it in variables' : `did you mean {{${close}}}?`,
  };
}

function unknownEnvironment(name: string, declared: readonly string[]): ForbiddenPlace {
  const names = declared.filter((each) => !isSecretVariable(each)).map(environmentName);
  const close = nearest(name, names);
  return {
    message: `the command uses ${name}, but no such variable is declared`,
    hint:
      close === undefined
        ? 'declare the variable, or choose a name that does not begin with WRIT_VAR_'
        : `did you mean ${close}?`,
  };
}
