import { expect, it } from 'vitest';
import { exampleNames, readExample } from '../../../text/examples.ts';
import { catalogues } from '../../../words/languages.ts';
import { describeExampleChanges } from './example-changes.ts';

const changesOf = (name: (typeof exampleNames)[number], language: 'en' | 'de' = 'en'): string[] => {
  const { full, demonstration } = readExample(name);
  return describeExampleChanges(full, demonstration, catalogues[language]).map(
    ({ label, text }) => `${label}: ${text}`,
  );
};

it('describeExampleChanges names what an example lacks for the demonstration mirror', () => {
  expect(changesOf('server')).toEqual([
    'Packages: nftables left out: not in the demonstration mirror',
    'Services: nftables left out: not in the demonstration mirror',
    'Kernels: linux instead of linux-lts',
    'Package mirror: Demonstration instead of Worldwide',
    'Password: demo-ada, so that you can log in to try it',
  ]);
  expect(changesOf('desktop', 'de')).toEqual([
    'Pakete: firefox weggelassen: nicht im Demonstrationsspiegel',
    'Spiegelserver: Demonstration statt Worldwide',
    'Zweck: Desktop (gnome) weggelassen: nicht im Demonstrationsspiegel',
    'Ton: pipewire weggelassen: nicht im Demonstrationsspiegel',
    'Netzwerk: NetworkManager weggelassen: nicht im Demonstrationsspiegel',
    'Passwort: demo-ada, damit Sie sich zum Ausprobieren anmelden können',
  ]);
});

it.each(exampleNames)('describeExampleChanges names every setting of %s that differs', (name) => {
  const { full, demonstration } = readExample(name);
  const [one, other] = [full, demonstration].map((text) => JSON.parse(text) as Record<string, unknown>);
  const keys = new Set([...Object.keys(one!), ...Object.keys(other!)]);
  const different = [...keys].filter((key) => JSON.stringify(one![key]) !== JSON.stringify(other![key]));
  const labels = describeExampleChanges(full, demonstration, catalogues.en).map(({ label }) => label);
  expect(new Set(labels).size).toBe(different.length);
});
