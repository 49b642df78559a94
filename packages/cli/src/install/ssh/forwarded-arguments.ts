import { isFlag, type OptionValues } from '../../command-line/declaration.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { installCommand, type InstallOptions } from '../commands.ts';

type OptionName = keyof InstallOptions;

/** How an installation over SSH uses each option of `writ install`. */
export const optionUses: Readonly<Record<OptionName, 'host' | 'here' | 'refused'>> = {
  advanced: 'host',
  'command-limit': 'host',
  creds: 'here',
  'dry-run': 'host',
  events: 'here',
  facts: 'refused',
  firmware: 'host',
  format: 'host',
  'image-size': 'refused',
  lock: 'here',
  'min-rate': 'host',
  mirror: 'host',
  'plan-sha256': 'host',
  quiet: 'here',
  'rerun-command': 'host',
  resume: 'host',
  secret: 'here',
  seed: 'host',
  ssh: 'here',
  'ssh-option': 'here',
  'ssh-system': 'here',
  strict: 'host',
  target: 'host',
  wipe: 'host',
  yes: 'host',
};

/**
 * Returns the options that apply to the host, as arguments.
 *
 * @throws UsageError for an option that cannot be combined with `--ssh`
 */
export function forwardArguments(values: OptionValues<InstallOptions>): string[] {
  const passed = (Object.keys(optionUses) as OptionName[]).filter((name) => {
    const value = values[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  });
  for (const name of passed) {
    if (optionUses[name] === 'refused') throw new UsageError(`--${name} and --ssh cannot be combined`);
  }
  // Other users of the host can read the arguments of its processes.
  if ([values.mirror ?? []].flat().some((address) => /^[a-z]+:\/\/[^/]*@/i.test(address)))
    throw new UsageError(
      'with --ssh, --mirror must not contain a login: write the address in the configuration',
    );
  return passed
    .filter((name) => optionUses[name] === 'host')
    .flatMap((name) => {
      if (isFlag(installCommand.options[name])) return [`--${name}`];
      return [values[name]].flat().map((value) => `--${name}=${String(value)}`);
    });
}
