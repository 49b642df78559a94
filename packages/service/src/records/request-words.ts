import { textOf, type Phrases, type Term } from '@writ/diagnostics';
import type { TermName, TermWords } from '@writ/installer';

const GIB = 1024 ** 3;

/** The words of the API for the options and steps of `writ install` that findings and failures name. */
const REQUEST_WORDS: TermWords = {
  advanced: 'advanced: true',
  commandLimit: 'commandLimit',
  facts: 'facts',
  firmware: 'firmware',
  imageSize: 'imageSize',
  lock: 'lock',
  mirror: '"mirror"',
  seed: 'seed',
  imageSizeOf: (gibibytes) => `imageSize ${gibibytes * GIB}`,
  acceptLoss: () => 'its key in acceptLoss',
  namePartition: () => 'its key and its PARTUUID, which lsblk -o NAME,PARTUUID prints, in partuuids',
  durations: 'a number of seconds from 1 to 86,400',
  sizes: 'a number of bytes',
  asCredentials: 'as credentials',
  supplySecret: 'send credentials that contain it',
  supplyCredentials: 'send that file as credentials',
  joinCredentials:
    'send the result as the credentials for an installation; to join both files, send this file as the credentials',
  checkTogether: () => 'send it with a configuration, as credentials',
  checkTemplate: () => 'send it with its table to POST /api/batches/plan',
  convertTogether: () => 'send it with its configuration, as credentials',
  convert: () => 'POST /api/convert',
  chooseTarget: 'send the name of an image',
  chooseFolder: 'install into a prepared folder with writ install',
  // A request names one target. An agent installs onto all disks in harddrives.
  addSecondDisk:
    'add the second disk to harddrives, and install with an agent, because a request has exactly one target',
  // The service never replaces a file that Writ did not create.
  orOverwrite: '',
  confirmKeeping: 'review the plan, then start the installation with its planSha256',
  confirmLosses: 'review the plan, then start the installation with its planSha256 and overwrite: true',
  confirmPlan: 'review it, then start the installation with its planSha256',
  // The client's request already contains the consent.
  requiresConsent: '',
  orDownloadLate: '',
  startAgain: 'start the installation again',
  resume: 'resume the installation',
  resumeCommand: 'resume the installation with rerunCommand: true',
  resumeOrRestart: 'resume the earlier installation, or start over',
  resumeUnchanged: 'start a new installation',
  restart: 'start a new installation',
};

/** The words for the plan of a node, whose request names no target. */
const NODE_WORDS: TermWords = { ...REQUEST_WORDS, chooseTarget: 'name a disk of the node in harddrives' };

/** Replaces the names of command-line options in a finding or failure with those of the members of a request. */
export const toRequestWords: Rephrasing = replaceTerms(REQUEST_WORDS);

/** Like `toRequestWords`, for the plan of a node. */
export const toNodeWords: Rephrasing = replaceTerms(NODE_WORDS);

type Rephrasing = <T extends { readonly phrases?: Phrases<string> }>(texts: T) => Omit<T, 'phrases'>;

function replaceTerms(words: TermWords): Rephrasing {
  const wordsOf = ({ term, value }: Term): string => {
    const chosen = words[term as TermName];
    return typeof chosen === 'string' ? chosen : chosen(value as never);
  };
  return ({ phrases = {}, ...texts }) => {
    const changed = Object.entries(phrases).map(([name, phrase]) => [
      name,
      phrase && textOf(phrase, wordsOf),
    ]);
    return { ...texts, ...Object.fromEntries(changed) };
  };
}
