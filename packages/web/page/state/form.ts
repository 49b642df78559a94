import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Choices, Finding } from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import { applyFixes, findFix, type Fix } from '../text/fix.ts';
import {
  isObject,
  parseObject,
  readPath,
  renameKey,
  setValue,
  toPointer,
  type JsonObject,
  type Path,
} from '../text/json-edit.ts';
import { isPassphrase } from '../text/passphrase.ts';
import type { Configuration } from './configuration.ts';
import { KeptSecrets } from './kept-secrets.ts';
import { NewEntries } from './new-entries.ts';
import type { Planning } from './planning.ts';
import type { Session } from './session.ts';

/** The displayed views of the configuration. */
export type Layout = 'form' | 'split' | 'text';

/**
 * The sections of the form, in their order, with the keys of the configuration that each contains. The keys in `x-writ`
 * belong to several sections.
 */
export const sections = {
  system: ['hostname', 'timezone', 'keyboard-language', 'sys-language', 'sys-encoding', 'ntp'],
  boot: ['bootloader', 'kernels', 'uki', 'harddrives', 'x-writ/disk', 'x-writ/swap'],
  software: [
    'profile',
    'packages',
    'services',
    'x-writ/features',
    'x-writ/desktops',
    'audio_config',
    'mirror-region',
    'additional-repositories',
  ],
  network: ['network_config'],
  accounts: ['!root-password', '!users', 'x-writ/accounts'],
  commands: ['custom-commands'],
} as const;

export type SectionName = keyof typeof sections;

/** The key for the settings that archinstall's format lacks. */
const EXTENSION = 'x-writ';

export const passphrasePath: Path = [EXTENSION, 'disk', 'luks', '!passphrase'];

/** The name by which the text refers to the passphrase. */
const PASSPHRASE_NAME = 'disk-passphrase';

export const sectionNames = Object.keys(sections) as readonly SectionName[];

/** The configuration as values of fields: a second view of the text. Changing a value edits the text in place. */
export class Form {
  readonly layout: Signal<Layout> = signal<Layout>('split');
  readonly section: Signal<SectionName> = signal<SectionName>('system');
  /** The values that the service offers; undefined until they are loaded. */
  readonly choices: Signal<Choices | undefined> = signal<Choices | undefined>(undefined);
  /** The pointer of the value whose field is about to be focused; undefined if there is none. */
  readonly focusRequest: Signal<string | undefined> = signal<string | undefined>(undefined);
  /** The findings of the last check, except those about an entry that the user is still filling in. */
  readonly findings: ReadonlySignal<readonly Finding[]>;
  /** The layout that fits the window: in a narrow window, the layout `split` shows only the form. */
  readonly shownLayout: ReadonlySignal<Layout>;
  /** Whether the text can be parsed; if not, the form shows the last configuration that could be. */
  readonly isReadable: ReadonlySignal<boolean>;
  /** The passphrase of the disk, which the text contains only while the user types it. */
  readonly secrets: KeptSecrets = new KeptSecrets();
  readonly #configuration: Configuration;
  readonly #planning: Planning;
  readonly #session: Session;
  readonly #value: ReadonlySignal<JsonObject>;
  readonly #newEntries = new NewEntries();

