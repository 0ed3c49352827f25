/** The page of a client's link: the post as each network would get it, what was changed of it, and the form by which the client decides. */
import { type Frame, hostedPage } from '../../../../base/hosted-page.ts';
import { type Html, html } from '../../../../base/html.ts';
import type { Change } from '../difference.ts';

export const MAX_NAME_CHARACTERS = 80;
export const MAX_MESSAGE_CHARACTERS = 1_000;

interface FileView {
  url: string;
  kind: 'image' | 'video' | 'other';
  /** Empty if it has none. */
  description: string;
}

interface PartOfPage {
  text: string;
  files: FileView[];
}

/** What one account would get. */
export interface AccountView {
  network: string;
  account: string;
  title: string | null;
  /** The post, and the parts of a thread after it. */
  parts: PartOfPage[];
  preview: { url: string; title: string; description: string } | null;
  firstComment: string | null;
}

export interface ClientPage {
  /** Where the form is sent. */
  path: string;
  heading: string;
  /** Sentences below the heading. */
  sentences: string[];
  accounts: AccountView[];
  changes: { title: string; list: Change[] } | null;
  /** Names of accounts by id. */
  accountNames: ReadonlyMap<string, string>;
  /** A time as people of the workspace say it. @param time ISO 8601 */
  when: (time: string) => string;
  /** null if the client can neither decide nor write. */
  form: { canDecide: boolean; name: string; message: string; problem: Problem | null } | null;
  /** What this client wrote before. */
  notes: string[];
}

interface Problem {
  field: 'name' | 'message' | null;
  reason: string;
}

export function clientPage(frame: Frame, page: ClientPage): string {
  const { heading, sentences, accounts, changes, form, notes } = page;
  return hostedPage(
    frame,
    `${form?.problem ? 'Error: ' : ''}${heading}`,
    html`<h1>${heading}</h1>
      ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
      ${form?.problem && form.problem.field === null ? html`<p class="problem" role="alert">${form.problem.reason}</p>` : ''}
      ${changes === null ? '' : changeList(changes, page)}
      ${
        accounts.length === 0
          ? ''
          : html`<h2>What is published</h2>
              ${accounts.map(card)}`
      }
      ${notes.length === 0 ? '' : noteList(notes)} ${form === null ? '' : decisionForm(page.path, form)}`,
  );
}

function card({ network, account, title, parts, preview, firstComment }: AccountView): Html {
  return html`<article class="post" aria-label="${network}: ${account}">
    <p class="where"><b>${network}</b> <small>${account}</small></p>
    ${title === null ? '' : html`<p class="title" dir="auto">${title}</p>`}
    ${parts.map((part, index) => partOf(part, index))}
    ${
      preview === null
        ? ''
        : html`<p class="preview" dir="auto">
            ${preview.title === '' ? '' : html`<b>${preview.title}</b>`} ${preview.description}
            <small>${preview.url}</small>
          </p>`
    }
    ${
      firstComment === null
        ? ''
        : html`<p class="part">First comment</p>
            <p class="text" dir="auto">${firstComment}</p>`
    }
  </article>`;
}

function partOf({ text, files }: PartOfPage, index: number): Html {
  return html`${index === 0 ? '' : html`<p class="part">Part ${index + 1} of the thread</p>`}
  ${text === '' ? '' : html`<p class="text" dir="auto">${text}</p>`} ${fileList(files)}`;
}

function fileList(files: readonly FileView[]): Html | '' {
  if (files.length === 0) return '';
  return html`<ul class="files">
    ${files.map(
      ({ url, kind, description }) =>
        html`<li>
          ${fileOf(url, kind, description)}
          ${description === '' ? '' : html`<small dir="auto">Description: ${description}</small>`}
        </li>`,
    )}
  </ul>`;
}

function fileOf(url: string, kind: FileView['kind'], description: string): Html {
  if (kind === 'image')
    return html`<img src="${url}" alt="${description || 'A picture without a description'}" />`;
  if (kind === 'video')
    return html`<video
      src="${url}"
      controls
      preload="metadata"
      aria-label="${description || 'A video'}"
    ></video>`;
  return html`<a href="${url}">${url}</a>`;
}

const PARTS: { [part in Change['part']]: string } = {
  text: 'Text',
  files: 'Files',
  firstComment: 'First comment',
  linkPreview: 'Preview of a page',
  option: 'Option',
  accountAdded: 'Goes out on another account',
  accountRemoved: 'Does not go out on an account any more',
  time: 'Time',
};

