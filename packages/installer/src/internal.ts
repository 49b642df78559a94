/**
 * @module Internals for @writ/convert and @writ/cli: reading configurations, reporting findings about them, and finding
 * disks.
 * Not for applications; subject to change.
 */
export { finding, findingOf } from './config/finding-codes.ts';
export type { ConfigFile } from './config/config-file.ts';
export { readDocument, type Document } from './config/document.ts';
export { findLegacyKey, legacyKeys, isCriticalKey } from './config/legacy-keys.ts';
export { limitFindings, MAX_FINDINGS } from './config/findings-limit.ts';
export { type JsonNode } from './config/json/tree.ts';
export { escapePointer, pointerKeys } from './config/pointers.ts';
export {
  buildModel,
  locatePointer,
  displayPointer,
  type LocationPart,
  type JsonObject,
  type JsonValue,
  type Model,
} from './config/model.ts';
export { isSubvolumeName } from './config/checks/disk.ts';
export { isMountPoint } from './config/checks/mount-points.ts';
export { describePassphraseFault } from './config/checks/passphrase.ts';
export { keyPath } from './config/wording.ts';
export { ownValue } from './config/own-value.ts';
export { passwordForm } from './config/password.ts';
export {
  isNoAudio,
  isLegacyNetwork,
  describeFormat,
  recognizeFormat,
  type RecognizedFormat,
} from './config/recognize-format.ts';
export { configSchema, knownKeys } from './config/schema-view.ts';
export { secretStrings, maskSecretCommands } from './config/secret-strings.ts';
export { isSecretKey, displayValue, maskSecrets } from './config/secrets.ts';
export type { DefaultGreeter, ProfileDefinition } from './data/definition.ts';
export { furtherDesktops } from './data/desktops.ts';
export { mainOf } from './data/profiles.ts';
export { runProcess, succeeded } from './process/run-process.ts';
export { createRedactor as redactor } from './process/redact.ts';
export { readDefinition, type ReadDefinition } from './profile/definition.ts';
export { refusal } from './finding-codes.ts';
export { isContentUnread, unreadParts } from './facts/unread-parts.ts';
export { refuseServiceSettings } from './run/service-refusals.ts';
export { parseLock } from './run/package-lock/parse.ts';
export { namesDevice, resolveDevice } from './target/resolve-device.ts';
export { term } from './terms.ts';
