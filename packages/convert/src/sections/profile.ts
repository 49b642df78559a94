import { mainOf, keyPath, displayValue, type JsonValue } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import {
  discardSetting,
  omitSetting,
  moveSetting,
  isEmpty,
  valueAt,
  type Conversion,
} from '../conversion.ts';
import {
  detailsOf,
  drivers,
  findEquivalent,
  greeters,
  mainProfiles,
  furtherDesktopOf,
  otherGreeters,
} from '../equivalents.ts';

const MAIN = ['profile', 'main'];
const DETAILS = ['profile', 'details'];
const DESKTOPS = ['x-writ', 'desktops'];
/** Paths of the profiles of archinstall 2.5 and earlier; the file name is the name of the profile. */
const ownProfile = /archinstall\/.*\/([\w-]+)\.py$/;

/**
 * Converts `profile` and `profile_config`, and `desktop-environment`, `desktop`, `servers` and `gfx_driver` from
 * archinstall 2.5 and earlier.
 */
export function convertProfile(conversion: Conversion): void {
  const current = conversion.get('profile');
  if (current?.text !== undefined) convertName(conversion, current);
  else if (current?.kind === 'object' && current.inner.length > 0) convertObject(conversion, current);
  else if (current !== undefined) conversion.copy(current);
  for (const key of ['desktop-environment', 'desktop', 'servers']) {
    const item = conversion.get(key);
    if (item !== undefined) convertDetails(conversion, item);
  }
  const config = conversion.get('profile_config');
  const inner = config?.get('profile');
  if (inner !== undefined) convertObject(conversion, inner);
  for (const item of [config?.get('gfx_driver'), conversion.get('gfx_driver')])
    convertDriver(conversion, item);
  convertGreeter(conversion, config?.get('greeter'));
}

function convertName(conversion: Conversion, item: ConfigEntry): void {
  const text = item.text ?? '';
  const lower = text.trim().toLowerCase();
  const found = detailsOf(text);
  const write = (path: readonly string[], value: string): void => {
    conversion.put(path, value);
    conversion.report('converted', item, {
      message: `profile: ${displayValue(text)} becomes ${path.join('.')}: ${displayValue(value)}`,
    });
  };
  if (mainProfiles.includes(lower)) write(MAIN, lower);
  else if (found !== undefined) {
    conversion.put(MAIN, mainOf(found)!);
    write(DETAILS, found);
  } else if (/[/\\]|\.(py|json)$/.test(text)) write(['profile', 'path'], text);
  else if (furtherDesktopOf(text) !== undefined) addDesktop(conversion, item);
  else conversion.copy(item);
}

function convertObject(conversion: Conversion, item: ConfigEntry): void {
  if (item.kind !== 'object') {
    omitSetting(conversion, item, 'it is not an object with the keys main and details');
    return;
  }
  const sameName = item.pointer === '/profile';
  // `main` and `path` come first, because the details determine the main profile only if no other key does.
  const first = new Set(['main', 'path']);
  for (const inner of item.inner.toSorted((a, b) => Number(first.has(b.key)) - Number(first.has(a.key)))) {
    switch (inner.key) {
      case 'main':
        convertMain(conversion, inner, sameName);
        break;
      case 'details':
        convertDetails(conversion, inner, sameName);
        break;
      case 'path':
        convertPath(conversion, inner, sameName);
        break;
      case 'gfx_driver':
        convertDriver(conversion, inner, sameName);
        break;
      case 'greeter':
        convertGreeter(conversion, inner);
        break;
      case 'custom':
      case 'greeter_type':
        if (sameName) conversion.copy(inner, ['profile', inner.key]);
        break;
      case 'custom_settings':
        convertCustomSettings(conversion, inner);
    }
  }
}

function convertMain(conversion: Conversion, item: ConfigEntry, sameName: boolean): void {
  const lower = item.text?.trim().toLowerCase();
  const known = lower !== undefined && mainProfiles.includes(lower);
  if (sameName && (!known || lower === item.text)) conversion.copy(item, MAIN);
  else moveSetting(conversion, item, MAIN, known ? { value: lower } : {});
}

