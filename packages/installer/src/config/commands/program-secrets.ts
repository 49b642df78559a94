import type { ShellCommand, Word } from './shell-words.ts';
import { isSecretName, isSecretValue } from './secret-values.ts';

/** A program that accepts a secret as an argument. */
interface Program {
  readonly name: RegExp;
  /** A word that must occur among the arguments. */
  readonly verb?: RegExp;
  /** Options whose value is a secret. The value is the rest of the word, or the next word. */
  readonly options?: RegExp;
  /** Whether the value must be in the same word. */
  readonly attached?: boolean;
  /** The part of the value that is the secret (default: the whole value). */
  readonly part?: RegExp;
}

/** Captures the password in `user:password`. */
const LOGIN = /^[^:]*:([^]+)$/;

const programs: readonly Program[] = [
  {
    name: /^(?:mysql|mariadb|mysqladmin|mysqldump|mysqlimport|mysqlshow|mycli|mariadb-\w+)$/,
    options: /^-p/,
    attached: true,
  },
  { name: /^sshpass$/, options: /^-p/ },
  { name: /^(?:docker|podman|nerdctl|buildah|helm|oras)$/, verb: /^login$/, options: /^-p/ },
  { name: /^(?:skopeo|podman|buildah)$/, options: /^--(?:src-|dest-)?creds=?/, part: LOGIN },
  { name: /^(?:useradd|usermod|groupadd|groupmod)$/, options: /^-[A-Za-z]*p/ },
  { name: /^curl$/, options: /^(?:-[a-zA-Z]*[uU]|--(?:proxy-)?user=?$|--(?:proxy-)?user=)/, part: LOGIN },
  { name: /^(?:https?|xh|xhs)$/, options: /^(?:-a|--auth=?)/, part: LOGIN },
  { name: /^(?:smbclient|smbget|smbmap|rpcclient|net)$/, options: /^(?:-U|--user=?)/, part: /%([^]+)$/ },
  { name: /^lftp$/, options: /^-u/, part: /,([^]+)$/ },
  { name: /^ldap\w+$/, options: /^-w/ },
  { name: /^ldappasswd$/, options: /^-[as]/ },
  { name: /^redis-cli$/, options: /^-a/ },
  { name: /^mongo(?:sh|dump|restore|export|import|stat|top)?$/, options: /^-p/ },
  { name: /^(?:zip|unzip|sqlcmd|bcp|ipmitool)$/, options: /^-P/ },
  { name: /^(?:7z|7za|7zr|7zz|rar|unrar)$/, options: /^-h?p/, attached: true },
  { name: /^ssh-keygen$/, options: /^-[NP]/ },
  { name: /^openssl$/, options: /^-(?:k|K|passin|passout|pass)$/ },
  { name: /^x?freerdp\d?$/, options: /^\/p:/, attached: true },
  { name: /^rdesktop$/, options: /^-p/ },
];

/** Programs whose `--password` enables a prompt and has no value. */
const promptsForPassword =
  /^(?:mysql|mariadb|mycli|psql|pgcli|pg_|create(?:db|user)|drop(?:db|user)|vacuumdb|reindexdb|clusterdb)/;
/** Programs whose `--secret` accepts a secret's name. */
const namesSecret = /^(?:docker|podman|buildah|nerdctl|kubectl)$/;
/** Arguments that precede a setting's name. */
const settingVerbs = /^(?:set|put|modify|mod|add|config|connect|set_network|connection|write)$/;

/** Programs whose arguments are names followed by values. */
const settingPrograms = /^(?:nmcli|iwctl|wpa_cli|mysqladmin|mariadb-admin)$/;

