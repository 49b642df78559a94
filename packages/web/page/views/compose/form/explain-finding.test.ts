import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../api/answers.ts';
import { catalogues } from '../../../words/languages.ts';
import { explainInForm } from './explain-finding.ts';

const findingOf = (rule: string, message: string, hint?: string): Finding =>
  ({ code: 'W1000', severity: 'error', rule, message, hint }) as Finding;

describe('the explanation of a finding in the form', () => {
  it('names the fields of accounts instead of their keys', () => {
    const { form } = catalogues.en;
    const explain = (message: string, hint?: string): unknown =>
      explainInForm(findingOf('other', message, hint), form);
    expect(explain('!users[1].!password is empty', 'add "!password"')).toEqual({
      message: '“Password” is empty',
      hint: 'add “Password”',
      isTranslated: false,
    });
    expect(explain('!users.username is missing')).toMatchObject({ message: '“Login name” is missing' });
    expect(explain('root exists', 'set its password with !root-password')).toMatchObject({
      hint: 'set its password with “Root password”',
    });
    expect(explain('!users contains no user with this name')).toMatchObject({
      message: '“Accounts” contains no user with this name',
    });
  });

  it('is in the language of the page if no one could log in', () => {
    const finding = findingOf(
      'no-credentials',
      'neither !root-password nor !users is present',
      'add --creds',
    );
    for (const { form } of Object.values(catalogues)) {
      const { message, hint, isTranslated } = explainInForm(finding, form);
      expect([message, hint, isTranslated]).toEqual([
        form.accountFindings['no-credentials'],
        undefined,
        true,
      ]);
      expect(message).not.toContain('!');
    }
  });
});
