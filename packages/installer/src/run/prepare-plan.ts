import { hasErrors, phrase, type Diagnostic, type Secret } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { checkConfiguration, warningsAsErrors } from '../config/check.ts';
import { findControlCharacter } from '../config/control-characters.ts';
import { withHashedLogins } from '../config/hashed-logins.ts';
import type { Settings } from '../config/settings.ts';
import type { Facts } from '../facts/facts.ts';
import { parseFacts } from '../facts/parse-facts.ts';
import { checkFit, checkBootLoader } from '../plan/check-fit.ts';
import { createPlan, deriveSeed } from '../plan/create-plan.ts';
import { collectSecrets } from '../plan/secrets.ts';
import { readProfile, type ReadProfile } from '../profile/read-profile.ts';
import { refusal } from '../finding-codes.ts';
import { chooseTargets } from '../target/choose-targets.ts';
import { COMMAND_LINE_MIRROR, collectPlanInputs, type PlanInputs } from './install-record/plan-inputs.ts';
import { resolvePlanFacts } from './machine/plan-facts.ts';
import { refuseHostCommands } from './service-refusals.ts';
import { checkThisFolder } from './sessions/check-this-folder.ts';
import { machineFacts } from './machine/machine-facts.ts';
import { warnLowSpace } from './machine/low-space.ts';
import { defaultCache } from './transfer/cache.ts';
import type { Outcome, PlanRequest, PlanResult } from './request.ts';
import { term } from '../terms.ts';

/** A plan with all data for a run. */
export interface PreparedPlan extends PlanResult {
  readonly secrets: ReadonlyMap<string, Secret>;
  /** Names of missing secrets. */
  readonly missingSecrets: readonly string[];
  /** Present if there is a plan. */
  readonly inputs?: PlanInputs;
  /** Resolves a finding's pointer to its location in the configuration. */
  readonly locate: (finding: Diagnostic) => Diagnostic;
}

/** Checks a configuration, inspects the target and creates a plan, without writing anything. */
export async function planInstallation(request: PlanRequest): Promise<PlanResult> {
  const { outcome, findings, sources, plan } = await preparePlan(request, false);
  return { outcome, findings, sources, ...defined({ plan }) };
}

/**
 * Plans an installation and collects the data for its run, which contains secrets.
 *
 * @param wipe consent to overwriting an image file that Writ did not create; the content of disks does not
 * affect the plan
 */
export async function preparePlan(request: PlanRequest, wipe: boolean): Promise<PreparedPlan> {
  const checked = checkConfiguration(request);
  // A drive from the command line has no location in the configuration.
  const locate = ({ pointer, ...finding }: Diagnostic): Diagnostic =>
    pointer === undefined || (request.targets !== undefined && pointer.startsWith('/harddrives/'))
      ? finding
      : checked.locate({ ...finding, pointer });
  const toPrepared = (outcome: Outcome, more: readonly Diagnostic[] = []): PreparedPlan => ({
    outcome,
    findings: [...checked.findings, ...more.map(locate)],
    sources: checked.sources,
    secrets: new Map(),
    missingSecrets: [],
    locate,
  });
  if (request.signal?.aborted) return toPrepared('interrupted');
  const { settings: written } = checked;
  if (written === undefined) return toPrepared('findings');
  const isMounted = written.disk?.mounted === true;
  const faults = [...checkRequest(request), ...(isMounted ? checkFolderRequest(request) : [])];
  const names = request.targets ?? written.drives;
  if (names.length === 0) {
    faults.push(
      refusal('no-target', 'missing target', {
        hint: phrase`${term(isMounted ? 'chooseFolder' : 'chooseTarget')}`,
      }),
    );
  }
  if (faults.length > 0) return toPrepared('usage', faults);
  const planned = request.hashedLogins === true ? withHashedLogins(written) : written;
  const settings = withMirror({ ...planned, drives: names }, request.mirror);
  const recorded =
    typeof request.facts === 'object' ? parseFacts(request.facts.file, request.facts.text) : undefined;
  if (recorded !== undefined && recorded.facts === undefined) {
    const { findings, sources, ...rest } = toPrepared('findings');
    return {
      ...rest,
      findings: [...findings, ...recorded.findings],
      sources: [...sources, recorded.source],
    };
  }
  const facts = (): Promise<Facts> =>
    recorded?.facts === undefined ? machineFacts(request.signal) : Promise.resolve(recorded.facts);
  const applyStrict = (findings: readonly Diagnostic[]): readonly Diagnostic[] =>
    request.strict === true ? warningsAsErrors(findings) : findings;
  const read = await readOwnProfile(settings, request);
  const own = { ...read, findings: applyStrict(read.findings) };
  const choice = await chooseTargets(names, {
    wipe,
    facts,
    ...(isMounted ? { checkFolder: checkThisFolder } : {}),
  });
  if (request.signal?.aborted) return toPrepared('interrupted');
  const planFacts = resolvePlanFacts(choice, names.length, own.definition);
  const fit =
    planFacts === undefined
      ? checkBootLoader(settings, request.firmware ?? choice.machine?.firmware ?? 'uefi', request)
      : checkFit(settings, planFacts, request);
  const ofService = request.localFiles === false ? refuseHostCommands(settings) : [];
  const refusals = [...own.findings, ...applyStrict([...choice.findings, ...ofService, ...fit])];
  const sources = [...checked.sources, ...(own.source === undefined ? [] : [own.source])];
  if (planFacts === undefined || hasErrors(refusals)) {
    return { ...toPrepared(profileOutcome(own), refusals), sources };
  }
  const created = createPlan(settings, planFacts, request);
  const { given, missing } = collectSecrets(settings);
  // Recorded facts may describe another machine, whose cache is unknown. The cache is root's, because only
  // root can write to disks.
  const room =
    recorded === undefined
      ? await warnLowSpace(created, request.cache ?? defaultCache(process.env, true))
      : [];
  const prepared = toPrepared('done', [...refusals, ...room]);
  const making = {
    request,
    redactedConfiguration: checked.redacted?.() ?? {},
    plan: created,
    seed: request.seed?.toLowerCase() ?? deriveSeed(settings, planFacts),
    facts: choice.machine ?? recorded?.facts,
    profile: own.definition,
  };
  return {
    ...prepared,
    sources,
    plan: { ...created, findings: prepared.findings },
    secrets: given,
    missingSecrets: missing,
    inputs: collectPlanInputs(making),
  };
}

