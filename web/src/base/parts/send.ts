/** Sends an answer. The request continues when the person opens another page. */
import { useIsMutating, useMutationState, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api.ts';
import { useWorkspace } from '../session.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { useCachedResponse } from './kept-answers.ts';

/**
 * Where the key of a send is kept while its outcome is not known: the same text is repeated under the same key, also after
 * the page was loaded again.
 */
const placeOf = (id: string): string => `troupe.sending.${id}`;

/** The request has ended: what is sent after it is another message. After other errors the same one is repeated. */
const ENDED =
  /^(network_refused|window_closed|answered_meanwhile|already_answered|invalid|not_found|not_supported|plan_required)$/;

function keyFor(id: string, text: string): string {
  const stored = sessionStorage.getItem(placeOf(id));
  const entry = stored === null ? null : (JSON.parse(stored) as { text: string; key: string });
  if (entry?.text === text) return entry.key;
  const key = newIdempotencyKey();
  sessionStorage.setItem(placeOf(id), JSON.stringify({ text, key }));
  return key;
}

const forgetKey = (id: string): void => sessionStorage.removeItem(placeOf(id));

export interface Sending {
  send: (text: string) => void;
  isSending: boolean;
  /** Why the last one failed; null if it did not. */
  error: Error | null;
  /** Hides the error. */
  forget: () => void;
}

interface SendOptions {
  /** Sends it. A repeat under the same key sends nothing twice. */
  request: (text: string, idempotencyKey: string) => Promise<unknown>;
  /** Queries that are read again when it has ended. Absent means none. */
  changes?: readonly string[];
  /**
   * What has an unknown outcome is shown with its status in a list of messages. Otherwise it stays in the field: sent again
   * under the same key, the service says what became of it.
   */
  isListed: boolean;
}

/** @param id names what is answered: its draft, and the key of its send */
export function useSend(id: string, { request, changes, isListed }: SendOptions): Sending {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const [, setText] = useCachedResponse(id);
  const mutationKey = ['answer', slug, id];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (text: string) => request(text, keyFor(id, text)),
    onSuccess: () => {
      forgetKey(id);
      setText('');
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      const isShown = isListed && error.code === 'outcome_unknown';
      if (ENDED.test(error.code) || isShown) forgetKey(id);
      if (isShown) setText('');
    },
    onSettled: () => (changes ? queries.invalidateQueries({ queryKey: changes }) : undefined),
  });
  const isSending = useIsMutating({ mutationKey }) > 0;
  const last = useMutationState({
    filters: { mutationKey },
    select: ({ state }) => state.error,
  }).at(-1);
  const forget = () => {
    const cache = queries.getMutationCache();
    for (const mutation of cache.findAll({ mutationKey })) cache.remove(mutation);
  };
  return {
    send: (text) => {
      forget();
      mutate(text);
    },
    isSending,
    error: last ?? null,
    forget,
  };
}
