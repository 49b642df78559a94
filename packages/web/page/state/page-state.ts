import { computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Install, Node, NodeSelector, PackageSource, ServiceInfo } from '../api/answers.ts';
import { Problem } from '../api/problem.ts';
import { dataOf, service } from '../api/requests.ts';
import { fillMasks } from '../text/fill-masks.ts';
import { setValue } from '../text/json-edit.ts';
import { languageOption } from '../text/language-option.ts';
import { createLanguageChoice, type LanguageChoice } from '../words/languages.ts';
import { BatchDraft } from './batch-draft.ts';
import { BatchProgress } from './batch-progress.ts';
import { Batches } from './batches.ts';
import { Comparison } from './comparison.ts';
import { Configuration } from './configuration.ts';
import { EndNotification } from './end-notification.ts';
import { Form } from './form.ts';
import { Consent } from './consent.ts';
import { Hardware } from './hardware.ts';
import { followHostname } from './image-name.ts';
import { Installs } from './installs.ts';
import { ImageMachine } from './machine.ts';
import { createMemory, type Memory } from './memory.ts';
import { composePath, installPath, Navigation } from './navigation.ts';
import { NodeDetail } from './node.ts';
import { NodeInstallations } from './node-installations.ts';
import { Nodes } from './nodes.ts';
import { PackageLists } from './package-lists.ts';
import { PackageSearch } from './package-search.ts';
import { People } from './people.ts';
import { isImageName, Planning } from './planning.ts';
import { Preparation } from './preparation.ts';
import { Resolution } from './resolution.ts';
import { ResultImage } from './result-image.ts';
import { Run } from './run.ts';
import { RunLog } from './run-log.ts';
import { Session } from './session.ts';
import { Start } from './start.ts';
import { Timeline } from './timeline.ts';

/** The state of the page, which its views display. */
export class PageState {
  readonly languageChoice: LanguageChoice = createLanguageChoice();
  readonly navigation: Navigation = new Navigation();
  readonly session: Session;
  readonly service: Signal<ServiceInfo | undefined> = signal(undefined);
  readonly configuration: Configuration = new Configuration();
  readonly planning: Planning;
  readonly form: Form;
  readonly packageLists: PackageLists;
  readonly packages: PackageSearch;
  readonly resolution: Resolution;
  readonly start: Start;
  readonly consent: Consent = new Consent();
  readonly hardware: Hardware;
  readonly installs: Installs;
  readonly comparison: Comparison;
  readonly batches: Batches;
  readonly batch: BatchProgress;
  readonly newBatch: BatchDraft;
  readonly nodes: Nodes;
  readonly node: NodeDetail;
  readonly nodeInstallations: NodeInstallations;
  readonly log: RunLog;
  readonly timeline: Timeline;
  readonly run: Run;
  readonly resultImage: ResultImage;
  readonly machine: ImageMachine;
  readonly people: People;
  readonly endNotification: EndNotification = new EndNotification();
  readonly #memory: Memory = createMemory();
  /**
   * The configurations of installations that this tab started, with their secrets, until the page is closed or
   * reloaded, or the user logs out.
   */
  readonly #started = new Map<number, string>();
  readonly #preparation: Preparation;

