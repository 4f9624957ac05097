/**
 * NBD: block devices of IOPs for clients outside, over UNIX and TCP sockets.
 *
 * <p>{@link dev.spine.host.nbd.NbdServer} serves {@link dev.spine.host.nbd.NbdExport exports}, each a
 * {@link dev.spine.host.block.BlockDevice} under a name. Fixed newstyle negotiation; simple and structured replies; read, write, flush,
 * trim, write-zeroes, cache and block status, force unit access, several connections to one export. {@code docs/disks.md}
 * says what is supported and how clients connect.
 *
 * <p><b>One thread.</b> The server is work of the host's agent, and the thread that runs the agent sleeps in the server's selector when
 * there is nothing to do ({@link dev.spine.iop.engine.live.IdleWait}). Nothing is handed from thread to thread.
 *
 * <p><b>No copies.</b> A socket reads into host memory, and the payload of a write stays there until the IOP has pulled it. The IOP pushes
 * what is read into host memory with room for the reply's header before it, and the socket writes both at once. Only a block that is
 * changed in part is copied: it is read, changed and written back while no other write is admitted.
 *
 * <p><b>Bounds.</b> Memory, requests and replies are bounded for each connection and so are connections ({@link
 * dev.spine.host.nbd.NbdSettings}). A client that does not read its replies gets no further requests read; one that stalls is closed after
 * a time; one that lies is closed or told so. Each is counted in {@link dev.spine.host.nbd.NbdCounters}, and none concerns the others.
 *
 * <p><b>Holes.</b> No message of a block storage device tells where it has holes. Whoever makes an export may know, and gives it a
 * {@link dev.spine.host.nbd.BlockMap}; then clients can ask for the context {@code base:allocation}.
 *
 * <p>Data path methods allocate nothing. Source: the NBD protocol description of the Network Block Device project.
 */
@NullMarked
package dev.spine.host.nbd;

import org.jspecify.annotations.NullMarked;
