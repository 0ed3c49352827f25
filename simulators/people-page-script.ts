/** What the page of the followers does in the browser: it sends acts to the control API, and shows what changed. */
export const SCRIPT = `
const at = JSON.parse(document.body.dataset.at);
const problem = document.getElementById('problem');
let editing = null;
let parent = null;

const log = () => document.querySelector('.log');
const toEnd = () => { const box = log(); if (box) box.scrollTop = box.scrollHeight; };

async function refresh() {
  const { network, account, username } = at;
  const response = await fetch('people?' + new URLSearchParams({ network, account, username }));
  const next = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const old of document.querySelectorAll('[data-live]')) {
    const fresh = next.querySelector('[data-live=' + old.dataset.live + ']');
    if (!fresh || fresh.innerHTML === old.dataset.shown) continue;
    if ([...old.querySelectorAll('video')].some((video) => !video.paused)) continue;
    const focused = old.contains(document.activeElement) ? document.activeElement.dataset.act : undefined;
    const { value } = old;
    old.innerHTML = fresh.innerHTML;
    if (value !== undefined) old.value = value;
    old.dataset.shown = fresh.innerHTML;
    if (focused) [...old.querySelectorAll('[data-act]')].find((one) => one.dataset.act === focused)?.focus();
    if (old === log()) toEnd();
  }
}

async function act(what) {
  const { network, account, username } = at;
  const response = await fetch('control/people', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network, account, person: { username }, act: what }),
  });
  const body = await response.json();
  problem.hidden = response.ok && !body.opened;
  problem.textContent = body.error ?? (body.opened ? 'The link goes to ' + body.opened : '');
  await refresh();
  return response.ok;
}

function about(name, text) {
  const line = document.getElementById('about-' + name);
  line.hidden = text === null;
  line.firstElementChild.textContent = text ?? '';
}

function forget(name) {
  if (name === 'say') editing = null; else parent = null;
  about(name === 'say' ? 'message' : 'comment', null);
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (!button) return;
  const { act: what, edit, reply, post, by, cancel } = button.dataset;
  if (what !== undefined) void act(JSON.parse(what));
  if (edit !== undefined) {
    editing = edit;
    about('message', 'Editing a message');
    document.getElementById('message').focus();
  }
  if (post !== undefined) {
    document.getElementById('post').value = post;
    parent = reply ?? null;
    about('comment', reply === undefined ? null : 'Replying to ' + by);
    document.getElementById('comment').focus();
  }
  if (cancel !== undefined) forget(button.closest('form').dataset.form);
});

document.addEventListener('submit', async (event) => {
  const { form: name } = event.target.dataset;
  if (name === undefined) return;
  event.preventDefault();
  const sent = event.target;
  const text = sent.elements.text.value.trim();
  if (text === '') return;
  const as = event.submitter?.value || 'say';
  const what = name === 'comment'
    ? { comment: { text, mediaId: sent.elements.mediaId.value, ...(parent ? { parentId: parent } : {}) } }
    : editing ? { edit: { messageId: editing, text } } : { [as]: text };
  if (!(await act(what))) return;
  sent.elements.text.value = '';
  forget(name);
});

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.target.tagName !== 'TEXTAREA') return;
  event.preventDefault();
  event.target.form.requestSubmit(event.target.form.querySelector('.main'));
});

for (const select of document.querySelectorAll('.chooser select')) {
  select.addEventListener('change', () => {
    if (select.name === 'network') select.form.elements.account.value = '';
    select.form.requestSubmit();
  });
}
for (const live of document.querySelectorAll('[data-live]')) live.dataset.shown = live.innerHTML;
toEnd();
setInterval(() => { if (!document.hidden) refresh().catch(() => undefined); }, 2000);
`;
