import type { JSX } from 'preact';
import { usePage, useWords } from '../../../parts/page-context.ts';
import { passphrasePath } from '../../../state/form.ts';
import { toPointer, type Path } from '../../../text/json-edit.ts';
import { Cards } from './cards.tsx';
import { FieldGroup } from './field.tsx';
import { PasswordField } from './password-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';
import { toText, useField, useLeaveEntry } from './use-field.ts';

const DISK: Path = ['x-writ', 'disk'];
const BTRFS: Path = [...DISK, 'btrfs'];
const SNAPSHOTS: Path = [...BTRFS, 'snapshots'];
const LUKS: Path = [...DISK, 'luks'];
const SWAP: Path = ['x-writ', 'swap'];

const FILE_SYSTEMS = ['ext4', 'btrfs', 'xfs', 'f2fs'] as const;
const SWAP_KINDS = ['none', 'zram', 'file', 'partition'] as const;

/** The size of a new swap file or partition, which the user can change. */
const SWAP_SIZE = '4GiB';

/** The file system of / and /home, and the program for its snapshots. Findings about all settings of the disk except encryption are displayed here. */
export function FileSystemField(): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const { id, value, set } = useField([...DISK, 'file-system']);
  const isListed = form.read([...DISK, 'layout']) === 'partitions';
  const help = isListed ? words.listedPartitions : words.fileSystemHelp;
  const encryption = toPointer(LUKS);
  const snapshots = toPointer(SNAPSHOTS);
  const findings = form
    .findingsAt(DISK, true)
    .filter(({ pointer }) => !pointer?.startsWith(encryption) && pointer !== snapshots);
  const select = (kind: string | undefined): void => {
    set(kind === 'ext4' ? undefined : kind);
    if (kind !== 'btrfs') form.set(BTRFS, undefined);
  };
  return (
    <FieldGroup id={id} label={words.fileSystem} help={help} findings={findings}>
      <Cards
        name="file-system"
        selected={value === undefined ? 'ext4' : toText(value)}
        select={select}
        cards={FILE_SYSTEMS.map((kind) => ({
          value: kind,
          title: kind,
          meaning: words.fileSystemMeanings[kind],
        }))}
      />
      {value === 'btrfs' && (
        <SelectField
          path={SNAPSHOTS}
          label={words.snapshots}
          none={words.noSnapshots}
          options={['snapper', 'timeshift']}
          meanings={words.snapshotMeanings}
          help={words.snapshotsHelp}
        />
      )}
      {!isListed && <p class="quiet">{words.partitionsInText}</p>}
    </FieldGroup>
  );
}

/** Whether the disk is encrypted, and its passphrase. */
export function EncryptionFields(): JSX.Element {
  const { form } = usePage();
  const words = useWords().form;
  const { id, value, set, findings } = useField(LUKS);
  const leave = useLeaveEntry(LUKS);
  return (
    <FieldGroup id={id} label={words.encryption} findings={findings}>
      <label class="check">
        <input
          type="checkbox"
          checked={value !== undefined}
          aria-describedby={`${id}-meaning`}
          onChange={({ currentTarget }) => {
            if (currentTarget.checked) form.addEntry(LUKS, { '!passphrase': '' }, ['!passphrase']);
            else set(undefined);
          }}
        />
        {words.encrypt}
      </label>
      <p class="quiet" id={`${id}-meaning`}>
        {words.encryptionHelp}
      </p>
      {value !== undefined && (
        <div onFocusOut={leave}>
          <PasswordField
            path={passphrasePath}
            label={words.passphrase}
            help={words.passphraseHelp}
            isPassphrase
          />
        </div>
      )}
    </FieldGroup>
  );
}

/** The kind of swap space and its size. */
export function SwapFields(): JSX.Element {
  const words = useWords().form;
  const { form } = usePage();
  const { id, set, findings } = useField(SWAP);
  const kindField = useField([...SWAP, 'kind']);
  const kind = kindField.value === undefined ? 'none' : toText(kindField.value);
  const select = (selected: string | undefined): void => {
    if (selected === 'none') set(undefined);
    else if (selected === 'zram') set({ kind: selected });
    else set({ kind: selected, size: toText(form.read([...SWAP, 'size'])) || SWAP_SIZE });
  };
  return (
    <>
      <FieldGroup
        id={id}
        label={words.swap}
        help={words.swapHelp}
        findings={[...findings, ...kindField.findings]}
      >
        <Cards
          name="swap"
          selected={kind}
          select={select}
          cards={SWAP_KINDS.map((each) => ({
            value: each,
            title: words.swapKinds[each],
            meaning: words.swapMeanings[each],
          }))}
        />
      </FieldGroup>
      {kind !== 'none' && (
        <TextField
          path={[...SWAP, 'size']}
          label={words.swapSize}
          help={kind === 'zram' ? words.memorySwapSizeHelp : words.swapSizeHelp}
          placeholder={kind === 'zram' ? undefined : SWAP_SIZE}
        />
      )}
    </>
  );
}
