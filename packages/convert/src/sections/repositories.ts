import { displayValue } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import { discardSetting, omitSetting, moveSetting, type Conversion } from '../conversion.ts';

const KEY = 'additional-repositories';

/** Converts `additional-repositories` and lists of optional repositories. Only one repository can be enabled. */
export function convertRepositories(conversion: Conversion): void {
  const current = conversion.get(KEY);
  if (current !== undefined && current.kind !== 'array') conversion.copy(current);
  else if (current !== undefined) chooseRepository(conversion, current);
  for (const outer of ['mirror_config', 'pacman_config']) {
    const list = conversion.get(outer)?.get('optional_repositories');
    if (list !== undefined) chooseRepository(conversion, list);
  }
}

function chooseRepository(conversion: Conversion, list: ConfigEntry): void {
  if (list.inner.length === 0) {
    discardSetting(conversion, list, 'it is empty');
    return;
  }
  const simple = list.inner.filter(({ kind }) => kind !== 'array' && kind !== 'object' && kind !== 'null');
  // multilib takes precedence: without it, packages may be missing, whereas without testing, they are only older.
  const chosen =
    simple.find(({ text }) => text === 'multilib') ??
    simple.find(({ text }) => text === 'testing') ??
    bothParts(simple) ??
    simple.find(
      ({ text = '' }) => !alwaysEnabled.has(text) && !testingParts.has(text) && text !== 'multilib-testing',
    );
  const testing = chosen?.text === 'testing' || testingParts.has(chosen?.text ?? '');
  for (const item of list.inner) {
    const { text = '' } = item;
    if (item === chosen)
      moveSetting(conversion, item, [KEY], testingParts.has(text) ? { value: 'testing' } : {});
    else if (alwaysEnabled.has(text)) discardSetting(conversion, item, 'this repository is always enabled');
    else if (testing && testingParts.has(text)) discardSetting(conversion, item, 'it is part of testing');
    else if (chosen === undefined)
      omitSetting(conversion, item, `${displayValue(text)} is not a repository that can be enabled`);
    else
      omitSetting(
        conversion,
        item,
        `only one repository can be enabled; ${displayValue(chosen.text ?? '')} is used`,
        'a repository that a custom command adds is enabled too late for "packages"',
      );
  }
  conversion.settle(list);
}

const alwaysEnabled: ReadonlySet<string> = new Set(['core', 'extra']);
const testingParts: ReadonlySet<string> = new Set(['core-testing', 'extra-testing']);

/**
 * Returns the first testing repository if the list contains both: only together are they equivalent to `testing`.
 */
function bothParts(items: readonly ConfigEntry[]): ConfigEntry | undefined {
  return [...testingParts].every((part) => items.some(({ text }) => text === part))
    ? items.find(({ text }) => testingParts.has(text ?? ''))
    : undefined;
}
