import { maskSecrets } from '@writ/installer/internal';
import { isObject, secretNameOf, type Json } from './json.ts';

/** Describes an answer in one line, without secrets or their names. */
export function describeAnswer(answer: Json): string {
  if (secretNameOf(answer) !== undefined) return 'typed';
  if (Array.isArray(answer)) return answer.length === 0 ? 'none' : answer.map(describeAnswer).join(' ');
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  if (!isObject(answer)) return maskSecrets(String(answer));
  const members = Object.entries(answer).map(([key, value]) => `${key}: ${describeAnswer(value)}`);
  return members.length === 0 ? 'fastest' : members.join(', ');
}
