/** Connecting goes by the hosted page, for people who are signed in as for those who got a link. */
import { useMutation } from '@tanstack/react-query';
import { ApiError, call, type Reply } from '../api.ts';
import { tellFailure } from '../posts/queries.ts';
import { useWorkspace } from '../session.ts';

/** An hour is plenty for a person who is sent there at once. */
const OWN_HOURS = 1;

/** Makes a link and goes there; the page leads back to where the person was. */
export function useConnect() {
  const { slug } = useWorkspace();
  return useMutation({
    mutationFn: async ({ platform }: { platform?: string }) => {
      const body = {
        workspace: slug,
        expiresInHours: OWN_HOURS,
        ...(platform !== undefined && { platforms: [platform] }),
      };
      const back = `${location.origin}/app/w/${slug}/accounts`;
      const make = (more: object) =>
        call<Reply<'createConnectLink'>>('POST', '/v1/connect-links', { body: { ...body, ...more } });
      try {
        return (await make({ redirectUrl: back })).connectLink;
      } catch (error) {
        // plain http in a local network is no address to be sent back to: then people close the page
        if (error instanceof ApiError && error.param === '/redirectUrl') return (await make({})).connectLink;
        throw error;
      }
    },
    onSuccess: ({ url }) => {
      // at its public name, to which the networks send people back
      location.assign(url);
    },
    onError: tellFailure,
  });
}