  constructor() {
    this.session = new Session(this.languageChoice.words, () => this.#load());
    this.people = new People(this.session);
    this.#preparation = new Preparation(this.session, () => this.#loadPreparation());
    this.planning = new Planning(this.configuration, this.#memory, this.session);
    this.form = new Form(this.configuration, this.planning, this.session);
    this.packageLists = new PackageLists(this.session, this.#packageSource());
    this.packages = new PackageSearch(this.session, this.packageLists);
    this.resolution = new Resolution(this.session);
    this.start = new Start(
      this.configuration,
      this.form,
      this.session,
      () => this.service.value?.mirrors ?? [],
    );
    this.hardware = new Hardware(this.session);
    this.installs = new Installs(this.session, this.consent);
    this.comparison = new Comparison(this.session);
    this.batches = new Batches(this.session);
    this.batch = new BatchProgress(this.session);
    this.newBatch = new BatchDraft(this.session, this.consent, (text) =>
      this.form.secrets.credentialsFor(text),
    );
    this.nodes = new Nodes(this.session);
    this.node = new NodeDetail(this.session, (losses) => this.consent.ask(losses));
    this.nodeInstallations = new NodeInstallations(this.session, (losses) => this.consent.ask(losses));
    this.timeline = new Timeline(this.session);
    this.machine = new ImageMachine(this.session);
    this.resultImage = new ResultImage(this.session);
    this.log = new RunLog(this.session);
    this.run = new Run(this.session, this.log, this.timeline, () => this.#runEnded());
    this.planning.image.value = this.#memory.image ?? this.planning.image.value;
    followHostname(
      computed(() => this.form.read(['hostname'])),
      this.planning.image,
      isImageName,
    );
    effect(() => {
      this.#memory.image = this.planning.image.value;
    });
    effect(() => {
      // Reading the value subscribes to it.
      if (this.configuration.replacement.value > 0) this.planning.reset();
    });
    effect(() => {
      const { configuration, planning, session } = this;
      // Reading these values subscribes to them.
      const [text] = [configuration.text.value, planning.target];
      if (session.status.value === 'open' && text !== '') planning.checkSoon();
    });
    effect(() => {
      const source = this.packageLists.source.value;
      if (this.session.status.value === 'open') void this.packageLists.load(source);
    });
    effect(() => {
      const { packageLists, planning, resolution } = this;
      const [lists, plan] = [packageLists.state.value, planning.current.value];
      if (lists === 'missing') resolution.discard();
      else if (lists === 'available' && plan !== undefined) {
        resolution.select(plan, packageLists.source.value);
      }
    });
  }

  /** The mirror, if the service offers it, and the additional repository of the configuration. */
  #packageSource(): ReadonlySignal<PackageSource> {
    const mirror = computed(() => {
      const region = this.configuration.region.value;
      return this.service.value?.mirrors.find((each) => JSON.stringify(each.region) === region)?.id;
    });
    const repository = computed(() => {
      const value = this.form.read(['additional-repositories']);
      return value === 'multilib' || value === 'testing' ? value : undefined;
    });
    return computed(() => ({
      ...(mirror.value !== undefined && { mirror: mirror.value }),
      ...(repository.value !== undefined && { repository: repository.value }),
    }));
  }

  /** Opens the page, and opens it again when an address with a different code is entered in this tab. */
  begin(): void {
    addEventListener('hashchange', () => {
      if (location.hash.includes('code=')) this.open();
    });
    addEventListener('beforeunload', (event) => {
      if (this.configuration.isChanged && this.session.status.value === 'open') event.preventDefault();
    });
    this.open();
  }

  /** Opens the page with the code in the address, or with the token stored in this tab. */
  open(): void {
    void this.session.guard(() => this.session.authenticate());
  }

  logIn(user: string, password: string): void {
    void this.session.guard(() => this.session.logIn(user, password));
  }

  logOut(): void {
    void this.#logOut();
  }

  async #logOut(): Promise<void> {
    await this.session.guard(() => this.session.logOut());
    // The page is also closed if the session had already ended.
    if (this.session.status.peek() !== 'closed') return;
    this.people.discard();
    this.#discardWork();
  }

  /**
   * Forgets what the user was working on, which may contain secrets, also where it is stored in this tab. If a session
   * only expires, the work remains for the same user.
   */
  #discardWork(): void {
    this.#started.clear();
    this.newBatch.discard();
    this.start.close();
    this.form.secrets.discard();
    this.planning.clear();
    this.configuration.open('');
    this.#memory.removeText();
  }

  enter(token: string): void {
    void this.session.guard(() => this.session.enter(token));
  }

  /** Installs the planned configuration and shows the installation. */
  async startInstallation(): Promise<void> {
    const { configuration, form, planning, installs, session } = this;
    const plan = planning.current.value;
    if (plan === undefined) return;
    const text = configuration.text.value;
    const started = await session.guard(async () => {
      try {
        return await installs.start({
          configuration: text,
          target: planning.target,
          plan,
          credentials: form.secrets.credentialsFor(text),
        });
      } finally {
        // The target may have changed since the plan was made.
        void planning.check();
      }
    });
    if (started === undefined) return;
    configuration.markSaved();
    this.#started.set(started.id, text);
    this.navigation.open(installPath(started.id));
  }

  /**
   * Assigns the configuration in the editor to the machines that a selector selects.
   *
   * @param disk the serial number of the disk to install onto; empty: the disks that the text names
   */
  async assignConfiguration(node: Node, selector: NodeSelector, disk: string): Promise<void> {
    const text = this.configuration.text.value;
    const configuration = disk === '' ? text : setValue(text, ['harddrives'], [`serial=${disk}`]);
    const credentials = this.form.secrets.credentialsFor(text);
    await this.node.assign(node, { selector, configuration, credentials, ...languageOption(text) });
  }

  async resumeInstallation(id: number, rerunCommand: boolean): Promise<void> {
    const resumed = await this.installs.resume(id, rerunCommand);
    if (resumed === undefined) return;
    const text = this.#started.get(id);
    if (text !== undefined) this.#started.set(resumed.id, text);
    this.navigation.open(installPath(resumed.id));
  }

  /**
   * Opens the configuration of an installation to install it with changes. If this tab started the installation, it is
   * the same text; otherwise it contains names in place of secrets, and the form asks for the passwords.
   */
  async editInstallation({ id, target, path }: Install): Promise<void> {
    const started = this.#started.get(id);
    const text = started ?? (await this.session.guard(() => readConfiguration(id)));
    if (text === undefined) return;
    this.start.take(text);
    if (!path.startsWith('/dev/')) {
      this.planning.image.value = target;
      this.planning.device.value = undefined;
    } else if (this.service.value?.devices === true) this.planning.device.value = path;
    this.navigation.open(composePath);
    if (started === undefined) this.form.askForPasswords();
  }

  /** Loads the page's data with the token; fails with 401 if the token is not valid. */
  async #load(): Promise<void> {
    if (await this.people.loadCaller()) this.#discardWork();
    const info = await dataOf(service().GET('/api/service'));
    this.service.value = info;
    if (info.preparing !== undefined) this.#preparation.follow();
    if (info.devices && this.hardware.found.value === undefined) {
      void this.hardware.load();
    }
    this.form.choices.value ??= await dataOf(service().GET('/api/choices'));
    if (this.configuration.text.value !== '') return;
    // Restore the text from before a reload, with secrets masked.
    const { text } = this.#memory;
    if (text === undefined) {
      this.start.isOpen.value = true;
      await this.#loadExample();
    } else this.configuration.open(text);
  }

