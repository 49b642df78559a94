import type { NetworkCard } from '../../../api/answers.ts';
import { usePage } from '../../../parts/page-context.ts';

/** The network cards of the target machine; empty if the target is an image, which boots on another machine. */
export function useNetworkCards(): readonly NetworkCard[] {
  const { planning, hardware } = usePage();
  return planning.device.value === undefined ? [] : (hardware.found.value?.networkCards ?? []);
}

/**
 * The name of a wired card, preferably a connected one, or else of any card; on an unknown machine, a pattern for all
 * wired cards.
 */
export function defaultInterface(cards: readonly NetworkCard[]): string {
  if (cards.length === 0) return 'en*';
  const wired = cards.filter(({ wireless }) => !wireless);
  return (wired.find(({ connected }) => connected === true) ?? wired[0] ?? cards[0]!).name;
}