/** A prepared folder exists only on this machine. */
function checkFolderRequest({ facts }: PlanRequest): Diagnostic[] {
  return typeof facts === 'object'
    ? [refusal('wrong-option', phrase`${term('facts')} cannot be combined with the layout "mounted"`)]
    : [];
}

/** Reads the profile that `profile.path` refers to. */
async function readOwnProfile(
  { profileFile }: Settings,
  { config, profile, localFiles, signal, readPython }: PlanRequest,
): Promise<ReadProfile> {
  if (profileFile === undefined) return { findings: [] };
  const content = profile === undefined ? undefined : Buffer.from(profile.text);
  return readProfile(profileFile.source, { config: config.file, content, localFiles, signal, readPython });
}

/**
 * Returns the outcome if there is no plan: `usage` if the profile cannot be read, `findings` if it has errors, as for
 * errors in the configuration, otherwise `refused`.
 */
function profileOutcome({ findings }: ReadProfile): Outcome {
  if (findings.some(({ rule }) => rule === 'profile-unreadable')) return 'usage';
  return hasErrors(findings) ? 'findings' : 'refused';
}

function withMirror(settings: Settings, mirror: string | undefined): Settings {
  if (mirror === undefined) return settings;
  return { ...settings, mirrors: [{ region: COMMAND_LINE_MIRROR, servers: [{ address: mirror }] }] };
}

/** Seconds. */
const LONGEST_COMMAND = 86_400;

/** Checks options that are not part of the configuration. */
function checkRequest({
  mirror,
  seed,
  imageSize,
  commandLimit = 1,
  targets = [],
}: PlanRequest): Diagnostic[] {
  const faults: Diagnostic[] = [];
  if (targets.length > 2) {
    faults.push(
      refusal('wrong-option', `${targets.length} targets were passed`, {
        expected: 'one for the system and optionally a second one for /home',
      }),
    );
  }
  if (mirror !== undefined && !isMirrorAddress(mirror)) {
    faults.push(
      refusal('wrong-option', phrase`invalid ${term('mirror')}`, {
        expected: 'an http, https or file URL with $repo and $arch, without a user name',
        hint: `for example ${suggestMirror(mirror)}`,
      }),
    );
  }
  if (seed !== undefined && !/^[0-9a-f]{8,128}$/i.test(seed)) {
    faults.push(
      refusal('wrong-option', phrase`invalid ${term('seed')}`, { expected: '8 to 128 hexadecimal digits' }),
    );
  }
  if (!(Number.isSafeInteger(commandLimit) && commandLimit >= 1 && commandLimit <= LONGEST_COMMAND)) {
    faults.push(
      refusal('wrong-option', phrase`invalid ${term('commandLimit')}`, {
        expected: phrase`${term('durations')}`,
      }),
    );
  }
  if (imageSize !== undefined && !Number.isSafeInteger(imageSize)) {
    faults.push(
      refusal('wrong-option', phrase`invalid ${term('imageSize')}`, { expected: phrase`${term('sizes')}` }),
    );
  }
  return faults;
}

/** Suggests an address. An address that may contain a password is never repeated. */
function suggestMirror(given: string): string {
  const bare = /^[\w./:-]+$/.test(given) ? given.replace(/\/+$/, '') : '';
  if (bare.startsWith('/')) return `file://${bare}/$repo/os/$arch`;
  return `${/^https?:\/\//.test(bare) ? bare : 'http://127.0.0.1:7879'}/$repo/os/$arch`;
}

function isMirrorAddress(address: string): boolean {
  if (!URL.canParse(address) || /[\s#]/.test(address) || findControlCharacter(address) !== undefined)
    return false;
  const { protocol, username, password } = new URL(address);
  return (
    ['http:', 'https:', 'file:'].includes(protocol) &&
    username === '' &&
    password === '' &&
    address.includes('$repo') &&
    address.includes('$arch')
  );
}
