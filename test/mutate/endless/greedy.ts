/** Takes 400 MB outside V8's heap, keeps them for three seconds, and ends well. */
const kept: Buffer[] = [];
for (let count = 0; count < 8; count += 1) kept.push(Buffer.alloc(50_000_000, 1));
setTimeout(() => (kept.length = 0), 3_000);
