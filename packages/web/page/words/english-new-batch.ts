import { createPlural } from './formats.ts';

const plural = createPlural('en');
const numbers = new Intl.NumberFormat('en');

/** The texts for composing a batch in English. */
export const englishNewBatch = {
  title: 'New batch',
  meaning:
    'A batch installs one configuration for each row of a table, or assigns it to a machine with an agent. Nothing is written until you have reviewed all plans and started the batch.',
  template: 'Template',
  templateHelp:
    'JSON with two keys: variables with their types, and a configuration whose strings contain them, like {{hostname}}.',
  fromEditor: 'From the configuration in the editor',
  openFile: 'Open a file…',
  table: 'Table',
  tableHelp:
    'CSV with a header line, or JSON: a row for each machine, a column for each variable. Values of columns that begin with ! are secrets; the page forgets the table when the batch starts, when you log out, and when it is reloaded.',
  settings: 'Targets and settings',
  target: 'Target of each row',
  targetKind: 'Kind of target',
  targetKinds: {
    image: 'image',
    device: 'disk of the service’s machine',
    mac: 'machine with the hardware address',
    serial: 'machine with the serial number',
    uuid: 'machine with the UUID',
  },
  targetRule: 'A name or a path with variables, like {{hostname}}.img',
  labels: 'Labels of the workers',
  labelsRule:
    'Like rack={{rack}}, separated by spaces or commas; without labels, this server installs the rows',
  concurrency: 'At the same time',
  concurrencyRule: '1 to 100 rows',
  canaries: 'Canaries',
  canariesRule: 'rows that must be done before the others start',
  stopAfter: 'Stop after',
  stopAfterRule: 'failed rows',
  review: 'Review all rows',
  reviewing: 'Checking and planning all rows…',
  outdated: 'The template, the table or a setting has changed since the review.',
  reviewTitle: 'Review',
  allValid: (count: number): string =>
    count === 1 ? 'The row can be installed.' : `All ${numbers.format(count)} rows can be installed.`,
  allAssignable: (count: number): string =>
    `${count === 1 ? 'The row is' : `All ${numbers.format(count)} rows are`} valid; the disks are checked when a machine is planned.`,
  someValid: (valid: number, count: number): string =>
    `${numbers.format(valid)} of ${plural(count, 'row', 'rows')} are valid. Correct the errors first.`,
  findings: 'Findings',
  noFindings: 'No findings',
  files: { template: 'Template', table: 'Table', credentials: 'Credentials' },
  wholeFile: 'whole file',
  outliers: 'Outliers',
  noOutliers: (rows: number): string =>
    rows < 5 ? 'Outliers are reported only for five or more rows.' : 'No outliers',
  rare: (rows: string): string => `only in ${rows}`,
  repeated: (rows: string): string => `repeated in ${rows}`,
  rows: (rows: string, count: number): string => `${count === 1 ? 'row' : 'rows'} ${rows}`,
  differing: 'Different between the rows',
  noDiffering: 'Nothing differs between the rows.',
  values: (count: number): string => plural(count, 'value', 'values'),
  secret: (variables: string): string => `secret, from ${variables}`,
  common: (count: number): string => `The same in all rows: ${plural(count, 'value', 'values')}`,
  plans: 'Plans',
  usual: (rows: string, operations: number, packages: number): string =>
    `The same operations in ${rows}: ${plural(operations, 'operation', 'operations')}, ${plural(packages, 'named package', 'named packages')}`,
  layoutDiffers: 'other partitions',
  operations: 'operations',
  packages: 'packages',
  losses: (count: number): string => `Data would be lost in ${plural(count, 'place', 'places')}`,
  startCount: (count: number): string => `Start the batch of ${plural(count, 'row', 'rows')}`,
  assignCount: (count: number): string =>
    `Assign ${plural(count, 'configuration', 'configurations')} to machines`,
  known: (count: number): string => `${plural(count, 'row selects', 'rows select')} a known machine.`,
  digest: (digest: string): string => `(batch ${digest})`,
};
