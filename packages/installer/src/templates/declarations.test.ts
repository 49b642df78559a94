import { describe, expect, it } from 'vitest';
import { checkRows, summarizeFindings, templateOf } from './testing.ts';

/** The findings about a declaration, whose variable is used. */
function findingsFor(declaration: unknown, name = 'name'): string[] {
  const { configuration } = templateOf({ hostname: `{{${name}}}` });
  return summarizeFindings(
    checkRows({ variables: { [name]: declaration }, configuration }, [{ [name]: 'a' }]),
  );
}

describe('the declaration of a variable', () => {
  it.each<[string, unknown, string]>([
    ['that is not an object', 'hostname', 'the declaration is not an object'],
    ['without a type', {}, 'the declaration has no type'],
    ['with an unknown type', { type: 'number' }, 'the type of the variable is unknown'],
    ['with a type that is not a string', { type: 1 }, 'the type of the variable is unknown'],
    ['with an unknown member', { type: 'hostname', maximum: 1 }, 'the type hostname has no member "maximum"'],
    ['of an enum without values', { type: 'enum' }, 'an enum must list its values'],
    ['of an enum with an empty list', { type: 'enum', values: [] }, 'an enum must list its values'],
    ['of an enum with a number', { type: 'enum', values: ['a', 1] }, 'an enum must list its values'],
    [
      'with an invalid pattern',
      { type: 'text', pattern: '(' },
      'the pattern is not a valid regular expression',
    ],
    [
      'with a pattern that is not a string',
      { type: 'text', pattern: 1 },
      'the pattern is not a valid regular expression',
    ],
    [
      'with a length that is not a number',
      { type: 'text', 'max-length': '9' },
      'max-length is a string, but must be a whole number from 1 to 1024',
    ],
    [
      'with a length that is too large',
      { type: 'text', 'max-length': 1025 },
      'max-length is a number, but must be a whole number from 1 to 1024',
    ],
    ['with a fraction', { type: 'integer', minimum: 0.5 }, 'minimum is a number, but must be a whole number'],
    [
      'with exchanged bounds',
      { type: 'integer', minimum: 2, maximum: 1 },
      'the minimum is greater than the maximum',
    ],
  ])('%s is reported', (_case, declaration, message) => {
    expect(findingsFor(declaration)).toEqual([`W2402 /variables/name: ${message}`]);
  });

  it.each(['Name', '1st', 'a-b', 'a'.repeat(33), '', '!'])('of the name "%s" is reported', (name) => {
    expect(findingsFor({ type: 'hostname' }, name)[0]).toContain('the name of the variable is invalid');
  });

  it('of a name that describes a secret must begin with an exclamation mark', () => {
    expect(findingsFor({ type: 'text' }, 'password')).toEqual([
      'W2402 /variables/password: the name of the variable "password" suggests a secret, but its values would be printed',
    ]);
  });

  it('of a secret must have the type text', () => {
    const { configuration } = templateOf({ '!root-password': '{{!pin}}' });
    const checked = checkRows({ variables: { '!pin': { type: 'integer' } }, configuration }, [{ '!pin': 1 }]);
    expect(summarizeFindings(checked)).toEqual(['W2402 /variables/!pin: a secret must have the type text']);
  });

  it('must be the only one of its name', () => {
    const { configuration } = templateOf({ hostname: '{{name}}' });
    const declarations = '{"name": {"type": "hostname"}, "name": {"type": "hostname"}}';
    const text = `{"variables": ${declarations}, "configuration": ${JSON.stringify(configuration)}}`;
    expect(summarizeFindings(checkRows(text, [{ name: 'a' }]))).toEqual([
      'W2402 /variables/name: the variable "name" is declared twice',
    ]);
  });

  it('may be one of 100', () => {
    const names = Array.from({ length: 101 }, (_, index) => `v${index}`);
    const check = (count: number): string[] => {
      const used = names.slice(0, count);
      const { configuration } = templateOf({ 'x-note': used.map((name) => `{{${name}}}`) });
      const declarations = Object.fromEntries(used.map((name) => [name, { type: 'hostname' }]));
      const row = Object.fromEntries(used.map((name) => [name, 'a']));
      return summarizeFindings(checkRows({ variables: declarations, configuration }, [row]));
    };
    expect(check(100)).toEqual([]);
    expect(check(101)).toEqual(['W2402 /variables/v100: the template has more than 100 variables']);
  });
});
