import {
  isFlag,
  type CommandDeclaration,
  type OperandDeclaration,
  type OptionDeclaration,
} from './declaration.ts';

/**
 * Returns the name of a command as used in messages, such as `writ check`, or `writ` for the default command. A
 * separate program has its own name.
 */
export function commandName(name: string, { program }: Pick<CommandDeclaration, 'program'> = {}): string {
  return program ?? (name === '' ? 'writ' : `writ ${name}`);
}

/**
 * Renders a usage line such as `writ check CONFIG [--creds=FILE] [--strict]`: required operands, the subject, other
 * operands, and options. Options that cannot be combined with others are last.
 */
export function renderUsage(name: string, declaration: CommandDeclaration): string {
  const { operands, options, subject = [] } = declaration;
  const required = operands.filter((operand) => operand.required);
  const others = operands.filter((operand) => !operand.required && !subject.includes(operand.name));
  const optional = Object.entries(options).filter(([each]) => !subject.includes(each));
  const together = optional.filter(([, option]) => !option.alone);
  const alone = optional.filter(([, option]) => option.alone);
  return [
    commandName(name, declaration),
    ...required.map(operandUsage),
    ...subjectUsage(declaration),
    ...others.map((operand) => `[${operandUsage(operand)}]`),
    ...together.map(([each, option]) => `[${longTerm(each, option)}]${option.repeatable ? '...' : ''}`),
    ...alone.map(([each, option]) => `| ${longTerm(each, option)}`),
  ].join(' ');
}

/** Renders an option with its short form and its value, such as `-o, --output=FILE`. */
export function optionTerm(name: string, option: OptionDeclaration): string {
  return `${option.short === undefined ? '' : `-${option.short}, `}${longTerm(name, option)}`;
}

/** Returns the description of an option, with its default value and other details. */
export function describeOption(option: OptionDeclaration): string {
  const { description, repeatable, default: value, otherwise = value, variable } = option;
  const facts = [
    ...(repeatable ? ['repeatable'] : []),
    ...(variable === undefined ? [] : [`variable: ${variable}`]),
    ...(otherwise === undefined ? [] : [`default: ${otherwise}`]),
  ];
  return facts.length === 0 ? description : `${description} (${facts.join('; ')})`;
}

function longTerm(name: string, option: OptionDeclaration): string {
  return isFlag(option) ? `--${name}` : `--${name}=${option.value ?? option.choices?.join('|')}`;
}

function operandUsage({ name, repeatable }: OperandDeclaration): string {
  return `${name}${repeatable ? '...' : ''}`;
}

/** Renders the subject: `[FILE... | --prefix=MODULE...]`, or `[--prefix=MODULE]...` without an alternative. */
function subjectUsage({ operands, options, subject = [] }: CommandDeclaration): readonly string[] {
  const terms = subject.map((name) => {
    const operand = operands.find((each) => each.name === name);
    const term = operand === undefined ? longTerm(name, options[name]!) : operand.name;
    return { term, dots: (operand ?? options[name]!).repeatable ? '...' : '' };
  });
  if (terms.length > 1) return [`[${terms.map(({ term, dots }) => `${term}${dots}`).join(' | ')}]`];
  return terms.map(({ term, dots }) => `[${term}]${dots}`);
}
