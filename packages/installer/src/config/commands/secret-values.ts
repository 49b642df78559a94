/**
 * Suffixes of names whose value is a secret. Only the end of a name counts, because the value of
 * `PASSWORD_FILE` is a path.
 */
const secretName =
  /(?:passw(?:or)?d|passphrase|passcode|secret|credentials?|requirepass|token|(?:api|access|secret|private|preshared|auth|account|encryption|wep)[_.-]?key\d?|(?:^|[._-])(?:pass|pwd|psk|pw)|[a-z]P(?:ass|wd))$/i;
/** Names that only resemble secret names: web server directives, and options about passwords. */
const otherName =
  /(?:proxy|f?cgi|fastcgi|uwsgi|scgi|grpc)_pass$|^(?:no|non|without|ask|prompt|skip|disabled?|enabled?|allow|require|empty|use|with|change|reset|show|get|print|generate|random|min|max)[_.-]/i;

/** Whether a variable, option or setting with this name probably contains a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name) && !otherName.test(name) && name !== 'PWD' && name !== 'OLDPWD';
}

/** Common values of settings that are not secrets, and small numbers. */
const settingWords =
  /^(?:yes|no|y|n|true|false|on|off|none|null|nil|undefined|required?|optional|sufficient|prompt|ask|(?:dis|en)abled?|always|never|auto|default|stdin|file|env|set|get|list|\d{1,2})$/i;
/** Markers that lock an account. */
const lockMarks = /^(?:[!*x]|!!|!\*|\*LK\*)$/;

/**
 * Whether a string may be a secret.
 *
 * @param literal true if the shell does not expand the string, so that a dollar sign is literal
 */
export function isSecretValue(text: string, literal: boolean): boolean {
  if (text === '' || settingWords.test(text) || lockMarks.test(text)) return false;
  // The value is a variable, a command, a format, a placeholder or a file name.
  if (!literal && /\$(?:[\w({@*#?!$-]|$)|`/.test(text)) return false;
  if (/^(?:\$\{?\w+\}?|\$\(|%[\w%-]|@|<|\{\{|-)/.test(text)) return false;
  if (/^(?:~|\.{0,2})\/[\w.@-]/.test(text)) return false;
  // Any other value may be a secret, unless it is part of a regular expression or a function call.
  return !/\.\*|\.\+|\[\^|\\[(wWsSdDb]|^\w+\(/.test(text);
}
