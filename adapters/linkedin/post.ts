/** The post itself. Every try of a delivery sends the same body, so LinkedIn refuses a second one as a duplicate. */
import type { Json, Outcome } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { withoutHeld } from '../lib/held.ts';
import { type NetworkResponse, ask, at, type Lost, textAt } from '../lib/http.ts';
import { readPublishError } from './errors.ts';
import type { Work } from './checkpoint.ts';
import { isOurs } from './duplicate.ts';
import { littleText } from './little-text.ts';
import { ownerOf, postRequest } from './request.ts';

export async function createPost(step: PublishStep, work: Work): Promise<Outcome> {
  const { now } = step;
  const answer = await sendPost(step, work);
  const made = readPost(answer);
  if (made?.kind === 'created')
    return { kind: 'published', networkPostId: made.urn, url: addressOf(made.urn) };
  if (made?.kind === 'duplicate') {
    const { urn } = made;
    if (
      urn !== null &&
      answer.kind === 'response' &&
      isOurs(urn, answer, { triedAt: work.triedAt ?? now, now }) &&
      (await withoutHeld(step, [urn], (one) => one)).length > 0
    ) {
      return { kind: 'published', networkPostId: urn, url: addressOf(urn) };
    }
    const where = urn === null ? '' : ` (${addressOf(urn)})`;
    return {
      kind: 'rejected',
      reason: `LinkedIn has a post with the same words already${where} and takes no second one: change the text`,
    };
  }
  return readPublishError(answer, step);
}

function sendPost(step: PublishStep, work: Work): Promise<NetworkResponse | Lost> {
  return ask(step.fetch, postRequest(step.account, '/rest/posts', bodyOf(step, work)), step.signal);
}

function bodyOf({ account, plan }: PublishStep, work: Work): Json {
  const content = contentOf(work, plan.media[0]?.alt);
  return {
    author: ownerOf(account),
    commentary: littleText(work.text),
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content === null ? {} : { content }),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  };
}

function contentOf({ file, title, preview, thumbnail }: Work, alt: string | undefined): Json {
  if (file === null) {
    if (!preview) return null;
    const { url: source, title: named, description } = preview;
    return {
      article: {
        source,
        title: named,
        ...(description !== '' && { description }),
        ...(thumbnail && { thumbnail }),
      },
    };
  }
  return {
    media: {
      id: file.urn,
      ...(file.kind === 'document' && { title: title ?? 'Document' }),
      ...(file.kind === 'image' && alt !== undefined && { altText: alt }),
    },
  };
}

type Made =
  | { kind: 'created'; urn: string }
  /** Refused because the post exists. LinkedIn's message names it. */
  | { kind: 'duplicate'; urn: string | null };

/** @returns null if the response names no post. The id is in a header: the body of a 201 is empty. */
function readPost(answer: NetworkResponse | Lost): Made | null {
  if (answer.kind === 'lost') return null;
  const { status, headers, json } = answer;
  const urn = headers.get('x-restli-id');
  if (status >= 200 && status < 300) return urn === null || urn === '' ? null : { kind: 'created', urn };
  const inputs = at(json, 'errorDetails', 'inputErrors');
  const codes = Array.isArray(inputs) ? inputs.map((fault) => textAt(fault, 'code')) : [];
  if (status !== 422 || !codes.includes('DUPLICATE_POST')) return null;
  const named = /urn:li:(?:share|ugcPost|activity):\d+/.exec(textAt(json, 'message') ?? '');
  return { kind: 'duplicate', urn: named?.[0] ?? null };
}

function addressOf(urn: string): string {
  return `https://www.linkedin.com/feed/update/${urn}/`;
}
