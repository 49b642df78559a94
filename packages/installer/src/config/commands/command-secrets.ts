import { secretRanges } from '../secrets.ts';
import { secretsInArguments, secretsInInput } from './program-secrets.ts';
import { shellCommands } from './shell-words.ts';
import { secretsInText } from './text-secrets.ts';

/** Maximum nesting of commands in command arguments, such as `su ada -c "mysql -p…"`. */
const MAX_LEVELS = 3;

/** A word that is too short for a token and has no sign of a value, an argument or an address, such as a package name. */
const plainWord = /^[\w./+-]{0,14}$/;

/** Finds strings in a custom command that look like passwords, hashes, keys or tokens, in linear time. */
export function secretsInCommand(command: string): string[] {
  if (plainWord.test(command)) return [];
  const byForm = secretRanges(command).map(({ start, end }) => command.slice(start, end));
  const found = new Set([...byForm, ...secretsInText(command)]);
  let scripts: readonly string[] = [command];
  for (let level = 0; level < MAX_LEVELS && scripts.length > 0; level += 1) {
    const inner: string[] = [];
    for (const known of scripts.flatMap(shellCommands)) {
      for (const secret of [...secretsInArguments(known), ...secretsInInput(known)]) found.add(secret);
      for (const { text } of known.words) if (/\S\s+\S/.test(text)) inner.push(text);
    }
    scripts = inner;
  }
  return [...found];
}
