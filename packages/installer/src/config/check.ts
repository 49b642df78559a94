/** @module Checks a configuration without access to the machine. */
import { compareByLocation, hasErrors, type Diagnostic, type SourceText } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import type { ConfigFile } from './config-file.ts';
import { validSubset, type ValidSubset } from './valid-subset.ts';
import { buildSettings } from './build-settings.ts';
import { finding } from './finding-codes.ts';
import { readDocument, type Document } from './document.ts';
import { limitFindings } from './findings-limit.ts';
import {
  secretsInCommands,
  secretStrings,
  maskSecretCommands,
  maskSecretsInFinding,
} from './secret-strings.ts';
import { describeTemplateFile, isTemplate } from './template-file.ts';
import { redactConfiguration } from './redacted-configuration.ts';
import { checkKeys } from './check-keys.ts';
import { buildModel, locatePointer, type JsonObject, type Model } from './model.ts';
import {
  describeAddressFault,
  archinstallProfile,
  parseProfilePath,
  type ProfileSource,
} from './profile-path.ts';
import { checks } from './checks/all.ts';
import { withPointers, type CheckContext } from './checks/check.ts';
import type { Settings } from './settings.ts';
import { checkSchema } from './check-schema.ts';
import { checkPrintable } from './check-printable.ts';
import type { InstallerConfig } from '../schema/types.gen.ts';

export { leftToInstall, type RemainingChecks } from './left-to-install.ts';

/** The files to check, and options for the check. */
export interface CheckRequest {
  /** The configuration. */
  readonly config: ConfigFile;
  /**
   * Credentials. They replace configuration keys and contain the secrets that the configuration references.
   */
  readonly creds?: ConfigFile;
  /** Whether `sys-language` and `sys-encoding` are used (default: false). */
  readonly advanced?: boolean;
  /** Whether warnings are reported as errors (default: false). */
  readonly strict?: boolean;
}

/** The valid parts of a configuration that are checked against the machine, even if other parts have errors. */
export interface RequestedSystem {
  readonly bootloader?: Settings['bootloader'];
  readonly uki: boolean;
  readonly drives: readonly { readonly item: string; readonly pointer: string }[];
  /** The path or URL of the profile definition, if it is valid. */
  readonly profile?: ProfileSource;
}

/** The findings of a check, and the settings of a configuration without errors. */
export interface CheckResult {
  /** Sorted by file and position. */
  readonly findings: readonly Diagnostic[];
  /** The files with masked secrets, as sources of excerpts. */
  readonly sources: readonly SourceText[];
  /** Absent if a finding has severity `error`. */
  readonly settings?: Settings;
  /**
   * Returns the configuration merged with the credentials, with secrets replaced by references. Absent if
   * `settings` is absent.
   *
   * @param like settings that replace the settings of the configuration, for example with hashed passwords
   */
  readonly redacted?: (like?: Settings) => JsonObject;
  /** The valid parts of the configuration that are checked against the machine. */
  readonly requested: RequestedSystem;
  /** Adds the file and the range to a finding that has a pointer into the configuration but no range. */
  readonly locate: (diagnostic: Diagnostic) => Diagnostic;
}

/**
 * Checks a configuration and reports all findings together. The function reads no files, and no input makes
 * it throw.
 */
export function checkConfiguration({
  config,
  creds,
  advanced = false,
  strict = false,
}: CheckRequest): CheckResult {
  const document = readDocument(config.file, config.text);
  const credentials =
    creds === undefined ? undefined : readDocument(creds.file, creds.text, { allSecret: true });
  return checkDocuments(document, credentials, { advanced, strict });
}

