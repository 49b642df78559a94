import type { Finding } from '../../../api/answers.ts';
import type { Words } from '../../../words/english.ts';

/** The explanation of a finding. */
export interface Explanation {
  readonly message: string;
  readonly hint?: string | undefined;
  /** Whether it is in the page's language; the explanations of the service are in English. */
  readonly isTranslated: boolean;
}

/** Matches the keys of accounts and their passwords, with the path of the account if the text contains it. */
const accountKey = /"?(?:!users(?:\[\d+\])?\.(!password|username|sudo)|(!root-password|!password|!users))"?/g;

/** Explains a finding to the user of the form, who sees the fields of accounts but not their keys. */
export function explainInForm({ rule, message, hint }: Finding, words: Words['form']): Explanation {
  const labels: Readonly<Record<string, string>> = {
    '!root-password': words.rootPassword,
    '!users': words.sectionNames.accounts,
    '!password': words.password,
    username: words.username,
    sudo: words.administrator,
  };
  const nameFields = (text: string): string =>
    text.replace(accountKey, (_, inner?: string, outer?: string) =>
      words.fieldName(labels[inner ?? outer ?? ''] ?? ''),
    );
  const explanations: Readonly<Record<string, string>> = words.accountFindings;
  const translated = rule === undefined ? undefined : explanations[rule];
  if (translated !== undefined) return { message: translated, isTranslated: true };
  return {
    message: nameFields(message),
    hint: hint === undefined ? undefined : nameFields(hint),
    isTranslated: false,
  };
}
