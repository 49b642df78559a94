import { shown } from '../secrets.ts';
import { placeholderHint } from './placeholder.ts';
import type { Rule } from './rule.ts';

const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;

export const hostName: Rule = ({ config: { hostname }, find }) => {
  if (hostname === undefined) return [];
  const wrong = reason(hostname);
  if (wrong === undefined) return [];
  const better = hostname.replace(/[\s_]+/g, '-').replace(/^[-.]+|[-.]+$/g, '');
  const hint =
    reason(better) === undefined && better !== ''
      ? { hint: `write ${shown(better)}` }
      : placeholderHint(hostname);
  return [
    find('host-name', '/hostname', {
      message: `${shown(hostname)} is no host name: ${wrong}`,
      expected: 'letters, digits and hyphens; dots between labels; at most 64 characters',
      ...hint,
    }),
  ];
};

function reason(name: string): string | undefined {
  if (name.length > 64) return `it has ${name.length} characters`;
  const labels = name.split('.');
  if (labels.includes('')) return 'a dot stands where no label is';
  if (labels.some((part) => part.length > 63)) return 'a label has more than 63 characters';
  const [odd] = /[^A-Za-z0-9.-]/u.exec(name) ?? [];
  if (odd !== undefined) return `${odd === ' ' ? 'a blank' : JSON.stringify(odd)} may not stand in it`;
  return labels.every((part) => label.test(part)) ? undefined : 'a hyphen stands at the end of a label';
}
