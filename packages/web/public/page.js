import {
  exchangeCode,
  getJson,
  hasToken,
  holdToken,
  postJson,
  postText,
  Problem,
  send,
  takeCode,
} from './api.js';
import { consentTo } from './consent.js';
import { byId, element, say, setText } from './dom.js';
import { createEditor } from './editor.js';
import { createFindings } from './findings.js';
import { createInstalls } from './installs.js';
import { createMemory } from './memory.js';
import { withMember } from './member.js';
import { createWatch } from './watch.js';

const member = 'mirror-region';
const watchedKey = 'writ-watched';
const retryPause = 2_000;

let service = { mirrors: [] };
let checking = new AbortController();
let timer;
/** The plan of what stands in the editor; undefined while there is none. */
let plan;
/** The text as it was loaded; typing is not lost by a reload without a question. */
let loaded = '';
/** Whether a token was typed in. */
let entered = false;
const memory = createMemory();

const editor = createEditor(() => {
  showMirror();
  planIsOld();
  clearTimeout(timer);
  timer = setTimeout(check, 250);
});
const findings = createFindings(editor);
const watch = createWatch((event) => {
  if (event.state === 'done') say('');
  void list();
  // What is lost by installing there again may have changed with it.
  planIsOld();
  void check();
}, supply);
const installs = createInstalls(show, resume);

/** @param repeated whether it is tried again by itself: then what was said before stays said, once */
async function guarded(work, repeated = false) {
  try {
    if (!repeated) say('');
    return await work();
  } catch (error) {
    if (error.name === 'AbortError') return undefined;
    if (error instanceof Problem && error.status === 401) {
      askForToken();
      if (entered) say('The service does not know this token.');
    } else if (error instanceof Problem) say(error.message);
    else say('The service does not answer. Is it still running?');
    return undefined;
  }
}

function planIsOld() {
  plan = undefined;
  byId('install').disabled = true;
}

/** Checks the text, and plans it when nothing is wrong with it; again by itself while the service does not answer. */
function check(repeated = false) {
  clearTimeout(timer);
  checking.abort();
  checking = new AbortController();
  const { signal } = checking;
  return guarded(async () => {
    const { text } = editor;
    findings.wait();
    try {
      const { masked, ...report } = await postText('/api/check', text, signal);
      memory.holdText(text, masked);
      findings.show(report);
      if (report.valid) await makePlan(text, signal);
      else showPlan('', 'When the configuration has no errors.');
      if (repeated) say('');
    } catch (error) {
      if (error.name !== 'AbortError') notChecked(error);
      throw error;
    }
  }, repeated);
}

function notChecked(error) {
  findings.fail();
  planIsOld();
  showPlan('', 'When the configuration is checked.');
  if (error instanceof Problem && error.status < 500) return;
  timer = setTimeout(() => check(true), retryPause);
}

async function makePlan(text, signal) {
  const image = byId('image');
  if (!image.checkValidity()) {
    showPlan('', 'The image needs a plain file name that ends in .img or .raw.', 'bad');
    return;
  }
  try {
    const made = await postText(`/api/plan?image=${encodeURIComponent(image.value)}`, text, signal);
    plan = made;
    showPlan(made.text, `sha256 ${made.digest.slice(0, 12)}…`, 'good');
    byId('install').disabled = false;
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401) throw error;
    const all = error.problem.errors ?? [];
    const details = all.map(({ detail, hint }) => [detail, hint].filter(Boolean).join('\n    '));
    showPlan(details.join('\n'), error.problem.title ?? error.message, 'bad');
  }
}

function showPlan(text, state, kind = '') {
  byId('plan').textContent = text;
  byId('plan').hidden = text === '';
  setText(byId('plan-state'), state);
  byId('plan-state').className = `summary ${kind}`;
}

async function start() {
  const made = plan;
  if (made === undefined) return;
  const overwrite = made.overwrites;
  if (overwrite && !(await consentTo(made.plan.losses))) return;
  await guarded(async () => {
    const asked = { configuration: editor.text, image: byId('image').value, planSha256: made.digest };
    try {
      begin(await postJson('/api/installs', { ...asked, overwrite }));
    } catch (error) {
      if (!(error instanceof Problem) || error.problem.losses === undefined) throw error;
      // The target is another one than it was when the plan was made.
      if (error.problem.planSha256 === made.digest && (await consentTo(error.problem.losses))) {
        begin(await postJson('/api/installs', { ...asked, overwrite: true }));
      } else {
        void check();
        if (error.problem.planSha256 !== made.digest) throw error;
      }
    }
  });
}

/** With the configuration that the service has stored; the text above may be another one. */
async function resume({ id }, rerunCommand) {
  await guarded(async () => begin(await postJson(`/api/installs/${id}/resume`, { rerunCommand })));
}

async function supply(id, secrets) {
  await guarded(async () => show(await postJson(`/api/installs/${id}/secrets`, secrets)));
}

