import { nearest } from '@writ/diagnostics';
import { isSecretKey } from '@writ/installer/internal';
import { readServer } from '../agent/settings.ts';

/** The action after an installation. */
export type Ending = 'poweroff' | 'reboot';

/** The settings of the medium on the kernel command line. */
export interface MediumSettings {
  /** `writ.config`: the path of the configuration on the medium, or its URL. */
  readonly config?: string;
  /** `writ.config-sha256`: the digest of the configuration, in lower case. */
  readonly configSha256?: string;
  /** `writ.plan-sha256`: the digest of the plan, in lower case. */
  readonly planSha256?: string;
  /** `writ.wipe`: the serial numbers of the disks that may be wiped. */
  readonly wipe: readonly string[];
  /** `writ.then`. */
  readonly ending?: Ending;
  /** `writ.server`: the address of the install service whose agent the medium runs. */
  readonly server?: string;
}

/** The settings, and what is wrong with them: each problem says what to write instead. */
export interface KernelLine {
  readonly settings: MediumSettings;
  readonly problems: readonly string[];
}

const endings: readonly Ending[] = ['poweroff', 'reboot'];
const names = ['config', 'config-sha256', 'plan-sha256', 'wipe', 'then', 'server'];
const DIGEST = /^[0-9a-f]{64}$/i;

/** Parses a kernel command line. Only arguments that begin with `writ.` are settings of the medium. */
export function parseKernelLine(line: string): KernelLine {
  const values = new Map<string, string[]>();
  const problems: string[] = [];
  for (const [name, value] of mediumArguments(line)) {
    const problem = checkArgument(name, value);
    if (problem !== undefined) problems.push(problem);
    else if (values.has(name) && name !== 'wipe') problems.push(`writ.${name} occurs twice: write it once`);
    else values.set(name, [...(values.get(name) ?? []), value]);
  }
  const first = (name: string): string | undefined => values.get(name)?.[0];
  const config = first('config');
  const configSha256 = first('config-sha256')?.toLowerCase();
  const planSha256 = first('plan-sha256')?.toLowerCase();
  const ending = endings.find((each) => each === first('then'));
  const server = first('server');
  const others = ['config', 'config-sha256', 'plan-sha256', 'wipe', 'then'].filter((name) =>
    values.has(name),
  );
  if (server !== undefined && others.length > 0)
    problems.push(
      `writ.server cannot be combined with ${others.map((name) => `writ.${name}`).join(', ')}: the administrator of the service decides what is installed`,
    );
  if (config !== undefined && isUrl(config) && configSha256 === undefined)
    problems.push(
      'a configuration from a URL must be verified: add writ.config-sha256= with its SHA-256 digest',
    );
  const settings = {
    wipe: values.get('wipe') ?? [],
    ...(config === undefined ? {} : { config }),
    ...(configSha256 === undefined ? {} : { configSha256 }),
    ...(planSha256 === undefined ? {} : { planSha256 }),
    ...(ending === undefined ? {} : { ending }),
    ...(server === undefined ? {} : { server }),
  };
  return { settings, problems };
}

/** Whether the location of a configuration is a URL, instead of a path on the medium. */
export function isUrl(config: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(config);
}

/** The names after `writ.`, and their values. Quotes group words with spaces. */
function mediumArguments(line: string): (readonly [name: string, value: string])[] {
  const words = line.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  return words.flatMap((word) => {
    const [, name, value] = /^writ\.([^=]*)=?(.*)$/s.exec(word.replaceAll('"', '')) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
}

/** Returns the problem with an argument. The value is not quoted, because it may be a secret. */
function checkArgument(name: string, value: string): string | undefined {
  const argument = `writ.${name}`;
  if (!names.includes(name)) {
    if (isSecretKey(name))
      return `${argument} is not a setting, and a secret must not be on the kernel command line, which every user of the machine can read: write it to creds.json, next to the configuration`;
    const suggestion = nearest(name, names);
    return `${argument} is not a setting${suggestion === undefined ? '' : `; did you mean writ.${suggestion}?`}`;
  }
  if (value === '') return `${argument} has no value`;
  if (name.endsWith('-sha256') && !DIGEST.test(value))
    return `${argument} is not a SHA-256 digest: write its 64 hexadecimal digits`;
  if (name === 'then' && !endings.some((each) => each === value))
    return `${argument} is not an ending: write ${endings.join(' or ')}`;
  if (name === 'server') return checkServer(value);
  return name === 'config' ? checkLocation(value) : undefined;
}

function checkServer(server: string): string | undefined {
  try {
    readServer(server);
    return undefined;
  } catch {
    return 'writ.server is not the address of a service: write an https address without a login and a path';
  }
}

function checkLocation(config: string): string | undefined {
  if (!isUrl(config)) {
    return config.startsWith('/') && !config.split('/').includes('..')
      ? undefined
      : 'writ.config is neither a URL nor a path on the medium: write a path such as /config.json';
  }
  if (!URL.canParse(config)) return 'writ.config is an invalid URL';
  const { protocol, username, password, searchParams } = new URL(config);
  if (protocol !== 'http:' && protocol !== 'https:')
    return `writ.config cannot be read with ${protocol.slice(0, -1)}: write an http or https URL`;
  if (username !== '' || password !== '' || [...searchParams.keys()].some(isSecretKey))
    return 'writ.config contains a secret, which every user of the machine can read: serve the configuration without a login; its digest protects it';
  return undefined;
}
