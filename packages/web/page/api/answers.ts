/** The types of the service's responses, generated from its document, under the names that the page uses. */
import type { paths, Schemas } from '@writ/client';

export type { BatchChange, Install, InstallEvent } from '@writ/client';

export type Batch = Schemas['Batch'];
export type BatchState = Batch['state'];
export type BatchRow = Schemas['BatchRow'];
export type RowState = BatchRow['state'];
/** The plans of a batch that has not started. */
export type BatchPlan = Schemas['BatchPlanAnswer'];
export type BatchFinding = Schemas['BatchFinding'];
export type Node = Schemas['Node'];
export type NodeState = Node['state'];
/** The action of a machine after its work. */
export type Ending = NonNullable<Extract<NonNullable<Node['work']>, { readonly kind: 'erase' }>['ending']>;
export type NodeFacts = Schemas['NodeFactsAnswer'];
export type NodePlan = Schemas['NodePlanAnswer'];
/** The plans of several machines. */
export type NodePlans = Schemas['NodePlansAnswer'];
export type NodeConfiguration = Schemas['NodeConfiguration'];
export type NodeSelector = NodeConfiguration['selector'];
/** A management controller with its login. */
export type ControllerRequest =
  paths['/api/nodes/{id}/controller']['put']['requestBody']['content']['application/json'];
export type PowerAction =
  paths['/api/nodes/{id}/power']['post']['requestBody']['content']['application/json']['action'];
/** The check of a table whose rows select machines. */
export type NodeRows = Schemas['NodeRowsAnswer'];
/** A one-time token for an agent. */
export type AgentToken = Schemas['TokenAnswer'];
export type Finding = Schemas['JsonFinding'];
export type Severity = Schemas['Severity'];
export type Report = Omit<Schemas['CheckAnswer'], 'masked'>;
export type ConversionAnswer = Schemas['ConversionAnswer'];
/** A partition to keep, with its PARTUUID. */
export type NamedPartition = NonNullable<
  paths['/api/convert']['post']['requestBody']['content']['application/json']['partuuids']
>[number];
/** A file of an installation that can be downloaded. */
export type DownloadedFile =
  paths['/api/installs/{id}/downloads']['post']['requestBody']['content']['application/json']['file'];
export type Loss = Schemas['Loss'];
export type PlanAnswer = Schemas['PlanAnswer'];
export type PlanStage = Schemas['StageView'];
export type PlanChanges = Schemas['PlanChanges'];
export type DiskPart = Schemas['DiskPart'];
export type DiskView = Schemas['DiskView'];
export type InstallState = Schemas['InstallState'];
export type InstallFailure = Schemas['InstallFailure'];
export type MachineState = Schemas['MachineState'];
export type ImageDetails = Schemas['ImageAnswer'];
export type TimelineAnswer = Schemas['TimelineAnswer'];
export type TimelineStep = Schemas['TimelineStep'];
export type LogLine = Schemas['LogLine'];
export type LogHits = Schemas['LogHits'];
/** In the response types of openapi-fetch, the pair of installations is a list. */
export type ComparisonAnswer = Omit<Schemas['ComparisonAnswer'], 'installs'> & {
  readonly installs: readonly Schemas['Install'][];
};
export type ConfigurationChange = Schemas['ConfigurationChange'];
export type DurationChange = Schemas['DurationChange'];
export type PackageChanges = Schemas['PackageChanges'];
export type MirrorPackages = Schemas['MirrorPackages'];
export type PackageInformation = Schemas['PackageInformation'];
export type PackagesAnswer = Schemas['PackagesAnswer'];
export type MachineHardware = Schemas['MachineAnswer'];
export type NetworkCard = Schemas['NetworkCard'];
export type ResolutionAnswer = Schemas['ResolutionAnswer'];
export type ResolvedPackage = Schemas['ResolvedAnswer'];
/** Selects package lists: a mirror (by default, the first one with lists) and an additional repository. */
export type PackageSource = Readonly<
  Pick<paths['/api/resolve']['post']['requestBody']['content']['application/json'], 'mirror' | 'repository'>
>;
export type Right = Schemas['Right'];
/** The sender of the page's requests. */
export type Caller = Schemas['CallerAnswer'];
export type User = Schemas['User'];
export type StoredToken = Schemas['StoredToken'];
export type CreatedToken = Schemas['CreatedToken'];
export type AuditEntry = Schemas['AuditEntry'];
export type AuditVerification = Schemas['AuditVerification'];
export type Mirror = Schemas['MirrorChoice'];
export type ServiceInfo = Schemas['ServiceAnswer'];
export type BootLoaderChoice = Schemas['BootLoaderChoice'];
export type Choices = Schemas['Choices'];