/** Converts a name or a list of names. A configuration can contain only one of the names. */
function convertDetails(conversion: Conversion, item: ConfigEntry, sameName = false): void {
  const names = item.kind === 'array' ? item.inner : [item];
  if (names.length === 0) discardSetting(conversion, item, 'it is empty');
  if (sameName && item.kind !== 'array') {
    if (furtherDesktopOf(item.text ?? '') !== undefined) {
      addDesktop(conversion, item);
      return;
    }
    const found = item.text === undefined ? undefined : detailsOf(item.text);
    // Details are case-insensitive.
    if (found === undefined || found === item.text?.toLowerCase()) conversion.copy(item, DETAILS);
    else moveSetting(conversion, item, DETAILS, { value: found });
    return;
  }
  const known = names.find(({ text }) => text !== undefined && detailsOf(text) !== undefined);
  const other = names.find(
    ({ text }) => text !== undefined && text !== '' && furtherDesktopOf(text) === undefined,
  );
  const chosen = known ?? other;
  for (const name of names) {
    if (name === chosen) {
      const found = detailsOf(name.text ?? '');
      moveSetting(conversion, name, DETAILS, found === undefined ? {} : { value: found });
      if (found !== undefined && !conversion.has(MAIN) && !conversion.has(['profile', 'path']))
        conversion.put(MAIN, mainOf(found)!);
    } else if (furtherDesktopOf(name.text ?? '') !== undefined) addDesktop(conversion, name);
    else if (chosen === undefined) omitSetting(conversion, name, 'it is not the name of a profile');
    else
      omitSetting(
        conversion,
        name,
        `a configuration has only one profile; ${displayValue(chosen.text)} is used`,
        'add its packages to "packages" and its services to "services"',
      );
  }
}

/** Adds a desktop to `x-writ.desktops`. */
function addDesktop(conversion: Conversion, item: ConfigEntry): void {
  const name = furtherDesktopOf(item.text ?? '')!;
  if (!conversion.has(MAIN) && !conversion.has(['profile', 'path'])) conversion.put(MAIN, 'desktop');
  const desktops = listDesktops(conversion);
  if (!desktops.includes(name)) conversion.put(DESKTOPS, [...desktops, name]);
  conversion.report('converted', item, {
    message: `${keyPath(item.pointer)}: ${displayValue(item.text)} is added to ${DESKTOPS.join('.')}`,
  });
}

function listDesktops({ output }: Conversion): JsonValue[] {
  const written = valueAt(output, DESKTOPS);
  return Array.isArray(written) ? written : [];
}

function convertPath(conversion: Conversion, item: ConfigEntry, sameName: boolean): void {
  const [, own] = ownProfile.exec(item.text ?? '') ?? [];
  if (own !== undefined && furtherDesktopOf(own) !== undefined) {
    addDesktop(conversion, { ...item, text: own });
    return;
  }
  const found = own === undefined ? undefined : detailsOf(own);
  if (own !== undefined && !mainProfiles.includes(own) && found !== undefined) {
    conversion.put(MAIN, mainOf(found)!);
    moveSetting(conversion, item, DETAILS, { value: found });
  } else if (sameName) conversion.copy(item, ['profile', 'path']);
  else moveSetting(conversion, item, ['profile', 'path']);
}

function convertDriver(conversion: Conversion, item: ConfigEntry | undefined, sameName = false): void {
  if (item === undefined) return;
  const found = item.text === undefined ? undefined : findEquivalent(drivers, item.text);
  if (sameName && found === undefined) conversion.copy(item, ['profile', 'gfx_driver']);
  else moveSetting(conversion, item, ['profile', 'gfx_driver'], found === undefined ? {} : { value: found });
}

function convertGreeter(conversion: Conversion, item: ConfigEntry | undefined): void {
  if (item === undefined) return;
  const PATH = ['profile', 'greeter_type'];
  const { text = '' } = item;
  if (
    text.toLowerCase() === 'cosmic-greeter' &&
    listDesktops(conversion)[0] === 'cosmic' &&
    !conversion.has(DETAILS)
  ) {
    discardSetting(conversion, item, 'it is the default login screen of COSMIC');
    return;
  }
  if (otherGreeters.has(text.toLowerCase())) {
    omitSetting(
      conversion,
      item,
      `Writ does not set up the login screen ${displayValue(text)}`,
      `the desktop's default is used; to choose another one, add "greeter_type": "lightdm", "sddm" or "gdm" to profile`,
    );
    return;
  }
  if (text === 'lightdm-slick-greeter' && !conversion.has(PATH)) {
    conversion.put(PATH, 'lightdm');
    conversion.report('nearest-equivalent', item, {
      message: `${keyPath(item.pointer)}: ${displayValue(text)} becomes profile.greeter_type: "lightdm", with its default greeter`,
    });
    return;
  }
  const found = findEquivalent(greeters, text);
  moveSetting(conversion, item, PATH, found === undefined ? {} : { value: found });
}

function convertCustomSettings(conversion: Conversion, item: ConfigEntry): void {
  if (isEmpty(item)) {
    discardSetting(conversion, item, 'it is empty');
    return;
  }
  for (const one of item.inner.length === 0 ? [item] : item.inner) {
    const seat = one.get('seat_access');
    if (one.inner.length === 1 && (seat?.text === 'seatd' || seat?.text === 'polkit'))
      discardSetting(
        conversion,
        one,
        "Writ installs polkit, through which the desktop uses the session's seat",
      );
    else omitSetting(conversion, one, 'profiles have no settings in Writ');
  }
  conversion.settle(item);
}
