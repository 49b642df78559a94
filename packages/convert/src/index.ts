/** @module Converts archinstall configurations and credentials, and reads Python profiles. */
export { convertConfiguration, type ConvertRequest, type ConvertResult } from './convert.ts';
export type { KeyOutcome, KeyReport } from './key-report.ts';
export { isPartuuid, partuuidOption, type UnnamedPartition } from './partuuids.ts';
export { lossOption, type NeedlessKey } from './losses.ts';
export { readPythonProfile, type PythonOptions } from './profile/python.ts';
