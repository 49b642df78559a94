import { parseObject, readPath } from '../../../text/json-edit.ts';
import type { Words } from '../../../words/english.ts';

/** A difference between an example and its variant for the demonstration mirror. */
export interface ExampleChange {
  /** The name of the setting. */
  readonly label: string;
  readonly text: string;
}

/** Describes the differences between an example and its variant for the demonstration mirror. */
export function describeExampleChanges(before: string, after: string, words: Words): ExampleChange[] {
  const [earlier, later] = [parseObject(before) ?? {}, parseObject(after) ?? {}];
  const { form, start } = words;
  const labels: Readonly<Record<string, string>> = {
    packages: form.packagesLabel,
    services: form.services,
    kernels: form.kernels,
    'mirror-region': form.mirrors,
    profile: form.purpose,
    audio_config: form.audio,
    network_config: form.network,
  };
  const changes = Object.entries(labels).flatMap(([key, label]): ExampleChange[] => {
    const [one, other] = [earlier[key], later[key]];
    const [removed, added] = [namesOf(one, other, words), namesOf(other, one, words)];
    if (removed.length === 0 && added.length === 0) return [];
    const isChoice = key === 'kernels' || key === 'mirror-region';
    if (isChoice && removed.length > 0 && added.length > 0) {
      return [{ label, text: start.instead(added.join(', '), removed.join(', ')) }];
    }
    return [
      ...(removed.length === 0 ? [] : [{ label, text: start.leftOut(removed.join(', ')) }]),
      ...(added.length === 0 ? [] : [{ label, text: start.addedNames(added.join(', ')) }]),
    ];
  });
  const password = readPath(later, ['!users', '!password']);
  const isAdded = typeof password === 'string' && readPath(earlier, ['!users', '!password']) === undefined;
  return isAdded ? [...changes, { label: form.password, text: start.passwordOf(password) }] : changes;
}

/** The names of a setting's values that the other value of the setting does not contain. */
function namesOf(value: unknown, other: unknown, { form }: Words): string[] {
  const names = (of: unknown): string[] => {
    if (of === undefined) return [];
    if (Array.isArray(of)) return of.map(String);
    const main = readPath(of, ['main']);
    if (typeof main === 'string') {
      const details = readPath(of, ['details']);
      const name = (form.mains as Readonly<Record<string, string>>)[main] ?? main;
      return [typeof details === 'string' ? `${name} (${details})` : name];
    }
    const audio = readPath(of, ['audio']);
    if (typeof audio === 'string') return [audio];
    const type = readPath(of, ['type']);
    if (typeof type === 'string') return [(form.networks as Readonly<Record<string, string>>)[type] ?? type];
    return typeof of === 'object' && of !== null ? Object.keys(of) : [String(of)];
  };
  const others = new Set(names(other));
  return names(value).filter((name) => !others.has(name));
}