/** Checks a configuration and its credentials, which have already been parsed. */
export function checkDocuments(
  document: Document,
  credentials: Document | undefined,
  { advanced = false, strict = false }: Pick<CheckRequest, 'advanced' | 'strict'>,
): CheckResult {
  const model = buildModel(document, credentials);
  const found = [...document.findings, ...(credentials?.findings ?? [])];
  const secrets = [
    ...secretStrings(document.root),
    ...(credentials === undefined ? [] : secretStrings(credentials.root, true)),
  ];
  const sources = [document, ...(credentials === undefined ? [] : [credentials])].map((read) =>
    maskSecretCommands(read, secrets),
  );
  const words = [document, credentials].flatMap((read) => secretsInCommands(read?.root));
  const withoutSecrets = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
    words.length === 0 ? diagnostics : diagnostics.map((one) => maskSecretsInFinding(one, words));
  if (model === undefined)
    return {
      findings: withoutSecrets(sortFindings(found, strict)),
      sources,
      requested: { uki: false, drives: [] },
      locate: (diagnostic) => diagnostic,
    };
  if (isTemplate(model))
    return {
      findings: withoutSecrets(
        sortFindings([...found, describeTemplateFile(model, document.source.name)], strict),
      ),
      sources,
      requested: { uki: false, drives: [] },
      locate: (diagnostic) => diagnostic,
    };
  const named = new Set(secretNames(model));
  const shape = checkSchema(model);
  const valid = validSubset(model, shape.wrong);
  const credentialValues = readCredentialValues(credentials, model);
  const context: CheckContext = {
    ...createContext(model, valid, shape.wrong, advanced),
    ...defined({ credentials: credentialValues }),
  };
  const unsorted = [
    ...found,
    // Findings about duplicate keys are unreliable if keys may be in the wrong object.
    ...(model.keysMoved ? [] : model.findings),
    ...shape.findings,
    ...valid.findings,
    ...checkKeys(model, { file: document.source.name, secretNames: named }),
    ...checks.flatMap((rule) => rule(context)),
    ...checkPrintable(model),
  ];
  const findings = withoutSecrets(sortFindings(keepMostSpecific(unsorted), strict, shape.omitted));
  const locate = (diagnostic: Diagnostic): Diagnostic =>
    diagnostic.range !== undefined || diagnostic.pointer === undefined
      ? diagnostic
      : { ...diagnostic, ...locatePointer(model, diagnostic.pointer) };
  const result = { findings, sources, requested: findRequestedSystem(valid), locate };
  if (hasErrors(findings)) return result;
  const options = { advanced, namedSecrets: Object.fromEntries(credentialValues ?? []), secrets };
  const settings = buildSettings(valid.config as InstallerConfig, options);
  const redacted = (like: Settings = settings): JsonObject =>
    redactConfiguration(model.value, like, new Set(credentialValues?.keys()));
  return { ...result, settings, redacted };
}

function findRequestedSystem({
  config: { bootloader, uki = false, harddrives, profile },
}: ValidSubset): RequestedSystem {
  const { path = '' } = profile ?? {};
  const source =
    path === '' || archinstallProfile(path)?.main !== undefined ? undefined : parseProfilePath(path);
  const isReadable =
    source?.kind === 'file' || (source !== undefined && describeAddressFault(source) === undefined);
  return {
    ...defined({ bootloader }),
    uki,
    drives: withPointers('/harddrives', harddrives),
    ...(isReadable ? { profile: source } : {}),
  };
}

function createContext(
  model: Model,
  { config, empty }: ValidSubset,
  wrong: ReadonlySet<string>,
  advanced: boolean,
): CheckContext {
  const nulls = new Set(model.nulls);
  const misfits = [...wrong, ...model.unread, ...model.hidden];
  const hasKey = (pointer: string): boolean => model.locations.has(pointer) && !nulls.has(pointer);
  return {
    config,
    advanced,
    hasKey,
    hasValue: (pointer) => hasKey(pointer) && !empty.has(pointer),
    isInvalid: (pointer) => misfits.some((misfit) => misfit === pointer || misfit.startsWith(`${pointer}/`)),
    finding: (rule, pointer, { other, ...words }, at) => {
      const place = other === undefined ? undefined : locatePointer(model, other.pointer);
      const related = other === undefined ? [] : [{ message: other.message, ...withoutPointer(place ?? {}) }];
      return finding(rule, {
        ...locatePointer(model, pointer, at),
        ...words,
        ...(related.length === 0 ? {} : { related }),
      });
    },
  };
}

/** Returns the credentials' values by key, without those that are null; undefined if no credentials could be read. */
function readCredentialValues(
  credentials: Document | undefined,
  model: Model,
): Map<string, unknown> | undefined {
  const keys = credentials?.root?.members.map(({ key }) => key);
  return (
    keys && new Map(keys.flatMap((key) => (Object.hasOwn(model.value, key) ? [[key, model.value[key]]] : [])))
  );
}

function withoutPointer({ file, range }: Partial<Diagnostic>): Pick<Diagnostic, 'file' | 'range'> {
  return defined({ file, range });
}

/** Returns the names of the secrets that the configuration references. */
function secretNames(model: Model): string[] {
  return [...model.locations].flatMap(([pointer, { node }]) =>
    pointer.endsWith('/$secret') && node.kind === 'string' ? [String(node.value)] : [],
  );
}

/** Removes general findings about values that have a specific error. */
function keepMostSpecific(findings: readonly Diagnostic[]): Diagnostic[] {
  const general = new Set(['placeholder', 'unprintable']);
  const errors = new Set(
    findings
      .filter(({ severity, rule = '' }) => severity === 'error' && !general.has(rule))
      .map(({ pointer }) => pointer),
  );
  return findings.filter(({ rule = '', pointer }) => !general.has(rule) || !errors.has(pointer));
}

function sortFindings(findings: readonly Diagnostic[], strict: boolean, omitted = 0): readonly Diagnostic[] {
  const sorted = (strict ? warningsAsErrors(findings) : findings).toSorted(compareByLocation);
  return limitFindings(sorted, omitted);
}

/** Returns the findings with warnings as errors, as `strict` requires. */
export function warningsAsErrors(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  return findings.map((diagnostic) =>
    diagnostic.severity === 'warning' ? { ...diagnostic, severity: 'error' } : diagnostic,
  );
}
