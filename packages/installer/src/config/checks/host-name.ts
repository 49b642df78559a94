import { displayValue } from '../secrets.ts';
import { suggestJson } from '../suggestion.ts';
import { placeholderHint } from './placeholder.ts';
import type { Check } from './check.ts';

const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;

export const checkHostName: Check = ({ config: { hostname }, finding }) => {
  if (hostname === undefined) return [];
  const wrong = describeHostNameFault(hostname);
  if (wrong === undefined) return [];
  const better = hostname.replace(/[\s_]+/g, '-').replace(/^[-.]+|[-.]+$/g, '');
  const hint =
    describeHostNameFault(better) === undefined && better !== ''
      ? suggestJson(better)
      : placeholderHint(hostname);
  return [
    finding('host-name', '/hostname', {
      message: `${displayValue(hostname)} is not a valid host name: ${wrong}`,
      expected: 'letters, digits and hyphens; dots between labels; at most 64 characters',
      ...hint,
    }),
  ];
};

/** Describes why a host name is invalid; returns undefined if it is valid. */
export function describeHostNameFault(name: string): string | undefined {
  if (name.length > 64) return `it has ${name.length} characters`;
  const labels = name.split('.');
  if (labels.includes('')) return 'it has an empty label';
  if (labels.some((part) => part.length > 63)) return 'a label has more than 63 characters';
  const [odd] = /[^A-Za-z0-9.-]/u.exec(name) ?? [];
  if (odd !== undefined) return `${odd === ' ' ? 'a space' : JSON.stringify(odd)} is not allowed`;
  return labels.every((part) => label.test(part)) ? undefined : 'a label begins or ends with a hyphen';
}