function changeList({ title, list }: { title: string; list: readonly Change[] }, page: ClientPage): Html {
  return html`<h2>${title}</h2>
    ${list.map((change) => html`<div class="change">${changeOf(change, page)}</div>`)}`;
}

function changeOf(change: Change, { accountNames, when }: ClientPage): Html {
  const { part, accountIds, index, name, before, after, filesBefore, filesAfter } = change;
  const where = accountIds.map((id) => accountNames.get(id) ?? 'a disconnected account').join(', ');
  const what = `${PARTS[part]}${name === null ? '' : ` ${name}`}${index === null || index === 0 ? '' : `, part ${index + 1} of the thread`}`;
  const heading = html`<p class="part">
    <b>${what}</b>${where === '' ? '' : html` <small>${where}</small>`}
  </p>`;
  if (part === 'accountAdded' || part === 'accountRemoved') return heading;
  const words = (text: string | null) => (part === 'time' ? timeIn(text, when) : (text ?? 'None'));
  const side = (label: string, text: string | null, files: Change['filesBefore']) =>
    html`<div>
      <small>${label}</small>
      ${
        part === 'files'
          ? fileList(files.map((file) => ({ ...file, kind: kindOf(file.url) }))) ||
            html`<p class="text">None</p>`
          : html`<p class="text" dir="auto">${words(text)}</p>`
      }
    </div>`;
  return html`${heading}
    <div class="sides">${side('Before', before, filesBefore)} ${side('Now', after, filesAfter)}</div>`;
}

const TIMES: { [name: string]: string } = {
  publishNow: 'At once when it is approved',
  useNextSlot: 'In the next free slot when it is approved',
};

const timeIn = (time: string | null, when: ClientPage['when']): string =>
  time === null ? 'No time' : (TIMES[time] ?? when(time));

const VIDEOS = /\.(mp4|mov|webm)$/i;
const IMAGES = /\.(jpe?g|png|webp|gif)$/i;

/** By the end of its address: files that are hosted here have one that says what they are. */
export const kindOf = (url: string): FileView['kind'] =>
  VIDEOS.test(url) ? 'video' : IMAGES.test(url) ? 'image' : 'other';

const noteList = (notes: readonly string[]): Html =>
  html`<h2>Your notes</h2>
    <ul class="notes">
      ${notes.map((note) => html`<li class="text" dir="auto">${note}</li>`)}
    </ul>`;

function decisionForm(path: string, form: NonNullable<ClientPage['form']>): Html {
  const { canDecide, name, message, problem } = form;
  return html`<h2>${canDecide ? 'Your decision' : 'Write to the team'}</h2>
    <form method="post" action="${path}" novalidate>
      <button disabled hidden></button>
      ${field('name', { label: 'Your name', help: `The team sees it beside your ${canDecide ? 'decision' : 'message'}.`, problem }, (rest) => html`<input name="name" id="name" value="${name}" maxlength="${MAX_NAME_CHARACTERS}" autocomplete="name" ${rest} />`)}
      ${field(
        'message',
        {
          label: 'Message',
          help: canDecide
            ? 'If you do not approve the post, say what is to change. It is never published.'
            : 'It is never published.',
          problem,
        },
        (rest) =>
          html`<textarea
            name="message"
            id="message"
            rows="4"
            maxlength="${MAX_MESSAGE_CHARACTERS}"
            dir="auto"
            ${rest}
          >
${message}</textarea>`,
      )}
      ${
        canDecide
          ? html`<button class="button" name="action" value="approve">Approve</button>
              <button class="button second" name="action" value="reject">Do not approve</button>`
          : ''
      }
      <button class="button second" name="action" value="note">
        ${canDecide ? 'Only send the message' : 'Send the message'}
      </button>
    </form>`;
}

function field(
  name: 'name' | 'message',
  { label, help, problem }: { label: string; help: string; problem: Problem | null },
  input: (rest: Html) => Html,
): Html {
  const fault = problem?.field === name ? problem.reason : null;
  const rest =
    fault === null
      ? html`aria-describedby="${name}-help"`
      : html`aria-describedby="${name}-problem ${name}-help" aria-invalid="true" autofocus`;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <p class="help" id="${name}-help">${help}</p>
    ${fault === null ? '' : html`<p class="problem" id="${name}-problem">${fault}</p>`} ${input(rest)}
  </div>`;
}
