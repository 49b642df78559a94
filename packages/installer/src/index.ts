/**
 * @module Checks, plans and runs the installation of a system that one JSON object describes.
 *
 * All functions run in this process within their time limits and stop when their `AbortSignal` is
 * aborted. They do not throw for invalid input, never exit the process and never print.
 */
export { readNetworkCards, type NetworkCard } from './facts/network-cards.ts';
export { describeContents } from './target/describe-disk.ts';
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
  type KeyboardChoice,
  type MainChoice,
  type PackagedChoice,
  type ProfileChoice,
} from './config/choices.ts';
export type { KnownLocale } from './config/locale.ts';
export { checkConfiguration, type CheckRequest, type CheckResult } from './config/check.ts';
export type { ConfigFile } from './config/config-file.ts';
export {
  joinSecrets,
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
export type { EventSink, Failure, InstallEvent, Progress } from './run/event.ts';
export { hashPasswords } from './run/hash-passwords.ts';
export { install } from './run/install.ts';
export type { MinimumRate } from './run/transfer/minimum-rate.ts';
export type { ReadDefinition } from './profile/definition.ts';
export type { PythonReader } from './profile/read-profile.ts';
export { planInstallation } from './run/prepare-plan.ts';
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
export type {
  InstallRequest,
  InstallResult,
  NamedText,
  Outcome,
  PlanRequest,
  PlanResult,
} from './run/request.ts';
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
