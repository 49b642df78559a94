import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearest } from '@writ/diagnostics';
import { UsageError } from './usage-error.ts';

/** What `dispatch` answers itself, for every command. */
const everywhere = ['help'];

/**
 * The arguments of a command by its options.
 *
 * @throws UsageError that names the first argument that is wrong, and the option that was probably meant
 */
export function readArguments<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(faultOf(config) ?? (error as Error).message);
  }
}

/** Undefined when nothing is wrong that is known here. */
function faultOf({ args = [], options = {}, allowPositionals = false }: ParseArgsConfig): string | undefined {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind === 'positional' && !allowPositionals)
      return `${JSON.stringify(token.value)} is not expected here: this command takes options alone`;
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name]! : undefined;
    if (option === undefined) return unknown(name, rawName, [...Object.keys(options), ...everywhere]);
    if (option.type === 'boolean' && value !== undefined)
      return `${rawName} takes no value, and not ${JSON.stringify(value)}`;
    if (option.type === 'string' && value === undefined) return `${rawName} needs a value behind it`;
    if (option.type === 'string' && !inlineValue && value?.startsWith('-') && value !== '-')
      return `${rawName} needs a value, and ${value} looks like an option; if it is the value, write --${name}=${value}`;
  }
  return undefined;
}

function unknown(name: string, rawName: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  const hint = meant === undefined ? '--help shows those there are' : `did you mean --${meant}?`;
  return `there is no option ${rawName}; ${hint}`;
}
