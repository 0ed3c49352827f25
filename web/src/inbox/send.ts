/** Sends an answer. It goes on while a person looks at another conversation. */
import { useIsMutating, useMutationState, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, type Reply } from '../api.ts';
import { newIdempotencyKey } from '../parts/idempotency-key.ts';
import { useWorkspace } from '../session.ts';
import { useKeptAnswer } from './kept-answers.ts';

/**
 * Where the key of a send is kept while its outcome is not known: the same text is repeated under the same key, also after
 * the page was loaded again.
 */
const placeOf = (id: string): string => `troupe.sending.${id}`;

/** The request has ended: what is sent after it is another message. After other errors the same one is repeated. */
const ENDED = /^(network_refused|outcome_unknown|window_closed|invalid|not_found|plan_required)$/;

function keyFor(id: string, text: string): string {
  const kept = sessionStorage.getItem(placeOf(id));
  const known = kept === null ? null : (JSON.parse(kept) as { text: string; key: string });
  if (known?.text === text) return known.key;
  const key = newIdempotencyKey();
  sessionStorage.setItem(placeOf(id), JSON.stringify({ text, key }));
  return key;
}

const forgetKey = (id: string): void => sessionStorage.removeItem(placeOf(id));

export interface Sending {
  send: (text: string) => void;
  isSending: boolean;
  /** Why the last one failed; null: it did not. */
  error: Error | null;
  /** Hides the error. */
  forget: () => void;
}

export function useSend(id: string): Sending {
  const { slug } = useWorkspace();
  const queries = useQueryClient();
  const [, setText] = useKeptAnswer(id);
  const mutationKey = ['answer', slug, id];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (text: string) =>
      call<Reply<'sendMessage'>>('POST', `/v1/inbox/${id}/messages`, {
        body: { message: text, workspace: slug },
        idempotencyKey: keyFor(id, text),
      }),
    onSuccess: () => {
      forgetKey(id);
      setText('');
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || !ENDED.test(error.code)) return;
      forgetKey(id);
      // it is in the conversation, where its status is shown
      if (error.code === 'outcome_unknown') setText('');
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['inbox', slug] }),
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
