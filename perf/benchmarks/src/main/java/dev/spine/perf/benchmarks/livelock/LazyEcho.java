package dev.spine.perf.benchmarks.livelock;

import dev.spine.extension.host.ReceivedData;
import dev.spine.extension.services.host.lrp.LrpSender;
import dev.spine.extension.services.host.lrp.LrpSocket;
import dev.spine.host.driver.HostWork;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.wire.Ipv4Header;
import dev.spine.iop.packet.wire.MacAddress;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * An application that sends back what its sockets get, a packet of each socket in turn, and is busy with each packet for a time. Belongs to
 * the host's agent.
 */
final class LazyEcho implements HostWork {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final int SOURCE_AT = UdpHeaders.IP + Ipv4Header.SOURCE;
    private static final int DESTINATION_AT = UdpHeaders.IP + Ipv4Header.DESTINATION;

    private final AgentContext agent;
    private final List<LrpSocket> sockets;
    private final LrpSender sender;
    private final long busyNs;
    private final long[] answered;
    private long freeAtNs;
    private int turn;

    /**
     * An application with its sockets.
     *
     * @param agent the host's
     * @param sockets in the order of their turns
     * @param sender for answers
     * @param busyNs how long it takes no other packet after one
     */
    LazyEcho(AgentContext agent, List<LrpSocket> sockets, LrpSender sender, long busyNs) {
        this.agent = agent;
        this.sockets = sockets;
        this.sender = sender;
        this.busyNs = busyNs;
        this.answered = new long[sockets.size()];
        this.freeAtNs = agent.nowNs();
    }

    @Override
    public int doWork(int limit) {
        long now = agent.nowNs();
        if (now < freeAtNs) {
            agent.wakeAt(freeAtNs);
            return 0;
        }
        for (int i = 0; i < answered.length && sender.room() > 0; i++) {
            turn = turn + 1 == answered.length ? 0 : turn + 1;
            LrpSocket socket = sockets.get(turn);
            ReceivedData packet = socket.poll();
            if (packet != null) {
                if (answer(packet)) {
                    answered[turn]++;
                }
                socket.done(packet);
                freeAtNs = now + busyNs;
                return 1;
            }
        }
        return 0;
    }

    /** Turns a packet round, which changes no sum that is over its addresses and ports. */
    private boolean answer(ReceivedData packet) {
        MemorySegment bytes = packet.memory();
        long mac = MacAddress.destination(bytes, 0);
        int udpAt = UdpHeaders.udpOffset(bytes, 0, packet.length());
        if (MacAddress.isGroup(mac) || udpAt == UdpHeaders.NOT_UDP || udpAt + UdpHeaders.UDP_BYTES > packet.length()) {
            return false;
        }
        MacAddress.write(bytes, 0, MacAddress.source(bytes, 0));
        MacAddress.write(bytes, MacAddress.BYTES, mac);
        int to = bytes.get(INT, DESTINATION_AT);
        bytes.set(INT, DESTINATION_AT, bytes.get(INT, SOURCE_AT));
        bytes.set(INT, SOURCE_AT, to);
        short port = bytes.get(SHORT, udpAt);
        bytes.set(SHORT, udpAt, bytes.get(SHORT, udpAt + 2));
        bytes.set(SHORT, udpAt + 2, port);
        return sender.trySend(bytes, 0, packet.length());
    }

    /** {@return packets that were sent back of a socket} */
    long answered(int socket) {
        return answered[socket];
    }
}