/** Finds secrets among the arguments of a program. */
export function secretsInArguments({ words }: ShellCommand): string[] {
  const unwrapped = withoutWrappers(words);
  const [program, ...args] = unwrapped;
  if (program === undefined) return [];
  const name = program.text.replace(/^.*\//, '');
  return [
    ...programs.flatMap((known) => (known.name.test(name) ? optionSecrets(known, args) : [])),
    ...longOptions(name, args),
    ...positionalSecrets(name, args),
  ];
}

/** Programs and shell keywords that precede another program. */
const wrappers =
  /^(?:sudo|doas|env|exec|command|builtin|nohup|time|nice|ionice|setsid|stdbuf|if|then|else|elif|while|until|do|!)$/;
/** Programs that start another program after one of their own arguments. */
const wrappersWithArgument = /^(?:timeout|chroot|arch-chroot|flock|runuser|setpriv)$/;

function withoutWrappers(words: readonly Word[]): readonly Word[] {
  let at = 0;
  const isOption = (): boolean => /^(?:-|\w+=)/.test(words[at]?.text ?? '');
  while (at < words.length) {
    const name = words[at]!.text.replace(/^.*\//, '');
    if (isOption()) at += 1;
    else if (wrappers.test(name)) at += 1;
    else if (wrappersWithArgument.test(name)) {
      at += 1;
      while (isOption()) at += 1;
      at += 1;
    } else break;
  }
  return words.slice(at);
}

function optionSecrets({ verb, options, attached = false, part }: Program, args: readonly Word[]): string[] {
  if (options === undefined || (verb !== undefined && !args.some(({ text }) => verb.test(text)))) return [];
  return args.flatMap(({ text, literal }, index) => {
    const [option] = options.exec(text) ?? [];
    if (option === undefined) return [];
    const rest = text.slice(option.length);
    const value = rest === '' && !attached ? args[index + 1] : { text: rest, literal };
    return secretInWord(value, part);
  });
}

function secretInWord(word: Word | undefined, part?: RegExp): string[] {
  if (word === undefined) return [];
  const value = part === undefined ? word.text : (part.exec(word.text)?.[1] ?? '');
  return isSecretValue(value, word.literal) ? [value] : [];
}

/**
 * Finds secrets after options and settings with a secret's name, as in `--password VALUE`. `secretsInText` finds
 * the form with `=`.
 */
function longOptions(program: string, args: readonly Word[]): string[] {
  if (promptsForPassword.test(program) && !args.some(({ text }) => text === 'password')) return [];
  let setting = settingPrograms.test(program);
  return args.flatMap(({ text }, index) => {
    setting ||= settingVerbs.test(text);
    const [, option] = /^--?([A-Za-z][\w.-]{2,80})$/.exec(text) ?? [];
    const name = option ?? (setting ? settingName(text) : '');
    if (!isSecretName(name) || (option === 'secret' && namesSecret.test(program))) return [];
    return secretInWord(args[index + 1]);
  });
}

/**
 * Returns the part of a setting's name after the last `/` or `:`, such as `_authToken` in
 * `//registry.npmjs.org/:_authToken`; empty for a string that cannot be a name.
 */
function settingName(text: string): string {
  return /^[\w./:-]{2,200}$/.test(text) ? text.replace(/^.*[/:]/, '') : '';
}

/** Finds secrets that a program accepts as positional arguments. */
function positionalSecrets(program: string, args: readonly Word[]): string[] {
  const texts = args.map(({ text }) => text);
  switch (program) {
    case 'mosquitto_passwd':
    case 'htpasswd': {
      const isBatch = texts.some((text) => /^-[A-Za-z]*b/.test(text));
      return isBatch ? secretInWord(args.at(-1)) : [];
    }
    case 'openssl':
      return texts[0] === 'passwd'
        ? positionalArguments(args.slice(1), /^-(?:salt|in|rand|writerand|provider)$/).flatMap((word) =>
            secretInWord(word),
          )
        : [];
    case 'mkpasswd':
      return secretInWord(positionalArguments(args, /^-(?:m|S|R|P|-method|-salt|-rounds|-password-fd)$/)[0]);
    case 'wpa_passphrase':
      return secretInWord(positionalArguments(args)[1]);
    case 'vault':
      return texts[0] === 'login' ? secretInWord(positionalArguments(args.slice(1), /^-method$/)[0]) : [];
    case 'sqlplus':
      return positionalArguments(args).flatMap((word) => secretInWord(word, /^\w+\/([^@]+)/));
    default:
      return [];
  }
}

/** Returns the arguments that are neither options nor values of the options that match `withValue`. */
function positionalArguments(args: readonly Word[], withValue?: RegExp): Word[] {
  return args.filter(
    ({ text }, index) => !text.startsWith('-') && withValue?.test(args[index - 1]?.text ?? '') !== true,
  );
}

/** Programs that read a secret from standard input, some of them only with a certain argument. */
const inputReaders: readonly { readonly name: RegExp; readonly word?: RegExp; readonly lines?: RegExp }[] = [
  { name: /^(?:chpasswd|chgpasswd|newusers)$/, lines: LOGIN },
  {
    name: /^(?:passwd|smbpasswd|vncpasswd|mkpasswd|grub-mkpasswd-pbkdf2|kinit|pdbedit|cryptsetup|su|wpa_passphrase|secret-tool|fscrypt)$/,
  },
  { name: /^(?:sudo|doas)$/, word: /^-\w*S/ },
  { name: /^(?:docker|podman|nerdctl|buildah|helm|oras|skopeo)$/, word: /^--password-stdin$/ },
  { name: /^gpg2?$/, word: /^--passphrase-fd/ },
  { name: /^openssl$/, word: /^(?:passwd|enc)$/ },
  { name: /^htpasswd$/, word: /^-\w*i/ },
  { name: /^gh$/, word: /^--with-token$/ },
  { name: /^zfs$/, word: /^load-key$/ },
  { name: /^vault$/, word: /^login$/ },
];

/** Finds secrets in a program's standard input: piped output of commands, here-strings and here-documents. */
export function secretsInInput({ words, input, reads }: ShellCommand): string[] {
  const names = words.map(({ text }) => text.replace(/^.*\//, ''));
  const reader = inputReaders.find(
    ({ name, word }) =>
      (name.test(names[0] ?? '') || name.test(programOf(words))) &&
      (word === undefined || names.some((text) => word.test(text))),
  );
  if (reader === undefined) return [];
  const given = [...input, ...reads.flatMap(printedWords)];
  return given.flatMap(({ text, literal }) =>
    text.split(/\n|\\n/).flatMap((line) => secretInWord({ text: line.trim(), literal }, reader.lines)),
  );
}

function programOf(words: readonly Word[]): string {
  return withoutWrappers(words)[0]?.text.replace(/^.*\//, '') ?? '';
}

/** Returns the words that a command prints, as far as they are known from its arguments and its input. */
function printedWords({ words, input }: ShellCommand): Word[] {
  const program = programOf(words);
  if (program === 'cat' || program === 'tee') return [...input];
  if (!/^(?:echo|printf|yes)$/.test(program)) return [];
  const args = withoutWrappers(words).slice(1);
  const options = args.findIndex(({ text }) => !/^-(?:[neE]+|-)$/.test(text));
  const shown = options < 0 ? [] : args.slice(options);
  const [format, ...values] = shown;
  if (program !== 'printf' || format === undefined || values.length === 0) {
    const literal = shown.every((word) => word.literal);
    return [{ text: shown.map(({ text }) => text).join(' '), literal }];
  }
  // Each value replaces the next conversion of the format.
  let next = 0;
  const text = format.text.replaceAll(/%[-\w.]*[sdb]/g, () => values[next++]?.text ?? '');
  return [{ text, literal: format.literal && values.every((word) => word.literal) }];
}