  constructor(configuration: Configuration, planning: Planning, session: Session) {
    this.#configuration = configuration;
    this.#planning = planning;
    this.#session = session;
    const parsed = computed(() => parseObject(configuration.text.value));
    const narrow = matchMedia('(max-width: 56.25rem)');
    const isNarrow = signal(narrow.matches);
    narrow.addEventListener('change', () => {
      isNarrow.value = narrow.matches;
    });
    this.shownLayout = computed(() =>
      this.layout.value === 'split' && isNarrow.value ? 'form' : this.layout.value,
    );
    let last: JsonObject = {};
    // An empty text contains nothing of an earlier configuration, which may have been another user's.
    this.#value = computed(() => (last = parsed.value ?? (configuration.text.value === '' ? {} : last)));
    this.isReadable = computed(() => parsed.value !== undefined);
    this.findings = computed(() => {
      const findings = planning.report.value?.findings ?? [];
      return this.#newEntries.areEmpty
        ? findings
        : findings.filter((finding) => !this.#newEntries.defer(finding));
    });
    effect(() => {
      // Reading these values subscribes to them.
      void [this.section.value, configuration.replacement.value];
      this.#newEntries.complete();
    });
  }

  /** The value at a path; undefined if there is none. */
  read(path: Path): unknown {
    return readPath(this.#value.value, path);
  }

  /** Changes a value in the text; `undefined` removes it. Has no effect while the text cannot be parsed. */
  set(path: Path, value: unknown): void {
    if (!this.isReadable.peek()) return;
    if (value === undefined && this.read(path) === undefined) return;
    const { text } = this.#configuration;
    text.value = setValue(text.peek(), value === undefined ? this.#removable(path) : path, value);
    // The entries after a removed one have other positions.
    if (value === undefined && typeof path.at(-1) === 'number') this.#newEntries.complete();
  }

  /**
   * The path of the value to remove: the value itself or, in `x-writ`, the outermost object that contains nothing else.
   * An empty object there would mean the same as an absent one.
   */
  #removable(path: Path): Path {
    if (path[0] !== EXTENSION || this.read(path) === undefined) return path;
    const parent = this.read(path.slice(0, -1));
    const isOnly = path.length > 1 && isObject(parent) && Object.keys(parent).length === 1;
    return isOnly ? this.#removable(path.slice(0, -1)) : path;
  }

  /** The path of the further settings of an account. */
  accountPath(name: string): Path {
    return [EXTENSION, 'accounts', name];
  }

  /** Changes the login name of an account, and the key of its further settings. */
  renameAccount(path: Path, name: string): void {
    if (!this.isReadable.peek()) return;
    const earlier = this.read([...path, 'username']);
    const { text } = this.#configuration;
    batch(() => {
      this.set([...path, 'username'], name);
      if (typeof earlier === 'string' && !this.#accountNames().includes(earlier)) {
        text.value = renameKey(text.peek(), this.accountPath(earlier), name);
      }
    });
  }

  /** Removes an account with its further settings. */
  removeAccount(path: Path): void {
    const name = this.read([...path, 'username']);
    batch(() => {
      this.set(path, undefined);
      if (typeof name !== 'string' || this.#accountNames().includes(name)) return;
      this.set(this.accountPath(name), undefined);
    });
  }

  #accountNames(): unknown[] {
    const users = this.read(['!users']);
    return (Array.isArray(users) ? users : [users]).map((user) => readPath(user, ['username']));
  }

  /**
   * Adds an entry to a list, and focuses its first field. Findings about it are displayed once the user has left it.
   *
   * @param field the path of its first field within the entry
   */
  addEntry(path: Path, value: unknown, field: Path): void {
    batch(() => {
      this.#newEntries.complete();
      this.set(path, value);
      this.#newEntries.add(path);
      this.focusRequest.value = toPointer([...path, ...field]);
    });
  }

  /** Displays the findings about a value whose field the user has left. */
  leave(path: Path): void {
    this.#newEntries.leave(path);
  }

  /** Opens the field of the first password that the configuration only refers to; has no effect if there is none. */
  askForPasswords(): void {
    const users = this.read(['!users']);
    const accounts: readonly Path[] = Array.isArray(users)
      ? users.map((_, index) => ['!users', index])
      : [['!users']];
    const paths: readonly Path[] = [
      ...accounts.map((path) => [...path, '!password']),
      ['!root-password'],
      passphrasePath,
    ];
    const missing = paths.find((path) => {
      const value = this.read(path);
      return isObject(value) && this.secrets.find(value) === undefined;
    });
    if (missing === undefined) return;
    batch(() => {
      if (this.layout.peek() === 'text') this.layout.value = 'split';
      this.section.value = missing === passphrasePath ? 'boot' : 'accounts';
      this.focusRequest.value = toPointer(missing);
    });
  }

  /** Replaces a password with its hash, unless the password is edited in the meantime. */
  async hashPassword(path: Path): Promise<void> {
    const password = this.read(path);
    if (typeof password !== 'string' || password === '') return;
    const request = { body: { password } };
    const answer = await this.#session.guard(() => dataOf(service().POST('/api/password-hash', request)));
    if (answer !== undefined && this.read(path) === password) this.set(path, answer.hash);
  }

  /**
   * Replaces the passphrase of the disk with a reference to it, because it cannot be hashed. A passphrase that the check
   * rejects remains in the text, with its finding.
   */
  keepPassphrase(): void {
    const value = this.read(passphrasePath);
    if (typeof value !== 'string' || !isPassphrase(value)) return;
    const warnings = this.#isCurrent ? this.findingsAt(passphrasePath, true) : [];
    batch(() => {
      this.secrets.keep(PASSPHRASE_NAME, { value, warnings });
      this.set(passphrasePath, { $secret: PASSPHRASE_NAME });
    });
  }

  /** The findings about a value or about its absence and, if `isDeep` is true, about the values in it. */
  findingsAt(path: Path, isDeep: boolean): readonly Finding[] {
    const pointer = toPointer(path);
    return this.findings.value.filter(
      (finding) =>
        finding.pointer === pointer ||
        (isDeep && finding.pointer?.startsWith(`${pointer}/`)) ||
        (path.length === 1 && missingKey(finding) === path[0]),
    );
  }

  /** Opens the section of a finding; has no effect if the finding does not belong to a section. */
  openSection(finding: Finding): void {
    const key = finding.pointer ? finding.pointer.slice(1) : (missingKey(finding) ?? '');
    const found = sectionNames.find((name) =>
      sections[name].some((each) => `${key}/`.startsWith(`${each}/`)),
    );
    if (found !== undefined) this.section.value = found;
  }

  /** The number of findings in a section. */
  count(section: SectionName): number {
    return sections[section].reduce((sum, key) => sum + this.findingsAt(key.split('/'), true).length, 0);
  }

  fixOf(finding: Finding): Fix | undefined {
    return this.#isCurrent ? findFix(finding) : undefined;
  }

  applyFix(fix: Fix): void {
    this.#configuration.text.value = fix.apply(this.#configuration.text.peek());
  }

  get fixes(): readonly Fix[] {
    return this.#findings.flatMap((finding) => this.fixOf(finding) ?? []);
  }

  applyAllFixes(): void {
    const { text } = this.#configuration;
    if (this.#isCurrent) text.value = applyFixes(this.#findings, text.peek());
  }

  get #findings(): readonly Finding[] {
    return this.#planning.report.value?.findings ?? [];
  }

  /** Whether the findings are about the current text, so that their ranges apply. */
  get #isCurrent(): boolean {
    return this.#planning.checkedText.value === this.#configuration.text.value;
  }
}

/** The top-level key that a finding is about; undefined if it is about the whole configuration. */
export function topKey(finding: Finding): string | undefined {
  return finding.pointer?.split('/')[1] ?? missingKey(finding);
}

/** The key that a finding about the whole configuration reports as missing. */
function missingKey({ rule, pointer, message }: Finding): string | undefined {
  if (rule === 'no-credentials') return '!users';
  return rule === 'missing-key' && pointer === '' ? message.split(' ')[0] : undefined;
}
