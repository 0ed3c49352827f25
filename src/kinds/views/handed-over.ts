/** What actors have in common that hand a message over to a server, such as a mail or a push: words and actions of the debugger. */
import { redactText } from '../../base/redact.ts';
import { statusOf } from '../../engine/kind.ts';
import type { KindView } from '../../engine/kind-view.ts';
import { butFailed } from './but-failed.ts';

interface HandingOver {
  /** When it is tried again, epoch ms. */
  nextAt: number | null;
  /** Why the last try failed. */
  reason: string | null;
}

/** The button that ends a wait. */
export const handOverTimers: KindView['timers'] = {
  untilNext: { title: 'Send now', detail: 'The wait is skipped.', isNextTry: true },
};

/** Its status, the reason, and when it is tried again. @param sentences by state, without a full stop */
export const explainHandOver = (sentences: { [state: string]: string }): KindView['explain'] => ({
  sentence: ({ row, snapshot }, { failureOf, when }) => {
    const { nextAt, reason } = snapshot.context as HandingOver;
    const but = butFailed(failureOf(row));
    const why = reason === null ? '' : `: "${redactText(reason)}"`;
    const again = nextAt === null ? '' : ` It is sent again at ${when(nextAt)}.`;
    return `${sentences[statusOf(snapshot)]}${why}.${again}${but}`;
  },
});
