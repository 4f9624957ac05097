/**
 * A wire that takes the packets of a Linux interface which is there already, an end of a virtual pair or a network card, by an XDP socket:
 * {@link dev.spine.device.wire.xdp.XdpWire}. The interface's own network stack sees none of them meanwhile.
 *
 * <p>Beside a TAP interface it carries more small packets in the same time, and carries them sooner, since the kernel puts packets into
 * memory that is shared with it and one system call sends up to 32; docs/performance.md has the figures. It needs an interface whose other
 * end computes checksums itself: see docs/routing.md.
 */
@NullMarked
package dev.spine.device.wire.xdp;

import org.jspecify.annotations.NullMarked;
