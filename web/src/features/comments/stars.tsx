import { t } from '../../base/language/text.ts';

const MAX_STARS = 5;

/** The rating of a review. @param props.rating 1 to 5 */
export function Stars({ rating }: { rating: number }) {
  return (
    <span
      role="img"
      aria-label={t('{rating} of {most} stars', { rating, most: MAX_STARS })}
      className="comment-stars"
    >
      {'★'.repeat(rating)}
      <span className="comment-no-stars">{'★'.repeat(MAX_STARS - rating)}</span>
    </span>
  );
}
