/** @module What @writ/convert needs of how configurations are read and spoken of. Not for applications: it may change. */
export { finding, findingOf } from './config/finding-codes.ts';
export type { ConfigFile } from './config/config-file.ts';
export { readDocument, type Document } from './config/document.ts';
export { eraKey, eraKeys, givesOrders } from './config/eras.ts';
export { limited } from './config/findings-limit.ts';
export { escapePointer, pointerKeys, type JsonNode } from './config/json/tree.ts';
export {
  buildModel,
  placeOf,
  shownPointer,
  type At,
  type JsonObject,
  type JsonValue,
  type Model,
} from './config/model.ts';
export { nameOf } from './config/names.ts';
export { ownValue } from './config/own-value.ts';
export { formOf } from './config/password.ts';
export { isNoAudio, isOldNetwork, programOf, recognize, type Recognized } from './config/recognize-era.ts';
export { configSchema, knownKeys } from './config/schema-view.ts';
export { secretStrings, withoutSecretCommands } from './config/secret-strings.ts';
export { isSecretKey, shown, withoutSecrets } from './config/secrets.ts';
export type { DefaultGreeter, ProfileDefinition } from './data/definition.ts';
export { mainOf } from './data/profiles.ts';
export { runProcess, succeeded } from './process/run-process.ts';
export { createRedactor as redactor } from './process/redact.ts';
export { readDefinition, type ReadDefinition } from './profile/definition.ts';
export { refusal } from './finding-codes.ts';
