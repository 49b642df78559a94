import { Help, type Argument, type Command as Commander, type Option } from 'commander';
import type { CommandTable } from './command.ts';
import { toCommander } from './commander.ts';
import type { CommandDeclaration } from './declaration.ts';
import { versionOption } from './shared-options.ts';
import { describeOption, optionTerm, renderUsage } from './usage.ts';

/** The members of an output stream that help requires. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Returns the help text of one command. */
export function commandHelp(name: string, declaration: CommandDeclaration, screen: Screen): string {
  const help = new DeclaredHelp(declaration, [renderUsage(name, declaration)]);
  return renderHelp(toCommander(name, declaration), help, screen);
}

/** Returns the help text of `writ`, which lists all commands. */
export async function programHelp(
  { commands, defaultCommand, unavailable = [] }: CommandTable,
  screen: Screen,
): Promise<string> {
  const root: CommandDeclaration = {
    summary: 'Serve typed HTTP routes and install Arch Linux.',
    operands: [],
    options: versionOption,
  };
  const program = toCommander('', root).helpCommand(false);
  const usage = ['writ COMMAND [OPERAND]... [OPTION]...'];
  for (const [name, { declare }] of Object.entries(commands))
    program.addCommand(toCommander(name, await declare()));
  if (defaultCommand !== undefined) {
    const declaration = await defaultCommand.declare();
    const beginning = renderSubject(declaration);
    program.addCommand(toCommander(beginning, declaration));
    usage.push(`writ ${beginning} [OPTION]...`);
  }
  const missing =
    unavailable.length === 0 ? '' : `Not available in this single executable: ${unavailable.join(', ')}.\n`;
  return `${renderHelp(program, new DeclaredHelp(root, usage), screen)}\nwrit COMMAND --help shows the options of a command.\n${missing}`;
}

/** Renders the usage of the default command, which has no name, such as `[--prefix=MODULE]...`. */
function renderSubject(declaration: CommandDeclaration): string {
  const { options, subject = [] } = declaration;
  const first = Object.fromEntries(Object.entries(options).filter(([name]) => subject.includes(name)));
  return renderUsage('', { ...declaration, options: first }).replace('writ ', '');
}

/** Help from the declaration, formatted by commander. */
class DeclaredHelp extends Help {
  readonly #declaration: CommandDeclaration;
  readonly #usage: readonly string[];

  constructor(declaration: CommandDeclaration, usage: readonly string[]) {
    super();
    this.#declaration = declaration;
    this.#usage = usage;
  }

  override styleTitle(title: string): string {
    return title.toLowerCase();
  }

  override commandUsage(): string {
    const indent = ' '.repeat('usage: '.length);
    const width = (this.helpWidth ?? WIDTH) - indent.length;
    return this.#usage.flatMap((line) => this.boxWrap(line, width).split('\n')).join(`\n${indent}`);
  }

  override subcommandTerm(command: Commander): string {
    return command.name();
  }

  override argumentTerm(argument: Argument): string {
    return argument.name();
  }

  override optionTerm(option: Option): string {
    const declared = this.#declaration.options[option.name()];
    return declared === undefined ? option.flags : optionTerm(option.name(), declared);
  }

  override optionDescription(option: Option): string {
    const declared = this.#declaration.options[option.name()];
    return declared === undefined ? option.description : describeOption(declared);
  }
}

/** Width in columns if the output is not a terminal or its width is unknown. */
const WIDTH = 80;

function renderHelp(command: Commander, help: Help, { isTTY, columns }: Screen): string {
  help.prepareContext({ helpWidth: (isTTY && columns) || WIDTH });
  return help.formatHelp(command, help);
}
