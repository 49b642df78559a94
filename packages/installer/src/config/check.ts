/** @module Checks a configuration without reading the machine. */
import { compareByLocation, hasErrors, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import type { ConfigFile } from './config-file.ts';
import { soundPart, type Sound } from './absent.ts';
import { buildSettings } from './build-settings.ts';
import { finding } from './finding-codes.ts';
import { readDocument, type Document } from './document.ts';
import { limited } from './findings-limit.ts';
import {
  secretsOfCommands,
  secretStrings,
  withoutSecretCommands,
  withoutSecretWords,
} from './secret-strings.ts';
import { keptConfiguration } from './kept.ts';
import { checkKeys } from './known-keys.ts';
import { buildModel, placeOf, type JsonObject, type Model } from './model.ts';
import { faultOfAddress, ownProfileOf, profileSourceOf, type ProfileSource } from './profile-path.ts';
import { rules } from './checks/all.ts';
import { each, type RuleContext } from './checks/rule.ts';
import type { Settings } from './settings.ts';
import { checkShape } from './shape.ts';
import { checkPrintable } from './unprintable.ts';
import type { InstallerConfig } from '../schema/types.gen.ts';

export { leftToInstall } from './left-to-install.ts';

/** The files to check. */
export interface CheckRequest {
  readonly config: ConfigFile;
  /** Merged over the configuration key by key; also gives the secrets that the configuration names. */
  readonly creds?: ConfigFile;
  /** `sys-language` and `sys-encoding` have an effect. */
  readonly advanced?: boolean;
  /** Warnings count as errors. */
  readonly strict?: boolean;
}

/** Parts of the configuration that other checks read even when the whole has errors. */
export interface Asked {
  readonly bootloader?: Settings['bootloader'];
  readonly uki: boolean;
  readonly drives: readonly { readonly item: string; readonly pointer: string }[];
  /** A profile definition that can be looked for. */
  readonly profile?: ProfileSource;
}

/** What was found, and the settings of a configuration without errors. */
export interface CheckResult {
  /** In the order of the text. */
  readonly findings: readonly Diagnostic[];
  /** The files with their secrets masked, for excerpts. */
  readonly sources: readonly SourceText[];
  /** There when nothing of severity error was found. */
  readonly settings?: Settings;
  /**
   * There with the settings: the configuration joined with the credentials, with a name for each secret.
   *
   * @param like in place of the settings: the same with passwords of other kinds
   */
  readonly kept?: (like?: Settings) => JsonObject;
  /** What is asked of a machine, as far as it could be read: also there when something else is wrong. */
  readonly asked: Asked;
  /** Gives a finding that has a pointer into the configuration its file and range. */
  readonly locate: (diagnostic: Diagnostic) => Diagnostic;
}

/** Finds everything that is wrong with a configuration. Reads nothing itself and throws nothing, whatever the input. */
export function checkConfiguration({
  config,
  creds,
  advanced = false,
  strict = false,
}: CheckRequest): CheckResult {
  const document = readDocument(config.file, config.text);
  const credentials =
    creds === undefined ? undefined : readDocument(creds.file, creds.text, { allSecret: true });
  const model = buildModel(document, credentials);
  const found = [...document.findings, ...(credentials?.findings ?? [])];
  const secrets = [
    ...secretStrings(document.root),
    ...(credentials === undefined ? [] : secretStrings(credentials.root, true)),
  ];
  const sources = [document, ...(credentials === undefined ? [] : [credentials])].map((read) =>
    withoutSecretCommands(read, secrets),
  );
  const words = [document, credentials].flatMap((read) => secretsOfCommands(read?.root));
  const withoutSecrets = (all: readonly Diagnostic[]): readonly Diagnostic[] =>
    words.length === 0 ? all : all.map((one) => withoutSecretWords(one, words));
  if (model === undefined)
    return {
      findings: withoutSecrets(sorted(found, strict)),
      sources,
      asked: { uki: false, drives: [] },
      locate: (diagnostic) => diagnostic,
    };
  const named = new Set(secretNames(model));
  const shape = checkShape(model);
  const sound = soundPart(model, shape.wrong);
  const given = givenBy(credentials, model);
  const context: RuleContext = {
    ...contextOf(model, sound, shape.wrong, advanced),
    ...defined({ given }),
  };
  const all = [
    ...found,
    // With keys in the wrong object, two of one name say nothing.
    ...(model.keysMoved ? [] : model.findings),
    ...shape.findings,
    ...sound.findings,
    ...checkKeys(model, { file: config.file, secretNames: named }),
    ...rules.flatMap((rule) => rule(context)),
    ...checkPrintable(model),
  ];
  const findings = withoutSecrets(sorted(oneEachPlace(all), strict, shape.untold));
  const locate = (diagnostic: Diagnostic): Diagnostic =>
    diagnostic.range !== undefined || diagnostic.pointer === undefined
      ? diagnostic
      : { ...diagnostic, ...placeOf(model, diagnostic.pointer) };
  const result = { findings, sources, asked: askedIn(sound), locate };
  if (hasErrors(findings)) return result;
  const options = { advanced, given: Object.fromEntries(given ?? []), secrets };
  const settings = buildSettings(sound.config as InstallerConfig, options);
  const kept = (like: Settings = settings): JsonObject =>
    keptConfiguration(model.value, like, new Set(given?.keys()));
  return { ...result, settings, kept };
}

function askedIn({ config: { bootloader, uki = false, harddrives, profile } }: Sound): Asked {
  const { path = '' } = profile ?? {};
  const source = path === '' || ownProfileOf(path)?.main !== undefined ? undefined : profileSourceOf(path);
  const isSound = source?.kind === 'file' || (source !== undefined && faultOfAddress(source) === undefined);
  return {
    ...defined({ bootloader }),
    uki,
    drives: each('/harddrives', harddrives),
    ...(isSound ? { profile: source } : {}),
  };
}

function contextOf(
  model: Model,
  { config, empty }: Sound,
  wrong: ReadonlySet<string>,
  advanced: boolean,
): RuleContext {
  const nulls = new Set(model.nulls);
  const misfits = [...wrong, ...model.unread, ...model.hidden];
  const hasKey = (pointer: string): boolean => model.places.has(pointer) && !nulls.has(pointer);
  return {
    config,
    advanced,
    hasKey,
    has: (pointer) => hasKey(pointer) && !empty.has(pointer),
    unsound: (pointer) => misfits.some((misfit) => misfit === pointer || misfit.startsWith(`${pointer}/`)),
    find: (rule, pointer, { other, ...words }, at) => {
      const place = other === undefined ? undefined : placeOf(model, other.pointer);
      const related =
        other === undefined ? [] : [{ message: other.message, ...placeWithoutPointer(place ?? {}) }];
      return finding(rule, {
        ...placeOf(model, pointer, at),
        ...words,
        ...(related.length === 0 ? {} : { related }),
      });
    },
  };
}

/** What the credentials hold by themselves; a null counts as absent. */
function givenBy(credentials: Document | undefined, model: Model): Map<string, unknown> | undefined {
  const keys = credentials?.root?.members.map(({ key }) => key);
  return (
    keys && new Map(keys.flatMap((key) => (Object.hasOwn(model.value, key) ? [[key, model.value[key]]] : [])))
  );
}

function placeWithoutPointer({ file, range }: Partial<Diagnostic>): Pick<Diagnostic, 'file' | 'range'> {
  return defined({ file, range });
}

/** Names under which the credentials give secrets: no keys of the configuration. */
function secretNames(model: Model): string[] {
  return [...model.places].flatMap(([pointer, { node }]) =>
    pointer.endsWith('/$secret') && node.kind === 'string' ? [String(node.value)] : [],
  );
}

/** Of what several rules find at one place, the one that says the most is reported. */
function oneEachPlace(findings: readonly Diagnostic[]): Diagnostic[] {
  const general = new Set(['placeholder', 'unprintable']);
  const errors = new Set(
    findings
      .filter(({ severity, rule = '' }) => severity === 'error' && !general.has(rule))
      .map(({ pointer }) => pointer),
  );
  return findings.filter(({ rule = '', pointer }) => !general.has(rule) || !errors.has(pointer));
}

function sorted(findings: readonly Diagnostic[], strict: boolean, untold = 0): readonly Diagnostic[] {
  const all = findings
    .map((diagnostic): Diagnostic =>
      strict && diagnostic.severity === 'warning' ? { ...diagnostic, severity: 'error' } : diagnostic,
    )
    .toSorted(compareByLocation);
  return limited(all, untold);
}
