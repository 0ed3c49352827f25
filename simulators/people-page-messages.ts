/** The messages of a person and an account, as a chat, and what the person can do in it. */
import { type Html, html } from '../src/base/html.ts';
import type { MessageView } from './people.ts';

export function chat(messages: MessageView[], username: string, account: string): Html {
  if (messages.length === 0) return html`<p class="empty">No message yet.</p>`;
  return html`${messages.map((message) => bubble(message, message.byAccount ? account : username))}`;
}

function bubble(message: MessageView, name: string): Html {
  const { id, byAccount, text, attachments, choices, buttons, commentId, reactions, edited, deleted, at } =
    message;
  const notes = [
    commentId === null ? '' : 'private reply to your comment',
    edited ? 'edited' : '',
    at.slice(11, 16),
  ].filter((note) => note !== '');
  return html`<article class="${byAccount ? 'theirs' : 'mine'}">
    <p class="head"><b>${name}</b> <span>${notes.join(' · ')}</span></p>
    ${deleted ? html`<p class="text gone">Message unsent</p>` : ''}
    ${text === '' ? '' : html`<p class="text" dir="auto">${text}</p>`} ${attachments.map(attachment)}
    ${
      choices.length + buttons.length === 0
        ? ''
        : html`<div class="buttons">
            ${[...choices, ...buttons.map(({ title }) => title)].map((label) => html`<button type="button" data-act="${JSON.stringify({ tap: label })}">${label}</button>`)}
          </div>`
    }
    ${reactions.length === 0 ? '' : html`<p class="reactions">${reactions.join(' ')}</p>`}
    ${deleted ? '' : html`<div class="small">${byAccount ? reactionsTo(message) : ownActs(id)}</div>`}
  </article>`;
}

function reactionsTo({ id }: MessageView): Html {
  return html`${['❤', '👍', '😮'].map(
    (emoji) =>
      html`<button
        type="button"
        aria-label="React ${emoji}"
        data-act="${JSON.stringify({ react: { messageId: id, emoji } })}"
      >
        ${emoji}
      </button>`,
  )}`;
}

function ownActs(id: string): Html {
  return html`<button type="button" data-edit="${id}">Edit</button>
    <button type="button" data-act="${JSON.stringify({ delete: { messageId: id } })}">Unsend</button>`;
}

function attachment({ type, url }: { type: string; url: string | null }): Html {
  if (url === null) return html`<p class="file">${type}</p>`;
  if (['image', 'sticker', 'story_mention', 'story_reply', 'share'].includes(type) && /^https?:/.test(url)) {
    return html`<figure>
      <img src="${url}" alt="${type.replace('_', ' ')}" loading="lazy" />
      <figcaption>${type.replace('_', ' ')}</figcaption>
    </figure>`;
  }
  return html`<p class="file"><a href="${/^https?:/.test(url) ? url : '#'}" rel="noreferrer">${type}</a></p>`;
}

/** What the person writes; one field serves messages, answers to a story and codes of ref links. */
export function tools(): Html {
  return html`<form class="composer" data-form="say">
    <label for="message">Message</label>
    <p class="about" id="about-message" hidden>
      <span></span> <button type="button" data-cancel>Cancel</button>
    </p>
    <textarea id="message" name="text" rows="2" required></textarea>
    <div class="buttons">
      <button class="main" name="as" value="say">Send</button>
      <button name="as" value="replyStory">Answer the story</button>
      <button name="as" value="openRef">Open as ref link</button>
    </div>
    <div class="buttons">
      <button type="button" data-act='{"send":{"type":"image"}}'>Send a photo</button>
      <button type="button" data-act='{"mentionStory":true}'>Mention in a story</button>
      <button type="button" data-act='{"read":true}'>Mark as seen</button>
    </div>
    <p class="hint">Enter sends, Shift + Enter makes a new line.</p>
  </form>`;
}
