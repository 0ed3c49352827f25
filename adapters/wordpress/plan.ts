/** What a site takes: a title, a text, a featured image, more photos and a video (spec section 4.2, rule 11). */
import type { Plan, PostContent, Refusal } from '../port/publish.ts';

/** Plans a post: the first line is its title, the rest its text. Titles and texts have no limit worth telling. */
export function plan({ text, media }: PostContent): Plan {
  const [title = '', ...rest] = text.trim().split(/\r\n|\r|\n/);
  const refusals: Refusal[] = [];
  if (title === '') {
    refusals.push({
      code: 'text_empty',
      param: '/content',
      message:
        'content is empty and a WordPress post takes its title from the first line: write at least one line',
    });
  }
  const videos = [...media.entries()].filter(([, { kind }]) => kind === 'video');
  const second = videos[1];
  if (second !== undefined) {
    refusals.push({
      code: 'too_many_media',
      param: `/media/${second[0]}`,
      message: `media has ${videos.length} videos and a WordPress post takes photos and one video: leave the others out`,
    });
  }
  const body = rest.join('\n').trim();
  return { text: body, title: title.trim(), media, warnings: [], refusals };
}