  async #loadExample(): Promise<void> {
    const example = await dataOf(service().GET('/api/example', { parseAs: 'text' }));
    this.#memory.example = example;
    this.configuration.open(example);
  }

  /** Loads the state of the service. Returns whether the demonstration mirror is still being prepared. */
  async #loadPreparation(): Promise<boolean> {
    const info = await dataOf(service().GET('/api/service'));
    this.service.value = info;
    if (info.preparing !== undefined) return true;
    // The mirror's address may differ from the address in the example.
    if (this.configuration.text.value === this.#memory.example) await this.#loadExample();
    return false;
  }

  #runEnded(): void {
    const install = this.run.install.value;
    if (install !== undefined) {
      const words = this.languageChoice.words.peek().install;
      this.endNotification.show(words.ended(install.target, words.states[install.state]));
    }
    // The losses of another installation onto this target may have changed.
    this.planning.discard();
    void this.planning.check();
    void this.installs.load();
  }
}

/**
 * The configuration of an installation, as the user wrote it, with references to its secrets; the secrets are masked if
 * an earlier version of the service stored it.
 */
async function readConfiguration(id: number): Promise<string> {
  const params = { path: { id } };
  const { configuration: masked } = await dataOf(service().GET('/api/installs/{id}', { params }));
  try {
    const request = service().GET('/api/installs/{id}/configuration', { params });
    return fillMasks(masked, await dataOf(request));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    return masked;
  }
}
