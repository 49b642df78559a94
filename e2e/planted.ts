/** Plants secrets in every possible location of a configuration and searches for leaks. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ProcessSampler } from './processes.ts';
import { countEach } from './scan.ts';

/**
 * A string that is unique to this run, because the search covers all processes of the machine, including parallel test
 * runs.
 */
const run = randomBytes(2).toString('hex');

/** Returns a string that each secret contains in every encoding, and that occurs nowhere else on this machine. */
const mark = (name: string): string => `Zq7${name}${run}x4W`;

const plain = (name: string): string => `${mark(name)} "q' \\b $(x) ä`;

const hashed = execFileSync('openssl', ['passwd', '-6', '-salt', mark('Salt'), mark('hidden')], {
  encoding: 'utf8',
}).trim();

export const planted: Readonly<
  Record<'root' | 'ada' | 'hash' | 'bob' | 'mirror' | 'token' | 'command' | 'unknown' | 'nested', string>
> = {
  root: plain('Root'),
  ada: plain('Ada'),
  /** A crypt(3) hash, the only secret that the installed system may contain. */
  hash: hashed,
  bob: plain('Bob'),
  mirror: mark('Mirror'),
  token: mark('Token'),
  command: mark('Command'),
  unknown: plain('Unknown'),
  nested: plain('Nested'),
};

/** Identifies the hash in password files. */
export const salt: string = mark('Salt');

const needles = Object.values(planted).map((secret) => /Zq7\w+x4W/.exec(secret)?.[0] ?? secret);

/** The plain and the base64 form of each secret. */
const formsOf: ReadonlyMap<string, readonly string[]> = new Map(
  needles.map((needle) => [needle, [needle, Buffer.from(needle).toString('base64').slice(0, -4)]]),
);

/** Lists the secrets that a string contains, in any encoding. */
export function secretsShownIn(text: string): string[] {
  return needles.filter((needle) => formsOf.get(needle)!.some((form) => text.includes(form)));
}

/**
 * Returns a configuration that contains all secrets.
 *
 * @param mirror mirror address with the login `mirror:PASSWORD`
 */
export function plantedConfiguration(mirror: string, changes: Record<string, unknown> = {}): string {
  const config = {
    bootloader: 'systemd-bootctl',
    kernels: ['linux'],
    'mirror-region': { Here: { [mirror.replace('://', `://mirror:${planted.mirror}@`)]: true } },
    hostname: 'planted',
    // Need not be generated. Has an effect only with --advanced.
    'sys-language': 'C.UTF-8',
    '!root-password': planted.root,
    '!users': [
      { username: 'ada', '!password': planted.ada, sudo: true },
      { username: 'eve', '!password': planted.hash },
      { username: 'bob', '!password': { $secret: 'vault/bob' } },
    ],
    'custom-commands': [
      'echo "installed by Writ" > /etc/motd',
      // One command with a password from the configuration, one with a token, and one that is a secret
      // reference.
      `test "$(id -u)" = 0 || echo 'root:${planted.root.replaceAll("'", `'\\''`)}' | chpasswd`,
      `test -n "https://git:${planted.token}@git.example/x" && cat > /etc/empty`,
      { $secret: 'vault/command' },
    ],
    wifi_password: planted.unknown,
    'x-service': { api_token: [planted.nested] },
    ...changes,
  };
  return JSON.stringify(config, null, 2);
}

export const plantedCredentials: string = JSON.stringify({
  'vault/bob': planted.bob,
  // Uses only shell builtins, because the arguments of a program such as grep would reveal the secret.
  'vault/command': `token=${planted.command}; case "$(env)" in *"$token"*) false ;; *) test -n "$token" ;; esac`,
});

/** Files below a folder that contain secrets, with the secrets. */
export async function filesShowing(folder: string): Promise<[path: string, secrets: string[]][]> {
  const showing: [path: string, secrets: string[]][] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const secrets = entry.isFile() ? await secretsIn(path) : [];
    if (secrets.length > 0) showing.push([path, secrets]);
  }
  return showing.toSorted();
}

/** Secrets that a file contains, anywhere in an image. */
export async function secretsIn(file: string): Promise<string[]> {
  const forms = [...formsOf.values()].flat();
  const counts = await countEach(file, forms);
  const shown = new Set(forms.filter((_form, index) => counts[index]! > 0));
  return needles.filter((needle) => formsOf.get(needle)!.some((form) => shown.has(form)));
}

/** Samples the processes that start while it exists. Adds their beginnings, and those with a secret as `LEAK of …`. */
export function sampleSecrets(seen: Set<string>): ProcessSampler {
  return new ProcessSampler((text, file) => {
    seen.add(text.slice(0, 200));
    for (const secret of secretsShownIn(text)) seen.add(`LEAK of ${secret}: ${file} of ${text}`);
  });
}
