import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Choices, Finding } from '../api/answers.ts';
import { dataOf, service } from '../api/requests.ts';
import { applyFixes, findFix, type Fix } from '../text/fix.ts';
import { parseObject, readPath, setValue, toPointer, type JsonObject, type Path } from '../text/json-edit.ts';
import type { Configuration } from './configuration.ts';
import type { Planning } from './planning.ts';
import type { Session } from './session.ts';

/** The displayed views of the configuration. */
export type Layout = 'form' | 'split' | 'text';

/** The sections of the form, in their order, with the keys of the configuration that each contains. */
export const sections = {
  system: ['hostname', 'timezone', 'keyboard-language', 'ntp'],
  boot: ['bootloader', 'kernels', 'uki', 'harddrives'],
  software: ['profile', 'packages', 'services', 'audio_config', 'mirror-region', 'additional-repositories'],
  network: ['network_config'],
  accounts: ['!root-password', '!users'],
  commands: ['custom-commands'],
} as const;

export type SectionName = keyof typeof sections;

export const sectionNames = Object.keys(sections) as readonly SectionName[];

/** The configuration as values of fields: a second view of the text. Changing a value edits the text in place. */
export class Form {
  readonly layout: Signal<Layout> = signal<Layout>('split');
  readonly section: Signal<SectionName> = signal<SectionName>('system');
  /** The values that the service offers; undefined until they are loaded. */
  readonly choices: Signal<Choices | undefined> = signal<Choices | undefined>(undefined);
  /** The layout that fits the window: in a narrow window, the layout `split` shows only the form. */
  readonly shownLayout: ReadonlySignal<Layout>;
  /** Whether the text can be parsed; if not, the form shows the last configuration that could be. */
  readonly isReadable: ReadonlySignal<boolean>;
  readonly #configuration: Configuration;
  readonly #planning: Planning;
  readonly #session: Session;
  readonly #value: ReadonlySignal<JsonObject>;

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
    this.#value = computed(() => (last = parsed.value ?? last));
    this.isReadable = computed(() => parsed.value !== undefined);
  }

  /** The value at a path; undefined if there is none. */
  read(path: Path): unknown {
    return readPath(this.#value.value, path);
  }

  /** Changes a value in the text; `undefined` removes it. Has no effect while the text cannot be parsed. */
  set(path: Path, value: unknown): void {
    if (!this.isReadable.peek()) return;
    const { text } = this.#configuration;
    text.value = setValue(text.peek(), path, value);
  }

  /** Replaces a password with its hash, unless the password is edited in the meantime. */
  async hashPassword(path: Path): Promise<void> {
    const password = this.read(path);
    if (typeof password !== 'string' || password === '') return;
    const request = { body: { password } };
    const answer = await this.#session.guard(() => dataOf(service().POST('/api/password-hash', request)));
    if (answer !== undefined && this.read(path) === password) this.set(path, answer.hash);
  }

  /** The findings about a value and, if `isDeep` is true, about the values in it. */
  findingsAt(path: Path, isDeep: boolean): readonly Finding[] {
    const pointer = toPointer(path);
    return this.#findings.filter(
      (finding) =>
        finding.pointer === pointer ||
        (isDeep && finding.pointer?.startsWith(`${pointer}/`)) ||
        (path.length === 1 && missingKey(finding) === path[0]),
    );
  }

  /** Opens the section of a finding; has no effect if the finding does not belong to a section. */
  openSection(finding: Finding): void {
    const key = finding.pointer?.split('/')[1] ?? missingKey(finding);
    const found = sectionNames.find((name) => sections[name].some((each) => each === key));
    if (found !== undefined) this.section.value = found;
  }

  /** The number of findings in a section. */
  count(section: SectionName): number {
    return sections[section].reduce((sum, key) => sum + this.findingsAt([key], true).length, 0);
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

/** The key that a finding about the whole configuration reports as missing. */
function missingKey({ rule, pointer, message }: Finding): string | undefined {
  if (rule === 'no-credentials') return '!users';
  return rule === 'missing-key' && pointer === '' ? message.split(' ')[0] : undefined;
}
