import { phrase, type Diagnostic } from '@writ/diagnostics';
import { refusal } from '../finding-codes.ts';
import { stagingFolder } from '../facts/writ-image.ts';
import type { TargetFacts } from '../facts/target.ts';
import { term } from '../terms.ts';

const IMAGE_NAME = /\.(img|raw)$/;

/**
 * Characters in the path of an image that programs would interpret: @@ begins an offset for mtools and ? options for
 * e2fsprogs, and mtools passes a path with one of the other characters to a shell.
 */
const INTERPRETED = /@@|[?\\$*(){}[\]`~]/;

const kindNames = {
  'block-device': 'a disk',
  folder: 'a folder',
  'special-file': 'not a regular file',
} as const;

/**
 * Checks whether an image may be written. It may be a new file, or replace an empty file, an image that Writ
 * made or, with `wipe`, any other regular file that can be read.
 */
export function checkImage(target: TargetFacts, options: { readonly wipe: boolean }): Diagnostic[] {
  const { name, path, kind } = target;
  const shown = path === name || path.endsWith(`/${name}`) ? name : `${name} (${path})`;
  const findings: Diagnostic[] = [];
  switch (kind) {
    case 'no-folder':
      return [refusal('target-folder', `the folder of ${shown} does not exist`, { hint: 'create it first' })];
    case 'block-device':
    case 'folder':
    case 'special-file':
      return [
        refusal('target-kind', `${shown} is ${kindNames[kind]}`, {
          expected: 'the name of a new or existing image file, ending in .img or .raw',
          ...(kind === 'folder'
            ? {
                hint: 'to install into a folder with mounted file systems, set x-writ.disk.layout to "mounted"',
              }
            : {}),
        }),
      ];
    case 'unreadable':
      findings.push(
        refusal('target-not-ours', `${shown} cannot be read, so it is unknown whether it may be overwritten`),
      );
      break;
    case 'other-file':
      if (!options.wipe) {
        findings.push(
          refusal('target-not-ours', `${shown} is neither empty nor an image that Writ made`, {
            hint: phrase`choose another name${term('orOverwrite')}`,
          }),
        );
      }
      break;
    case 'absent':
    case 'empty':
    case 'image-of-writ':
      break;
  }
  if (!IMAGE_NAME.test(path)) {
    findings.push(
      refusal('target-kind', `${shown} does not end in .img or .raw`, {
        hint: `name the image ${name}.img`,
      }),
    );
  }
  const [interpreted] = INTERPRETED.exec(path) ?? [];
  if (interpreted !== undefined) {
    findings.push(
      refusal(
        'target-kind',
        `${shown} contains ${interpreted}, which the programs that fill an image interpret`,
        {
          hint: 'choose a name and a folder without @@ and without the characters ? \\ $ * ( ) { } [ ] ` ~',
        },
      ),
    );
  }
  if (target.staging === 'too-long') {
    findings.push(
      refusal(
        'target-kind',
        `the name of ${shown} is too long: a folder with this name and the suffix .writ is created next to it`,
        {
          hint: 'choose a shorter name',
        },
      ),
    );
  }
  if (target.staging === 'foreign') {
    findings.push(
      refusal(
        'target-not-ours',
        `${stagingFolder(path)} exists and was not created by Writ, but the image would be built there`,
        {
          hint: 'move it elsewhere, or choose another name',
        },
      ),
    );
  }
  if (!target.folderWritable) {
    findings.push(
      refusal('target-folder', `the folder that contains ${shown} is not writable`, {
        hint: 'choose another folder, or run as a user who may write to this one',
      }),
    );
  }
  for (const user of target.users) {
    findings.push(
      refusal('target-in-use', `${shown} is in use by ${user}`, { hint: 'stop it, then try again' }),
    );
  }
  return findings;
}

/** Describes which content will be lost if the image is written. */
export function describeImageLoss({ kind, size }: TargetFacts): string {
  switch (kind) {
    case 'absent':
    case 'no-folder':
      return 'No data will be lost: the file does not exist yet.';
    case 'empty':
      return 'No data will be lost: the file is empty.';
    case 'image-of-writ':
      return `An image that Writ made (${size} bytes) is replaced when the new one is complete.`;
    case 'other-file':
    case 'block-device':
    case 'folder':
    case 'special-file':
    case 'unreadable':
      return `The existing content${size === undefined ? '' : ` (${size} bytes)`} will be lost.`;
  }
}