function begin(install) {
  loaded = editor.text;
  show(install);
  byId('watch-title').focus();
  void list();
}

function show(install) {
  sessionStorage.setItem(watchedKey, String(install.id));
  const over = guarded(() => watch.show(install));
  // What is hidden has no place to scroll to: the card until it shows something, and all while the token is asked for.
  const card = byId('watch');
  if (card.checkVisibility()) card.scrollIntoView({ block: 'nearest' });
  return over;
}

/** Lets the browser save a file of the shown installation: by an address that works once, since it sends no token. */
async function save(file) {
  const id = sessionStorage.getItem(watchedKey);
  const { address } = await postJson(`/api/installs/${id}/downloads`, { file });
  element('a', { href: address, download: true }).click();
}

async function list() {
  await guarded(async () => installs.show(await getJson('/api/installs')));
}

function showMirror() {
  let region;
  try {
    region = JSON.stringify(JSON.parse(editor.text)[member]);
  } catch {
    // A text with a fault has whatever mirrors it has.
  }
  const found = service.mirrors.find((mirror) => JSON.stringify(mirror.region) === region);
  byId('mirror').value = found?.id ?? '';
}

function chooseMirror() {
  const chosen = service.mirrors.find(({ id }) => id === byId('mirror').value);
  if (chosen !== undefined) editor.text = withMember(editor.text, member, chosen.region);
}

function showService() {
  byId('mirror').replaceChildren(
    element('option', { value: '' }, 'as in the text'),
    ...service.mirrors.map(({ id, title }) => element('option', { value: id }, title)),
  );
  byId('folder').textContent = `in ${service.images}`;
  byId('notices').replaceChildren(...service.notices.map((notice) => element('li', {}, notice)));
  byId('notices').hidden = service.notices.length === 0;
  showMirror();
}

async function loadExample() {
  const response = await send('/api/example');
  loaded = await response.text();
  memory.example = loaded;
  editor.text = loaded;
}

/** What the tab had before a reload, with secrets masked; the example in a new one. */
async function loadText() {
  const text = memory.text();
  if (text === undefined) return loadExample();
  loaded = text;
  editor.text = text;
}

/** Puts the editor with the schema in front of the text area, which has to do where that cannot be had. */
async function enhance() {
  try {
    const [{ createSurface }, schema] = await Promise.all([
      import('./schema-editor.js'),
      getJson('/api/schema'),
    ]);
    editor.enhance(createSurface, schema);
  } catch (error) {
    if (error instanceof Problem && error.status === 401) throw error;
  }
}

function askForToken() {
  byId('main').hidden = true;
  byId('entry').hidden = false;
  byId('token').focus();
}

async function enter() {
  service = await getJson('/api/service');
  entered = false;
  byId('entry').hidden = true;
  byId('main').hidden = false;
  showService();
  await enhance();
  if (editor.text === '') {
    byId('image').value = memory.image() ?? byId('image').value;
    await loadText();
  } else void check();
  await list();
  const watched = sessionStorage.getItem(watchedKey);
  if (watched === null) return;
  try {
    void show(await getJson(`/api/installs/${watched}`));
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    sessionStorage.removeItem(watchedKey);
  }
}

byId('entry').addEventListener('submit', (event) => {
  event.preventDefault();
  entered = true;
  holdToken(byId('token').value.trim());
  byId('token').value = '';
  void guarded(enter);
});
byId('start').addEventListener('submit', (event) => {
  event.preventDefault();
  void start();
});
byId('image').addEventListener('input', () => {
  memory.holdImage(byId('image').value);
  planIsOld();
  clearTimeout(timer);
  timer = setTimeout(check, 250);
});
byId('mirror').addEventListener('change', chooseMirror);
byId('example').addEventListener('click', () => void guarded(loadExample));
byId('open').addEventListener('click', () => byId('file').click());
byId('file').addEventListener('change', async () => {
  const [file] = byId('file').files;
  if (file === undefined) return;
  loaded = await file.text();
  editor.text = loaded;
  byId('file').value = '';
  editor.focus();
});
byId('cancel').addEventListener('click', () => {
  const id = sessionStorage.getItem(watchedKey);
  void guarded(() => send(`/api/installs/${id}/cancel`, { method: 'POST' }));
});
for (const file of ['output', 'image']) {
  byId(`save-${file}`).addEventListener('click', () => void guarded(() => save(file)));
}
addEventListener('beforeunload', (event) => {
  if (editor.text !== loaded && !byId('main').hidden) event.preventDefault();
});

/** Enters with the code of the address, or with the token that this tab holds already. */
async function arrive() {
  const code = takeCode();
  if (code !== undefined) {
    try {
      await exchangeCode(code);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!hasToken()) {
        askForToken();
        say(error.message);
        return;
      }
    }
  }
  if (hasToken()) await enter();
  else askForToken();
}

// An address with another code that is opened in this very tab loads nothing.
addEventListener('hashchange', () => {
  if (location.hash.includes('code=')) void guarded(arrive);
});
void guarded(arrive);
