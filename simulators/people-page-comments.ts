/** The account's posts with their comments, and the field to comment with. */
import { type Html, html } from '../src/base/html.ts';
import type { CommentView, PostView } from './people.ts';

const ORIGINS = { sandbox: '', elsewhere: 'made elsewhere', ad: 'ad' };
const LIVE = { on: 'live now', over: 'was live' };

const markOf = ({ origin, live }: PostView): string => (live === undefined ? ORIGINS[origin] : LIVE[live]);

export function comments({ posts: all, username }: { posts: PostView[]; username: string }): Html {
  const posts = all.toSorted((a, b) => Number(a.origin === 'ad') - Number(b.origin === 'ad'));
  return html`<section class="posts" id="posts" aria-label="Posts and comments">
    <h2>Posts</h2>
    <form class="composer" data-form="comment">
      <label for="post">Comment below</label>
      <select id="post" name="mediaId" data-live="options">
        ${posts.filter(({ live }) => live !== 'over').map((post) => html`<option value="${post.id}">${label(post)}</option>`)}
      </select>
      <p class="about" id="about-comment" hidden>
        <span></span> <button type="button" data-cancel>Cancel</button>
      </p>
      <label for="comment">Comment</label>
      <textarea id="comment" name="text" rows="2" required></textarea>
      <div class="buttons"><button class="main">Comment</button></div>
    </form>
    <div data-live="posts">
      ${posts.length === 0 ? html`<p class="empty">The account has no post.</p>` : posts.map((post) => card(post, username))}
    </div>
  </section>`;
}

function label(post: PostView): string {
  const { text, id } = post;
  const words = text === '' ? id : text.length > 50 ? `${text.slice(0, 49)}…` : text;
  const mark = markOf(post);
  return mark === '' ? words : `${words} (${mark})`;
}

function card(post: PostView, username: string): Html {
  const { id, text, live, pictureUrl, at, comments } = post;
  const mark = markOf(post);
  return html`<article class="post">
    <p class="head">
      ${mark === '' ? '' : html`<span class="mark">${mark}</span>`}
      <time datetime="${at}">${at.slice(0, 10)}</time>
    </p>
    ${picture(pictureUrl)} ${text === '' ? '' : html`<p class="text" dir="auto">${text}</p>`}
    <ul class="comments">
      ${comments.map((comment) => shown(comment, username, id))}
    </ul>
    <div class="small">
      ${live === 'over' ? '' : html`<button type="button" data-post="${id}">Comment on this</button>`}
      ${live === 'on' ? html`<button type="button" data-act="${JSON.stringify({ endLive: true })}">End the broadcast</button>` : ''}
    </div>
  </article>`;
}

function picture(url: string | null): Html | string {
  if (url === null || !/^https?:/.test(url)) return '';
  if (/\.(mp4|mov|webm)(\?|$)/.test(url))
    return html`<video src="${url}" muted controls playsinline preload="metadata"></video>`;
  return html`<img src="${url}" alt="" loading="lazy" />`;
}

function shown(
  { id, by, byAccount, text, hidden, likes, replies, at }: CommentView,
  username: string,
  post: string,
): Html {
  const notes = [
    hidden ? 'hidden by the account' : '',
    likes > 0 ? `${likes} ♥` : '',
    at.slice(11, 16),
  ].filter(Boolean);
  const own =
    !byAccount && by === username
      ? html`<button type="button" data-act="${JSON.stringify({ delete: { commentId: id } })}">
          Delete
        </button>`
      : '';
  return html`<li class="${byAccount ? 'theirs' : hidden ? 'gone' : ''}">
    <p><b>${by}</b> <span dir="auto">${text}</span></p>
    <div class="small">
      <span>${notes.join(' · ')}</span>
      <button type="button" data-reply="${id}" data-post="${post}" data-by="${by}">Reply</button>
      <button
        type="button"
        aria-label="Like this comment"
        data-act="${JSON.stringify({ like: { commentId: id } })}"
      >
        Like
      </button>
      ${own}
    </div>
    ${
      replies.length === 0
        ? ''
        : html`<ul>
            ${replies.map((reply) => shown(reply, username, post))}
          </ul>`
    }
  </li>`;
}
