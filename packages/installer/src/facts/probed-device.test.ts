import { expect, it } from 'vitest';
import { parseBlkid } from './probed-device.ts';

it.each([
  ['', { read: true }],
  [
    'DEVNAME=/dev/sda1\nLABEL=my\\ data\nUUID=a2bf3c93-abd6-44f7-acd6-40b63ce53e6b\nTYPE=ext4\nUSAGE=filesystem\n',
    { read: true, fileSystem: 'ext4', label: 'my data', uuid: 'a2bf3c93-abd6-44f7-acd6-40b63ce53e6b' },
  ],
  ['DEVNAME=/dev/sda\nPTUUID=ebf87a7a\nPTTYPE=gpt\n', { read: true, table: 'gpt', tableUuid: 'ebf87a7a' }],
  [
    'DEVNAME=/dev/sda2\nPART_ENTRY_NAME=my\\ part\nPART_ENTRY_TYPE=0fc6\nPART_ENTRY_UUID=d009\n',
    { read: true, partitionName: 'my part', partitionType: '0fc6', partitionUuid: 'd009' },
  ],
  [
    'PART_ENTRY_NAME=Partition\\ rM-CM-)servM-CM-)e\\ M-bM-^XM-^C\n',
    { read: true, partitionName: 'Partition réservée ☃' },
  ],
  ['LABEL=M-A\\ of\\ M-bM-\\"M-^C\n', { read: true, label: 'M-A of M-bM-"M-^C' }],
  ['LABEL=M-BM-^A^[\n', { read: true, label: 'M-BM-^A^[' }],
  ['LABEL=M-bM-^@M-"\n', { read: true, label: '•' }],
])('parseBlkid parses %j', (text, probed) => {
  expect(parseBlkid(text)).toEqual(probed);
});
