import { useState } from 'react';
import { isWebAddress } from './from-network.ts';
import { PostsIcon } from './icons.tsx';

/**
 * The picture of a post. Addresses of networks end after some time, and a video is no picture: then there is a sign in its place.
 * @param props.size CSS pixels
 */
export function PostPicture({ url, size = 40 }: { url: string | null; size?: number }) {
  const [broken, setBroken] = useState<string | null>(null);
  const box = { width: size, height: size };
  if (!isWebAddress(url) || broken === url)
    return (
      <span className="post-picture" style={box} aria-hidden="true">
        <PostsIcon />
      </span>
    );
  return (
    <img
      src={url}
      alt=""
      className="post-picture"
      style={box}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(url)}
    />
  );
}
