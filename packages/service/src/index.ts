/** @module The install service: HTTP API, page, store and queue. */
export { PrivateFileError, readPrivateFile } from './private-file.ts';
export { createPrivateFolder } from './private-folder.ts';
export {
  demonstrationAddress,
  demonstrationMirror,
  distributionMirror,
  exampleConfiguration,
  type MirrorChoice,
} from './example.ts';
export { dnsmasqLines } from './nodes/boot/scripts.ts';
export type { BootOptions } from './nodes/boot/boot-router.ts';
export type {
  AgentOrders,
  AgentWork,
  ClaimedWork,
  EventBatch,
  RegistrationRequest,
} from './api/nodes/agent.ts';
export type { Installer } from './installs/run-installation.ts';
export { createJsonLogger } from './observe/json-logger.ts';
export { allowedHostRule, parseAllowedHost } from './security/allowed-hosts.ts';
export type { RateLimits } from './security/rate-limits.ts';
export { isToken, tokenRule } from './security/token.ts';
export type { ServiceEnvironment } from './api/service-info.ts';
export { hostRule, isHost, readHost } from './fleet/host.ts';
export { createService } from './service.ts';
export type { Service, ServiceOptions } from './service-types.ts';
export type {
  Administer,
  AdministrationAction,
  AdministrationRequest,
  AdministrationResult,
} from './people/administration.ts';
export { openAdministration, type OpenAdministration } from './people/open-administration.ts';
export { hashNewPassword } from './people/new-password.ts';
export { PeopleError, type PeopleErrorCode } from './people/people-error.ts';
export { parseHead, type AuditHead } from './records/audit-chain.ts';
export { RIGHTS, type Right } from './records/rights.ts';
export { migrateDatabase } from './store/migrate.ts';
export { SealKeyUnusable } from './jobs/seal-key.ts';
export { checkBackup, copyRecords, restoreRecords } from './store/sqlite/backup.ts';
export type { RestoredRecords, RestoreOptions } from './store/settle-restored.ts';
export { restoreDatabase } from './store/restore-database.ts';
export { StoreUnusable } from './store/store-error.ts';
export { WebhooksUnusable } from './webhooks/endpoints.ts';
