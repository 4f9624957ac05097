package dev.spine.perf.benchmarks.livelock;

import dev.spine.host.driver.HostWork;
import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.PacketListener;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Protocol processing when a packet comes, and an application below it, with a queue of 64 packets for each of its two sockets. */
final class DirectReceiver implements PacketListener, HostWork {
    private static final ValueLayout.OfShort PORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int PORT_AT = 36;
    private static final int QUEUE = 64;

    private final AgentContext agent;
    private final int[][] queues = new int[2][QUEUE];
    private final int[] first = new int[2];
    private final int[] waiting = new int[2];
    private final long[] delivered = new long[2];
    private @Nullable LanOsm lan;
    private boolean interrupted;
    private int turn;

    DirectReceiver(AgentContext agent) {
        this.agent = agent;
    }

    void uses(LanOsm osm) {
        lan = osm;
    }

    private LanOsm lan() {
        return Objects.requireNonNull(lan);
    }

    @Override
    public void onPacket(MemorySegment memory, long offset, int length, int address, int bucket) {
        interrupted = true;
        agent.charge(Op.SOFT_INTERRUPT);
        agent.charge(Op.IP_INPUT);
        agent.charge(Op.SOCKET_INPUT);
        int socket = length > PORT_AT + 1 && (memory.get(PORT, offset + PORT_AT) & 0xFFFF) == Offering.QUIET_PORT ? 1 : 0;
        if (waiting[socket] == QUEUE) {
            lan().release(bucket);
            return;
        }
        queues[socket][(first[socket] + waiting[socket]) % QUEUE] = bucket;
        waiting[socket]++;
    }

    /** The application: it runs when no packet has come since its last turn, for one packet. */
    @Override
    public int doWork(int limit) {
        if (interrupted) {
            interrupted = false;
            // It was about to run: the agent must not sleep before its next turn.
            return waiting[0] + waiting[1] > 0 ? 1 : 0;
        }
        for (int i = 0; i < 2; i++) {
            turn = 1 - turn;
            if (waiting[turn] > 0) {
                agent.charge(Op.CONTEXT_SWITCH);
                agent.charge(Op.SYSTEM_CALL);
                lan().release(queues[turn][first[turn]]);
                first[turn] = (first[turn] + 1) % QUEUE;
                waiting[turn]--;
                delivered[turn]++;
                return 1;
            }
        }
        return 0;
    }

    long delivered(int socket) {
        return delivered[socket];
    }
}
