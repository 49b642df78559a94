/**
 * @module Checks, plans and runs the installation of a system described by one JSON object.
 *
 * All functions run in the calling process, and some start other programs with a time limit. Functions with an
 * `AbortSignal` stop when it is aborted. The functions report an invalid configuration as findings instead of
 * throwing, and they never exit the process or print anything.
 */
export { readNetworkCards, type NetworkCard } from './facts/network-cards.ts';
export { describeContents, describePartition, describeDisk, formatSize } from './facts/describe-disk.ts';
export { suggestSettings, type Suggestions } from './facts/suggestions.ts';
export { parseFacts, type ParsedFacts } from './facts/parse-facts.ts';
export type { GraphicsCard, Hardware } from './facts/hardware.ts';
export type { SystemSettings } from './facts/system-settings.ts';
export type { RequiredTool } from './facts/machine.ts';
export type {
  BlockDevice,
  Disk,
  DiskPartition,
  Facts,
  Holder,
  LiveMedium,
  Pool,
  Signature,
} from './facts/facts.ts';
export type { UnreadPart } from './facts/unread-parts.ts';
export { currentLosses } from './facts/current-losses.ts';
export type { Loss } from './facts/loss.ts';
export { observeTarget, type TargetFacts } from './facts/target.ts';
export { checkOnMachine } from './run/machine/check-machine.ts';
export { checkProfile } from './run/check-profile.ts';
export { machineFacts } from './run/machine/machine-facts.ts';
export {
  configurationChoices,
  type BootLoaderChoice,
  type Choice,
  type Choices,
  type DriverChoice,
  type FurtherDesktopChoice,
  type KeyboardChoice,
  type MainChoice,
  type PackagedChoice,
  type ProfileChoice,
} from './config/choices.ts';
export { listRepositories } from './plan/operations/repositories.ts';
export type { KnownLocale } from './config/locale.ts';
export { checkConfiguration, type CheckRequest, type CheckResult } from './config/check.ts';
export type { ConfigFile } from './config/config-file.ts';
export {
  joinSecrets,
  splitChecked,
  splitConfiguration,
  type NamedSecret,
  type SplitConfiguration,
} from './config/split.ts';
export { stages } from './plan/operation.ts';
export type { Check, Command, FileWrite, InputPart, Operation, FileRoot, Stage } from './plan/operation.ts';
export type {
  FileSystem,
  Layout,
  Partition,
  Plan,
  PlannedDevice,
  PlannedImage,
  PlannedTarget,
  Requirements,
  Requirement,
} from './plan/plan.ts';
export { renderPlan } from './plan/render-plan.ts';
export type { TermName, TermWords } from './terms.ts';
export type { EventSink, Failure, InstallEvent, Progress } from './run/event.ts';
export { hashPasswords } from './run/hash-passwords.ts';
export { install, type InstallDependencies } from './run/install.ts';
export type { MinimumRate } from './run/transfer/minimum-rate.ts';
export type { ReadDefinition } from './profile/definition.ts';
export type { PythonReader } from './profile/read-profile.ts';
export { planInstallation, preparePlan, type PreparedPlan } from './run/prepare-plan.ts';
export type { PlanInputs } from './run/install-record/plan-inputs.ts';
export type { LockedPackage, PackageLock } from './run/package-lock/package-lock.ts';
export {
  fetchPackageDatabases,
  type DatabaseProblem,
  type PackageDatabases,
  type PackageResolution,
  type PackageSource,
} from './run/packages/package-databases.ts';
export {
  readPackages,
  type PackageInformation,
  type RepositoryDatabase,
} from './run/packages/read-packages.ts';
export { exitStatuses } from './run/request.ts';
export { stageShares, type StageShare } from './run/stage-shares.ts';
export type {
  InstallRequest,
  InstallResult,
  NamedText,
  Outcome,
  PlanRequest,
  PlanResult,
} from './run/request.ts';
export {
  checkTemplate,
  type CheckedRow,
  type TemplateCheck,
  type TemplateRequest,
} from './templates/check-template.ts';
export type { CommonValue, DifferingValue, Outlier, Review, RowsOfValue } from './templates/review.ts';
export { listRows, type RowDiagnostic } from './templates/row-findings.ts';
export { checkRowTargets, describeRow, type RowRule, type RowTarget } from './templates/row-targets.ts';
export type { PlanOutline } from './batch/plan-outline.ts';
export {
  planRow,
  summarizeRow,
  toPlannable,
  type PlannableRow,
  type RowPlan,
  type RowPlanOptions,
  type RowSummary,
} from './batch/plan-row.ts';
export type { NameChanges, PlanReview, PlanVariant } from './batch/plan-review.ts';
export { reviewBatch, type BatchReview, type ReviewedRow } from './batch/review-batch.ts';
export type { InstallerConfig } from './schema/types.gen.ts';
export type { ProfileSource } from './config/profile-path.ts';
export type {
  CustomProfile,
  MirrorRegion,
  MirrorServer,
  Network,
  Nic,
  Password,
  Profile,
  ProfileFile,
  Settings,
  User,
} from './config/settings.ts';
