/** Names whose value is a secret: the end of the name says what it holds (`PASSWORD_FILE` holds a path). */
const secretName =
  /(?:passw(?:or)?d|passphrase|passcode|secret|credentials?|requirepass|token|(?:api|access|secret|private|preshared|auth|account|encryption|wep)[_.-]?key\d?|(?:^|[._-])(?:pass|pwd|psk|pw)|[a-z]P(?:ass|wd))$/i;
/** A web server's way to a program, and options that ask for one, forbid one or make one. */
const otherName =
  /(?:proxy|f?cgi|fastcgi|uwsgi|scgi|grpc)_pass$|^(?:no|non|without|ask|prompt|skip|disabled?|enabled?|allow|require|empty|use|with|change|reset|show|get|print|generate|random|min|max)[_.-]/i;

/** Whether what is called so is a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name) && !otherName.test(name) && name !== 'PWD' && name !== 'OLDPWD';
}

/** Words of settings, and numbers that count something. */
const settingWords =
  /^(?:yes|no|y|n|true|false|on|off|none|null|nil|undefined|required?|optional|sufficient|prompt|ask|(?:dis|en)abled?|always|never|auto|default|stdin|file|env|set|get|list|\d{1,2})$/i;
/** What locks an account in place of a password. */
const lockMarks = /^(?:[!*x]|!!|!\*|\*LK\*)$/;

/**
 * Whether a text may be a secret by itself.
 *
 * @param literal nothing is put into it: a dollar is one
 */
export function isSecretValue(text: string, literal: boolean): boolean {
  if (text === '' || settingWords.test(text) || lockMarks.test(text)) return false;
  // A variable, a command, a format, a placeholder, a file's name.
  if (!literal && /\$(?:[\w({@*#?!$-]|$)|`/.test(text)) return false;
  if (/^(?:\$\{?\w+\}?|\$\(|%[\w%-]|@|<|\{\{|-)/.test(text)) return false;
  if (/^(?:~|\.{0,2})\/[\w.@-]/.test(text)) return false;
  // A part of a regular expression, or the call of a function.
  return !/\.\*|\.\+|\[\^|\\[(wWsSdDb]|^\w+\(/.test(text);
}
