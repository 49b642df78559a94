import type { Diagnostic, Secret } from '@writ/diagnostics';
import { checkConfiguration } from '../config/check.ts';
import type { Settings } from '../config/settings.ts';
import { SMALLEST_IMAGE, MIB } from '../plan/layout.ts';
import { notBuiltYet } from '../plan/not-built.ts';
import { DEFAULT_IMAGE_SIZE, plan } from '../plan/plan.ts';
import { secretsOf } from '../plan/secrets.ts';
import { refusal } from '../refusal.ts';
import { observeTarget, type TargetFacts } from '../facts/target.ts';
import { judgeTarget, lossOf } from '../target/image.ts';
import type { Outcome, PlanRequest, PlanResult } from './request.ts';

/** A plan with what a run needs besides. */
export interface Prepared extends PlanResult {
  readonly target?: TargetFacts;
  readonly secrets: ReadonlyMap<string, Secret>;
  /** Names of secrets that nobody has given. */
  readonly missingSecrets: readonly string[];
  /** Keys of other programs that give orders nobody would follow. */
  readonly refusedKeys: readonly string[];
  /** Gives a finding with a pointer its place in the configuration. */
  readonly locate: (finding: Diagnostic) => Diagnostic;
}

/** Checks a configuration, looks at the target and plans. Reads files only; nothing is started or written. */
export async function planInstallation(request: PlanRequest): Promise<PlanResult> {
  const { outcome, findings, sources, plan: made } = await prepare(request, false);
  return { outcome, findings, sources, ...(made === undefined ? {} : { plan: made }) };
}

export async function prepare(request: PlanRequest, wipe: boolean): Promise<Prepared> {
  const checked = checkConfiguration(request);
  const ended = (outcome: Outcome, more: readonly Diagnostic[] = []): Prepared => ({
    outcome,
    findings: [...checked.findings, ...more.map(checked.locate)],
    sources: checked.sources,
    secrets: new Map(),
    missingSecrets: [],
    refusedKeys: checked.refusedKeys,
    locate: checked.locate,
  });
  if (request.signal?.aborted) return ended('interrupted');
  const { settings: written } = checked;
  if (written === undefined) return ended('findings');
  const faults = faultsOfRequest(request);
  const targets = request.targets ?? written.drives;
  const [name] = targets;
  if (name === undefined) {
    faults.push(
      refusal('no-target', 'nothing says where to install to', {
        hint: 'give --target disk.img, or harddrives in the configuration',
      }),
    );
  }
  if (faults.length > 0 || name === undefined) return ended('usage', faults);
  const settings = withMirror({ ...written, drives: targets }, request.mirror);
  const target = await observeTarget(name);
  const refusals = [
    ...judgeTarget(target, { wipe }),
    ...notBuiltYet(settings, request),
    ...judgeSize(request),
  ];
  if (refusals.length > 0) return { ...ended('refused', refusals), target };
  const made = plan(
    settings,
    { path: target.path, losses: [{ target: target.path, description: lossOf(target) }] },
    request,
  );
  const { given, missing } = secretsOf(settings);
  return {
    ...ended('done'),
    plan: { ...made, findings: checked.findings },
    target,
    secrets: given,
    missingSecrets: missing,
  };
}

function withMirror(settings: Settings, mirror: string | undefined): Settings {
  if (mirror === undefined) return settings;
  return { ...settings, mirrors: [{ region: 'Given by --mirror', servers: [{ address: mirror }] }] };
}

/** What the caller wrote, as far as the configuration's own checks do not see it. */
function faultsOfRequest({ mirror, seed, imageSize }: PlanRequest): Diagnostic[] {
  const faults: Diagnostic[] = [];
  if (mirror !== undefined && !isMirror(mirror)) {
    faults.push(
      refusal('wrong-option', '--mirror is no address of packages', {
        expected: 'an http, https or file address with $repo and $arch, without a user name',
        hint: 'such as http://127.0.0.1:7879/$repo/os/$arch',
      }),
    );
  }
  if (seed !== undefined && !/^[0-9a-f]{8,128}$/i.test(seed)) {
    faults.push(refusal('wrong-option', '--seed is no seed', { expected: '8 to 128 hexadecimal digits' }));
  }
  if (imageSize !== undefined && !Number.isSafeInteger(imageSize)) {
    faults.push(refusal('wrong-option', '--image-size is no size', { expected: 'such as 8G or 4096M' }));
  }
  return faults;
}

function isMirror(address: string): boolean {
  if (!URL.canParse(address) || /[\s#]/.test(address)) return false;
  const { protocol, username, password } = new URL(address);
  return (
    ['http:', 'https:', 'file:'].includes(protocol) &&
    username === '' &&
    password === '' &&
    address.includes('$repo')
  );
}

function judgeSize({ imageSize = DEFAULT_IMAGE_SIZE }: PlanRequest): Diagnostic[] {
  if (imageSize >= SMALLEST_IMAGE) return [];
  return [
    refusal('target-too-small', `an image of ${Math.floor(imageSize / MIB)} MiB holds no system`, {
      expected: `at least ${SMALLEST_IMAGE / MIB} MiB: the EFI system partition alone has 1,024`,
      hint: 'give a larger --image-size; the file is sparse and takes only what is in it',
    }),
  ];
}
