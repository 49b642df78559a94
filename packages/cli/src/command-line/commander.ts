import { Argument, Command, Option } from 'commander';
import { isFlag, type CommandDeclaration, type OptionDeclaration } from './declaration.ts';
import { commandName } from './usage.ts';

/** Converts a declaration for commander, which parses arguments and formats help, but neither prints nor exits. */
export function toCommander(name: string, declaration: CommandDeclaration): Command {
  const command = new Command(commandName(name, declaration))
    .description(declaration.summary)
    .helpOption('-h, --help', 'show this help')
    .exitOverride()
    .configureOutput({ outputError() {} });
  for (const { name: operand, description, required, repeatable } of declaration.operands) {
    const term = `${operand}${repeatable ? '...' : ''}`;
    command.addArgument(new Argument(required ? `<${term}>` : `[${term}]`, description));
  }
  for (const [each, option] of Object.entries(declaration.options)) command.addOption(toOption(each, option));
  return command;
}

function toOption(name: string, declaration: OptionDeclaration): Option {
  const { short, description, repeatable, default: value } = declaration;
  const names = `${short === undefined ? '' : `-${short}, `}--${name}`;
  const option = new Option(isFlag(declaration) ? names : `${names} <value>`, description);
  if (value !== undefined) option.default(value);
  if (repeatable)
    option.argParser((text, before: readonly string[] | undefined) => [...(before ?? []), text]);
  return option;
}
