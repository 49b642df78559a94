import { printLabels } from '../text/label-list.ts';

/** The filter of a list whose entries have a state and labels; empty strings match all. */
export interface ListFilter<State extends string> {
  /** Part of a name. */
  readonly text: string;
  readonly state: State | '';
  /** A label as `name=value`. */
  readonly label: string;
}

/** An entry of a list that can be filtered. */
interface Entry<State extends string> {
  readonly state: State;
  readonly labels: Readonly<Record<string, string>>;
}

export const NO_FILTER: ListFilter<never> = { text: '', state: '', label: '' };

/** Returns all labels of entries as `name=value`, in alphabetical order. */
export function listAllLabels(entries: readonly Pick<Entry<string>, 'labels'>[]): string[] {
  return [...new Set(entries.flatMap(({ labels }) => printLabels(labels)))].toSorted();
}

/**
 * Whether an entry matches a filter.
 *
 * @param names the texts in which the text of the filter is searched for
 */
export function matchesFilter<State extends string>(
  entry: Entry<State>,
  { text, state, label }: ListFilter<State>,
  names: readonly string[],
): boolean {
  const wanted = text.trim().toLowerCase();
  return (
    (state === '' || entry.state === state) &&
    (label === '' || printLabels(entry.labels).includes(label)) &&
    names.some((name) => name.toLowerCase().includes(wanted))
  );
}
