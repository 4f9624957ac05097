package dev.spine.device.wire.udp;

import java.lang.foreign.MemorySegment;

/**
 * Decides packet by packet what of a live stream the device gets. Packets that it holds back were not meant for the device and are not
 * counted as lost; a gate that wants to know how many there were counts them itself. The wire's thread.
 */
@FunctionalInterface
public interface PacketGate {
    /** Lets everything pass. */
    PacketGate OPEN = (memory, offset, length) -> true;

    /**
     * Looks at a packet. Called on the wire's receiving thread, once for each packet, in order of arrival; must not keep the memory and
     * should allocate nothing.
     *
     * @param memory where the packet lies
     * @param offset of its MAC header
     * @param length bytes of the whole frame
     * @return whether the device gets it
     */
    boolean admits(MemorySegment memory, long offset, int length);
}
