/**
 * An interface of Linux whose packets come and go through memory shared with the kernel, by XDP sockets:
 * {@link dev.spine.device.os.xdp.XdpInterface}, opened with {@link dev.spine.device.os.xdp.XdpSettings}.
 *
 * <p>A program of six instructions is attached to the interface, which hands each packet to the socket; it is assembled here and checked by
 * the kernel, and goes when the interface is closed or the process ends. Packets are copied by the kernel (copy mode), which works with
 * every interface. The native structures are those of Linux on a little-endian machine.
 *
 * <p>Source: Linux Documentation/networking/af_xdp.rst, include/uapi/linux/if_xdp.h, bpf.h.
 */
@NullMarked
package dev.spine.device.os.xdp;

import org.jspecify.annotations.NullMarked;
