/** Mount options by file system. An option that requires a value ends in `=`. */

const common = `
  async atime auto defaults dev diratime dirsync exec group iversion lazytime loud mand noatime noauto nodev
  nodiratime noexec nofail noiversion nolazytime nomand norelatime nostrictatime nosuid nosymfollow nouser owner
  relatime ro rw silent strictatime suid sync user users _netdev
  comment= context= defcontext= fscontext= helper= rootcontext=`;

const quotas = 'grpquota noquota prjquota quota usrquota';

const ext4 = `
  acl auto_da_alloc barrier barrier= block_validity bsddf bsdgroups commit= data= data_err= dax dax= debug delalloc
  dioread_lock dioread_nolock discard errors= grpid init_itable init_itable= inlinecrypt inode_readahead_blks=
  journal_async_commit journal_checksum journal_dev= journal_ioprio= journal_path= jqfmt= grpjquota grpjquota=
  max_batch_time= max_dir_size_kb= mb_optimize_scan= min_batch_time= minixdf noacl noauto_da_alloc nobarrier
  noblock_validity nodelalloc nodiscard nogrpid noinit_itable nojournal_checksum noload nombcache
  no_prefetch_block_bitmaps norecovery nouid32 nouser_xattr nowarn_on_error prefetch_block_bitmaps resgid= resuid= sb=
  stripe= sysvgroups user_xattr usrjquota usrjquota= warn_on_error i_version ${quotas}`;

const btrfs = `
  acl autodefrag barrier clear_cache commit= compress compress= compress-force compress-force= datacow datasum degraded
  device= discard discard= enospc_debug fatal_errors= flushoncommit ignorebadroots ignoredatacsums max_inline=
  metadata_ratio= noacl noautodefrag nobarrier nodatacow nodatasum nodiscard noenospc_debug noflushoncommit
  nologreplay norecovery nospace_cache nossd nossd_spread notreelog recovery rescan_uuid_tree rescue= skip_balance
  space_cache space_cache= ssd ssd_spread subvol= subvolid= thread_pool= treelog usebackuproot
  user_subvol_rm_allowed`;

const xfs = `
  allocsize= attr2 bsdgroups dax dax= discard filestreams gqnoenforce gquota grpid ikeep inode32 inode64 largeio
  logbsize= logbufs= logdev= noalign noattr2 nodiscard nogrpid noikeep nolargeio norecovery nouuid pqnoenforce pquota
  qnoenforce rtdev= sunit= swalloc swidth= sysvgroups uqnoenforce uquota wsync ${quotas}`;

const f2fs = `
  acl active_logs= age_extent_cache alloc_mode= atgc background_gc= barrier checkpoint= checkpoint_merge
  compress_algorithm= compress_cache compress_chksum compress_extension= compress_log_size= compress_mode= data_flush
  disable_ext_identify disable_roll_forward discard discard_unit= errors= extent_cache fastboot flush_merge
  fsync_mode= gc_merge grpjquota= heap inline_data inline_dentry inline_xattr inline_xattr_size= inlinecrypt io_bits=
  jqfmt= memory= mode= noacl nobarrier nocheckpoint_merge nocompress_extension= nodiscard noextent_cache
  noflush_merge nogc_merge no_heap noinline_data noinline_dentry noinline_xattr norecovery nouser_xattr offgrpjquota
  offprjjquota offusrjquota prjjquota= reserve_root= resgid= resuid= user_xattr usrjquota= whint_mode= ${quotas}`;

const vfat = `
  allow_utime= check= codepage= debug discard dmask= dots dotsOK= errors= fat= flush fmask= gid= iocharset= nfs nfs=
  nodots nonumtail nonumtail= quiet rodir shortname= showexec sys_immutable time_offset= tz= uid= umask= uni_xlate
  usefree utf8 utf8=`;

/** The names of file systems with listed options. */
export type ListedFileSystem = 'ext4' | 'btrfs' | 'xfs' | 'f2fs' | 'vfat';

const lists: Readonly<Record<ListedFileSystem, string>> = { ext4, btrfs, xfs, f2fs, vfat };

const namesOf = (list: string): string[] => list.trim().split(/\s+/);
const commonNames = namesOf(common);
const names = new Map(
  Object.entries(lists).map(([kind, list]) => [kind, new Set([...commonNames, ...namesOf(list)])]),
);

/**
 * True for an option that `mount` or the kernel accepts for a file system; its value is not checked.
 *
 * @param kind undefined for an unknown file system, which accepts the options of all
 */
export function isMountOption(option: string, kind: ListedFileSystem | undefined): boolean {
  // Programs in the new system read these options; the kernel never receives them.
  if (/^[xX]-./.test(option)) return true;
  const equals = option.indexOf('=');
  const name = equals < 0 ? option : option.slice(0, equals + 1);
  return kind === undefined
    ? [...names.values()].some((known) => known.has(name))
    : names.get(kind)?.has(name) === true;
}
