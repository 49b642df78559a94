import type { Option } from '@writ/prompts';
import { isObject, isStrings, valueAt, type Json, type JsonObject } from '../json.ts';
import { splitWords, type Edit, type Question, type Situation } from '../question.ts';
import { hasDesktop, imageOf, purposeOf } from '../situation.ts';

const FEATURES = ['x-writ', 'features'] as const;

/** Features that are either present or not. */
const flags = ['bluetooth', 'printing', 'fonts'] as const;
/** Features that several programs provide; the first program is suggested. */
const programs = {
  power: ['power-profiles-daemon', 'tuned'],
  firewall: ['firewalld', 'ufw'],
} as const;

type Program = keyof typeof programs;
const programNames = Object.keys(programs) as readonly Program[];

const names: Readonly<Record<'ssh' | (typeof flags)[number] | Program, string>> = {
  ssh: 'SSH server',
  bluetooth: 'Bluetooth',
  printing: 'printing',
  fonts: 'fonts for most scripts',
  power: 'power profiles',
  firewall: 'firewall',
};

/** The SSH server, features and additional packages. */
export const also: Question = {
  id: 'also',
  title: 'Additional software',
  pointers: ['/packages', '/services', '/x-writ/features'],
  help: 'Services and features to enable, and the names of additional packages or package groups.',
  expected:
    'an object: {"ssh": true, "bluetooth": true, "printing": true, "fonts": true, "power": NAME, "firewall": NAME, "packages": [NAME]}',
  isAnswer: (value) =>
    isObject(value) && Object.entries(value).every(([key, member]) => isMember(key, member)),
  applies: () => true,
  suggest: (situation) => ({
    ...(purposeOf(situation) === 'server' ? { ssh: true } : {}),
    ...(hasDesktop(situation) && situation.facts.hardware?.bluetooth === true ? { bluetooth: true } : {}),
    ...(hasDesktop(situation) ? { fonts: true } : {}),
    ...(hasDesktop(situation) && isLaptop(situation) ? { power: programs.power[0] } : {}),
    packages: purposeOf(situation) === 'developer' ? ['base-devel', 'git'] : [],
  }),
  read: (config) => {
    const { packages } = config;
    const features = valueAt(config, FEATURES);
    const hasSsh = hasItem(config['services'], SSH_SERVICE);
    if (packages === undefined && features === undefined && !hasSsh) return undefined;
    const chosen = programNames.flatMap((name) => {
      const value = valueAt(features, [name]);
      return typeof value === 'string' && value !== 'none' ? [[name, value] as const] : [];
    });
    return {
      ...(hasSsh ? { ssh: true } : {}),
      ...Object.fromEntries(
        flags.flatMap((name) => (valueAt(features, [name]) === true ? [[name, true] as const] : [])),
      ),
      ...Object.fromEntries(chosen),
      packages: isStrings(packages) ? packages.filter((name) => !hasSsh || name !== SSH_PACKAGE) : [],
    };
  },
  async ask({ prompter, initial, validate }) {
    const before = isObject(initial) ? initial : {};
    const chosen = await prompter.chooseSeveral('Also install', options(before), chosenIn(before));
    const packages = isStrings(before['packages']) ? before['packages'] : [];
    const typed = await prompter.text('Additional packages, separated by spaces (may be empty)', {
      initial: packages.join(' '),
      optional: true,
      validate: (text) => validate({ packages: splitWords(text) }),
    });
    return {
      ...Object.fromEntries(chosen.map((name) => [name, valueOf(name, before)])),
      packages: splitWords(typed),
    };
  },
  edits: (answer, { base }) => (isObject(answer) ? editsOf(answer, base) : []),
};

function isLaptop(situation: Situation): boolean {
  return situation.facts.hardware?.battery === true && imageOf(situation) === undefined;
}

function isProgram(name: string): name is Program {
  return programNames.some((program) => program === name);
}

function isMember(key: string, value: Json): boolean {
  if (key === 'packages') return isStrings(value);
  if (isProgram(key)) return programs[key].some((program) => program === value);
  return Object.hasOwn(names, key) && typeof value === 'boolean';
}

function options(before: JsonObject): readonly Option[] {
  return Object.entries(names).map(([value, name]) => ({
    value,
    name: isProgram(value) ? `${name} (${String(valueOf(value, before))})` : name,
  }));
}

function chosenIn(before: JsonObject): readonly string[] {
  return Object.keys(names).filter((name) => before[name] === true || typeof before[name] === 'string');
}

/** Returns the value of a chosen name: the program of the previous answer, or else the suggested one. */
function valueOf(name: string, before: JsonObject): Json {
  if (!isProgram(name)) return true;
  return before[name] ?? programs[name][0];
}

const SSH_SERVICE = 'sshd';
const SSH_PACKAGE = 'openssh';

function hasItem(list: Json | undefined, item: string): boolean {
  return isStrings(list) && list.includes(item);
}

function editsOf(answer: JsonObject, base: JsonObject): Edit[] {
  const hasSsh = answer['ssh'] === true;
  const isNewSsh = hasSsh && !hasItem(base['services'], SSH_SERVICE);
  const typed = isStrings(answer['packages']) ? answer['packages'] : [];
  const packages = new Set(typed);
  if (isNewSsh || (hasSsh && hasItem(base['packages'], SSH_PACKAGE))) packages.add(SSH_PACKAGE);
  const services = new Set(isStrings(base['services']) ? base['services'] : []);
  if (hasSsh) services.add(SSH_SERVICE);
  else services.delete(SSH_SERVICE);
  return [
    ...listEdits('packages', packages, base),
    ...listEdits('services', services, base),
    ...flags.flatMap((name) => featureEdits(name, answer[name] === true ? true : undefined, base)),
    ...programNames.flatMap((name) => featureEdits(name, answer[name], base)),
  ];
}

/** Changes a list; the items that remain keep their order, and new ones follow. */
function listEdits(key: string, wanted: ReadonlySet<string>, base: JsonObject): Edit[] {
  const { [key]: written } = base;
  const before = isStrings(written) ? written : [];
  const value = [
    ...before.filter((item) => wanted.has(item)),
    ...[...wanted].filter((item) => !before.includes(item)),
  ];
  if (value.length === 0) return before.length === 0 ? [] : [{ path: [key], value: undefined }];
  return [{ path: [key], value }];
}

/** Changes a feature, unless the configuration states the same, possibly as the default. */
function featureEdits(name: string, value: Json | undefined, base: JsonObject): Edit[] {
  const written = valueAt(base, [...FEATURES, name]);
  const isOff = written === undefined || written === false || written === 'none';
  return value === undefined && isOff ? [] : [{ path: [...FEATURES, name], value }];
}
