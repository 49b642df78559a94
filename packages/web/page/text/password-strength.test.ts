import { describe, expect, it } from 'vitest';
import { isPasswordHash, passwordStrength } from './password-strength.ts';

describe('the password strength', () => {
  it.each([
    ['', 'weak'],
    ['secret', 'weak'],
    ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['Tr0ub4dor', 'fair'],
    ['correct horse battery staple', 'strong'],
    ['9f$Kq!zR7xLw', 'strong'],
  ])('of %j is %s', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength);
  });
});

it('isPasswordHash recognizes crypt(3) hashes', () => {
  expect(['$6$salt$hash', '$y$j9T$a$b', '$2b$12$abc'].every(isPasswordHash)).toBe(true);
  expect(['', '6$', '$money$', 'pa$6$word'].some(isPasswordHash)).toBe(false);
});
