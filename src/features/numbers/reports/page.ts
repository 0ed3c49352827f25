/** The page of a report: sums of accounts, their days as lines and as a table, and the posts with the most views. Plain HTML without a script. */
import type { ReportLinkRow } from '../../../../store/report-links.ts';
import type { TrackedPost } from '../../../../store/tracked-posts.ts';
import { type Frame, hostedPage } from '../../../base/hosted-page.ts';
import { type Html, html } from '../../../base/html.ts';
import type { AccountBeside } from '../side-by-side.ts';

interface Report {
  link: Pick<ReportLinkRow, 'name' | 'from' | 'to'>;
  timeZone: string;
  accounts: readonly AccountBeside[];
  posts: readonly TrackedPost[];
  /** By the id of the account. */
  names: ReadonlyMap<string, { network: string; account: string }>;
}

const COUNTS = ['views', 'likes', 'comments', 'shares'] as const;
const COUNT_NAMES = { views: 'Views', likes: 'Likes', comments: 'Comments', shares: 'Shares' };

/** Metrics by day that a report draws, in this order. */
const METRICS: { [metric: string]: string } = {
  views: 'Views',
  reach: 'Reach',
  engagement: 'Interactions',
  followers: 'Followers',
};

/** Size of a chart in units of its view box. */
const WIDTH = 640;
const HEIGHT = 160;
/** A line of each account is told from the others by its dashes too. */
const DASHES = ['none', '8 4', '2 4', '12 4 2 4', '4 2'];

export function reportPage(frame: Frame, report: Report): string {
  const { link, timeZone, posts } = report;
  const heading = link.name ?? 'Numbers';
  const days = link.from === link.to ? longDay(link.from) : `${longDay(link.from)} to ${longDay(link.to)}`;
  const charts = Object.keys(METRICS).map((metric) => chart(report, metric));
  return hostedPage(
    frame,
    heading,
    html`<div class="report">
      <h1>${heading}</h1>
      <p>${days}, in ${timeZone}.</p>
      ${sums(report)}
      <p class="quiet">
        What the posts that were published on these days count so far, and followers now. A dash is a number
        that the network does not give.
      </p>
      ${charts} ${posts.length === 0 ? html`<p>No post was published on these days.</p>` : postTable(report)}
    </div>`,
  );
}

const nameIn = ({ names }: Report, accountId: string): string => {
  const name = names.get(accountId);
  return name === undefined ? 'a disconnected account' : `${name.account}, ${name.network}`;
};

function sums(report: Report): Html {
  const heads = ['Posts', ...COUNTS.map((count) => COUNT_NAMES[count]), 'Followers'];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Accounts, sums">
    <table>
      <caption>
        Accounts
      </caption>
      <thead>
        <tr>
          <th scope="col">Account</th>
          ${heads.map((head) => html`<th scope="col" class="number">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${report.accounts.map(
          ({ accountId, totals, followers }) =>
            html`<tr>
              <th scope="row" dir="auto">${nameIn(report, accountId)}</th>
              ${[totals.posts, ...COUNTS.map((count) => totals[count]), followers].map(numberCell)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The days of one metric: lines, and the same as a table. Nothing where no account has it. */
function chart(report: Report, metric: string): Html | '' {
  const series = report.accounts.flatMap(({ accountId, trends }) => {
    const trend = trends.find((one) => one.metric === metric);
    const isKnown = trend?.series.some(({ value }) => value !== null) === true;
    return isKnown ? [{ name: nameIn(report, accountId), points: trend.series }] : [];
  });
  if (series.length === 0) return '';
  const name = METRICS[metric]!;
  return html`<h2>${name} by day</h2>
    ${drawing(series, { isLevel: metric === 'followers' })}
    <p class="ends" aria-hidden="true">
      <span>${longDay(report.link.from)}</span><span>${longDay(report.link.to)}</span>
    </p>
    <ul class="legend">
      ${series.map((one, index) => html`<li>${sample(index)} <span dir="auto">${one.name}</span></li>`)}
    </ul>
    <details>
      <summary>${name} as a table</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="${name} by day">
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              ${series.map((one) => html`<th scope="col" class="number" dir="auto">${one.name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${series[0]!.points.map(
              ({ date }, index) =>
                html`<tr>
                  <th scope="row">${longDay(date)}</th>
                  ${series.map(({ points }) => numberCell(points[index]!.value))}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>`;
}

interface Line {
  points: readonly { value: number | null }[];
}

/** @param options.isLevel the axis begins at the lowest value, and not at 0 */
function drawing(series: readonly Line[], { isLevel }: { isLevel: boolean }): Html {
  const values = series.flatMap(({ points }) => points.flatMap(({ value }) => value ?? []));
  const low = isLevel ? Math.min(...values) : 0;
  const high = Math.max(...values, low + 1);
  const y = (value: number) => (HEIGHT - 4 - ((value - low) / (high - low)) * (HEIGHT - 8)).toFixed(1);
  const x = (index: number, count: number) =>
    (count === 1 ? WIDTH / 2 : (index / (count - 1)) * WIDTH).toFixed(1);
  const paths = series.map(({ points }, line) => {
    let isOpen = false;
    const steps = points.flatMap(({ value }, index) => {
      const step = value === null ? [] : [`${isOpen ? 'L' : 'M'}${x(index, points.length)} ${y(value)}`];
      isOpen = value !== null;
      return step;
    });
    return html`<path class="line${line % DASHES.length}" d="${steps.join('')}" ${dashed(line)} />`;
  });
  return html`<div class="chart" aria-hidden="true">
    <span class="high">${numberText(high)}</span>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">${paths}</svg>
    <span class="low">${numberText(low)}</span>
  </div>`;
}

const dashed = (line: number): Html =>
  html`stroke-dasharray="${DASHES[line % DASHES.length]!}" vector-effect="non-scaling-stroke"`;

const sample = (index: number): Html =>
  html`<svg width="24" height="8" viewBox="0 0 24 8" aria-hidden="true">
    <path class="line${index % DASHES.length}" d="M0 4L24 4" ${dashed(index)} />
  </svg>`;

function postTable(report: Report): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Posts with the most views">
    <table>
      <caption>
        Posts with the most views
      </caption>
      <thead>
        <tr>
          <th scope="col">Post</th>
          <th scope="col">Published</th>
          ${COUNTS.map((count) => html`<th scope="col" class="number">${COUNT_NAMES[count]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${report.posts.map((post) => {
          const text = post.text.trim().slice(0, 140) || 'Without text';
          return html`<tr>
            <th scope="row" dir="auto">
              ${isWeb(post.url) ? html`<a href="${post.url}" rel="noopener noreferrer">${text}</a>` : text}
              <small>${nameIn(report, post.accountId)}</small>
            </th>
            <td>${dayIn(post.publishedAt, report.timeZone)}</td>
            ${COUNTS.map((count) => numberCell(post[count]))}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

/** Addresses come from networks. */
const isWeb = (url: string | null): url is string => url !== null && /^https?:\/\//i.test(url);

const numberCell = (value: number | null): Html => html`<td class="number">${numberText(value)}</td>`;
const numberText = (value: number | null): string =>
  value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: 2 });

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const longDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { ...DAY, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
const dayIn = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { ...DAY, month: 'short', timeZone }).format(at);
