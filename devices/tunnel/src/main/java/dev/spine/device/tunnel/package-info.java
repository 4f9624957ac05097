/**
 * A wire between processes and machines: whole Ethernet frames over TCP, plain or by TLS with certificates on both sides.
 *
 * <p>A {@link dev.spine.device.tunnel.TunnelWire} has one port, and either listens or connects. One that listens is a switch: its own port
 * and each process that has connected are its ports. So processes form a star. Each frame goes behind its length in 32 bits, in network
 * order, as QEMU's {@code -netdev stream} sends it: a virtual machine can be an end, too.
 *
 * <p><b>Threads.</b> Netty's event loop reads, forwards and connects. In a system it is a part of the card's thread ({@code CardLoop}),
 * which sleeps in it after one cycle without work, and may look around first; the device's agent then gives frames to the connection
 * itself, where those of one turn wait for one another, up to 64 KiB. Where that thread sleeps elsewhere already the loop has a thread of
 * its own ({@code OwnThread}), which wakes the card's, and frames go there by a ring, as they do while an end takes no more. Nothing else
 * is shared but the state of the link.
 *
 * <p><b>Loss.</b> TCP loses nothing. A wire that connects holds its device back while the other end does not read. One that listens does
 * not let one slow end hold up the others: what finds more than {@value dev.spine.device.tunnel.TunnelWire#MAX_WAITING_BYTES} bytes on
 * their way to it is dropped and counted, as in a switch. Many ends share {@value
 * dev.spine.device.tunnel.TunnelWire#MAX_ALL_WAITING_BYTES} bytes.
 *
 * <p><b>Death.</b> TCP itself takes minutes to see that a machine is gone to which data are on their way. So an end that had nothing to
 * send
 * for two seconds sends a length of 0, and one that has done so once is taken for dead when nothing came from it for ten seconds.
 *
 * <p><b>Trust.</b> A plain tunnel believes everybody who reaches its address: it is for loopback and for a network of one's own. With
 * {@link dev.spine.device.tunnel.TunnelSecurity#certificates certificates} both ends prove who they are before the first frame. Within a
 * tunnel each end can use any hardware address, as on a wire.
 *
 * <p>Optional: the module's jar and Netty's have to be put on the class path, where {@link java.util.ServiceLoader} finds the kind.
 */
@NullMarked
package dev.spine.device.tunnel;

import org.jspecify.annotations.NullMarked;
