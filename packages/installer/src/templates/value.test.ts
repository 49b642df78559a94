import { describe, expect, it } from 'vitest';
import { matchPattern, readValue, type Cell } from './value.ts';
import type { Variable } from './variable.ts';

const range = { start: 0, end: 0 };
const hostname: Variable = { name: 'v', type: 'hostname', range };
const ip: Variable = { name: 'v', type: 'ip', range };
const prefix: Variable = { name: 'v', type: 'prefix', range };
const mac: Variable = { name: 'v', type: 'mac', range };
const role: Variable = { name: 'v', type: 'enum', values: ['web', 'db'], range };
const size: Variable = { name: 'v', type: 'integer', minimum: -2, maximum: 64, range };
const text: Variable = { name: 'v', type: 'text', minLength: 2, maxLength: 4, range };

describe('a value', () => {
  it.each<[Variable, Cell, Cell]>([
    [hostname, 'web-01.example', 'web-01.example'],
    [ip, '10.0.0.1', '10.0.0.1'],
    [ip, '2001:db8::1', '2001:db8::1'],
    [prefix, '10.0.0.1/24', '10.0.0.1/24'],
    [prefix, '2001:db8::1/64', '2001:db8::1/64'],
    [mac, '52:54:00:AB:cd:ef', '52:54:00:AB:cd:ef'],
    [role, 'db', 'db'],
    [size, '64', 64],
    [size, '-2', -2],
    [size, 0, 0],
    [text, 'ab', 'ab'],
    [text, 'äöü€', 'äöü€'],
    [text, '👩👩👩👩', '👩👩👩👩'],
  ])('of the type $type is accepted: %s', (variable, cell, value) => {
    expect(readValue(variable, cell)).toEqual({ value });
  });

  it.each<[Variable, Cell, string]>([
    [hostname, 'web_01', 'is not a valid host name: "_" is not allowed'],
    [hostname, '-web', 'is not a valid host name: a label begins or ends with a hyphen'],
    [ip, '10.0.0.1/24', 'is not an IP address'],
    [ip, '10.0.0.256', 'is not an IP address'],
    [prefix, '10.0.0.1', 'is not an IP address with a prefix length'],
    [prefix, '10.0.0.1/33', 'is not an IP address with a prefix length'],
    [mac, '52-54-00-ab-cd-ef', 'is not a MAC address'],
    [mac, '52:54:00:ab:cd', 'is not a MAC address'],
    [role, 'dbs', 'is not one of the declared values'],
    [size, '65', 'is greater than 64'],
    [size, '-3', 'is less than -2'],
    [size, '1.5', 'is not a whole number'],
    [size, 1.5, 'is not a whole number'],
    [size, '007', 'is not a whole number'],
    [size, '0x10', 'is not a whole number'],
    [size, '99999999999999999999', 'is not a whole number'],
    [text, 'a', 'has 1 character, but must have at least 2'],
    [text, 'abcde', 'has 5 characters, but must have at most 4'],
    [text, 'a\nb', 'contains a line break (U+000A)'],
    [text, 'a\u001b', 'contains an escape character (U+001B)'],
    [text, 12, 'is a number, but must be a string'],
    [{ name: 'v', type: 'text', range }, 'a'.repeat(1025), 'has more than 1024 characters'],
  ])('of another type is rejected: %s', (variable, cell, fault) => {
    expect(readValue(variable, cell)).toMatchObject({ fault });
  });
});

describe('a pattern', () => {
  it('is matched with whole values', () => {
    expect(matchPattern('a|b+', ['a', 'bb', 'ab', 'xa', ''])).toEqual([true, true, false, false, false]);
  });

  it('that needs exponential time is stopped', () => {
    expect(matchPattern('(a+)+', [`${'a'.repeat(60)}!`], 50)).toBeUndefined();
  });
});
