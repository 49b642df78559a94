/** @module Conversion of archinstall files: configurations, credentials, and profiles in Python. */
export { convertConfiguration, type ConvertRequest, type ConvertResult } from './convert.ts';
export { lossOption, type NeedlessKey } from './losses.ts';
export { readPythonProfile, type PythonOptions } from './profile/python.ts';
