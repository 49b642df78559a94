import { isSecretName, isSecretValue } from './secret-values.ts';

/** A pattern for secrets in a string, independent of the program. It matches in linear time. */
interface Form {
  /**
   * Captures the value as `value`, or in quotes as `double` or `single`. If it captures a `name`, this must be the
   * name of a secret.
   */
  readonly pattern: RegExp;
  /** Whether the format of the value identifies it as a secret. */
  readonly certain?: true;
}

/** A look-ahead, because the value may contain another name: `s/password = .*\/password = …/`. */
const VALUE =
  /(?="(?<double>(?:[^"\\\n]|\\.){0,512})"|'(?<single>[^'\n]{0,512})'|(?<value>[^\s"'`;&|<>()]{1,256}))/;

const forms: readonly Form[] = [
  // NAME=value: variables, options, lines of settings.
  {
    pattern: new RegExp(
      String.raw`(?<![\w$%{.-])-{0,2}(?<name>[A-Za-z_][\w.-]{0,80})[ \t]{0,4}=[ \t]{0,4}${VALUE.source}`,
      'g',
    ),
  },
  // "name": "value" and name: "value", as in JSON, including JSON inside a string.
  {
    pattern:
      /(?<![\w.$-])(?<name>[\w.-]{1,80})\\?["']?\s{0,4}:\s{0,4}\\?["'](?<value>[^"'\\\n]{1,512})["'\\]/g,
  },
  // name: value as a whole line.
  {
    pattern:
      /(?:^|["'\n])[ \t]{0,40}(?<name>[\w.-]{1,80})[ \t]{0,4}:[ \t]{1,4}(?<value>[^\s"'`;&|<>()\\]+)[ \t]{0,4}(?=$|["'\n])/gm,
  },
  // HTTP headers.
  {
    pattern:
      /\bauthorization\s{0,4}:\s{0,4}(?:(?:bearer|basic|token|digest|apikey)\s{1,4})?(?<value>[^\s"'`;&|<>()]+)/gi,
  },
  {
    pattern:
      /\b(?:x-[\w-]{0,40}(?:token|key|secret|auth)|(?:private|job|deploy|auth)-token|api-?key)\s{0,4}:\s{0,4}(?<value>[^\s"'`;&|<>()]+)/gi,
  },
  // SQL.
  {
    pattern:
      /\bidentified\s{1,8}(?:with\s{1,8}\w{1,40}\s{1,8})?by\s{1,8}(?:password\s{1,8})?\\?["'](?<value>[^"'\\\n]+)/gi,
  },
  { pattern: /\bpassword\s{0,8}[( ]\s{0,4}'(?<value>[^'\n]+)'/gi },
  // .netrc
  { pattern: /\blogin\s{1,8}\S{1,200}\s{1,8}password\s{1,8}(?<value>[^\s"'`;&|<>()]+)/gi },
  // openssl
  { pattern: /(?<![\w:])pass:(?<value>[^\s"'`;&|<>()]+)/g },
  // Keys and tokens of many services, identified by their format.
  {
    certain: true,
    pattern:
      /\b(?<value>gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255}|glpat-[\w-]{20,64}|xox[abeprs]-[\w-]{10,255}|AKIA[0-9A-Z]{16}|sk[-_](?:live_|test_|proj-)?[A-Za-z0-9]{20,255}|npm_[A-Za-z0-9]{36}|hf_[A-Za-z0-9]{20,64}|dop_v1_[0-9a-f]{64}|tskey-[\w-]{10,255}|hvs\.[\w-]{20,255}|AGE-SECRET-KEY-1[0-9A-Z]{20,80}|eyJ[\w-]{10,2048}\.[\w-]{10,4096}\.[\w-]{10,1024})/g,
  },
  {
    certain: true,
    pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?<value>(?:[A-Za-z0-9+/=\s]|\\n){1,8192})/g,
  },
];

/** Finds secrets in a string by patterns. */
export function secretsInText(written: string): string[] {
  // Escape sequences are replaced, because they become whitespace when the command prints them.
  const text = written.replaceAll(/\\[nrt]/g, '\n');
  return forms.flatMap(({ pattern, certain = false }) =>
    [...text.matchAll(pattern)].flatMap(({ index, 0: whole, groups = {} }) => {
      const { name, double, single, value = double ?? single ?? '' } = groups;
      if (certain) return [value];
      if (name !== undefined && !isSecretName(name)) return [];
      // The value is a function call.
      if (text[index + whole.length + value.length] === '(') return [];
      return isSecretValue(value, single !== undefined) ? [value] : [];
    }),
  );
}
