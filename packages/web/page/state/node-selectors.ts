import type { Node, NodeSelector } from '../api/answers.ts';
import { printLabels } from '../text/label-list.ts';

/** Returns the selectors for this machine alone, the most specific one first, and those for each of its labels. */
export function selectorsOf({ macs, serial, uuid, labels }: Node): readonly NodeSelector[] {
  const [mac] = macs;
  return [
    ...(mac === undefined ? [] : [{ mac }]),
    ...(serial === undefined ? [] : [{ serial }]),
    ...(uuid === undefined ? [] : [{ uuid }]),
    ...Object.entries(labels).map(([name, value]) => ({ labels: { [name]: value } })),
  ];
}

/** Returns the properties that a selector requires, such as `rack=3`. */
export function describeSelector({ mac, serial, uuid, labels = {} }: NodeSelector): string {
  return [mac, serial, uuid, ...printLabels(labels)].filter((part) => part !== undefined).join(', ');
}
