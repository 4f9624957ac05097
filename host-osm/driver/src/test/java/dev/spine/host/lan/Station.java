package dev.spine.host.lan;

import dev.spine.device.wire.LinkSignal;
import dev.spine.device.wire.WirePort;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.MacAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/** The far end of a link: sends numbered frames when it is told, no more than a window ahead of what was seen, and counts what it gets. */
final class Station implements Agent {
    private static final int NUMBER_AT = 14;
    private static final ValueLayout.OfInt NUMBER = ValueLayout.JAVA_INT_UNALIGNED;

    private final AgentContext agent;
    private final WirePort port;
    private final MemorySegment frame = Arena.ofAuto().allocate(WirePort.ETHERNET_PACKET_BYTES, 8);
    private int next;
    private int until;
    private int bytes = 60;
    private int window = Integer.MAX_VALUE;
    /** Written by the listener's thread, as loosely as counters are. */
    private volatile int seen;
    private volatile int received;
    private volatile boolean intact = true;

    Station(AgentContext agent, WirePort port) {
        this.agent = agent;
        this.port = port;
        port.attach(agent);
        MacAddress.write(frame, 0, LanNode.ADDRESS);
        MacAddress.write(frame, 6, 0x0200_0000_0999L);
    }

    /** Begins to send frames; numbers go on from call to call. On the station's agent. */
    void send(int count, int frameBytes, int ahead) {
        until += count;
        bytes = frameBytes;
        window = ahead;
    }

    /** The receiver has seen all frames before {@code number}. */
    void seen(int number) {
        seen = number;
    }

    int sent() {
        return next;
    }

    boolean isDone() {
        return next == until;
    }

    int received() {
        return received;
    }

    boolean isIntact() {
        return intact;
    }

    @Override
    public int doWork(int limit) {
        agent.charge(Op.POLL);
        int work = 0;
        LinkSignal signal = port.linkSignals().poll();
        if (signal != null) {
            signal.received();
        }
        for (Packet packet = port.arrivals().poll(); packet != null; packet = port.arrivals().poll()) {
            // What the host sends carries its number, and its number in every byte after it.
            int number = packet.memory().get(NUMBER, packet.offset() + NUMBER_AT);
            byte last = packet.memory().get(ValueLayout.JAVA_BYTE, packet.offset() + packet.length() - 1);
            intact &= last == (byte) number && number == received;
            received = number + 1;
            packet.release(agent);
            work++;
        }
        while (work < limit && next < until && next - seen < window) {
            frame.set(NUMBER, NUMBER_AT, next);
            frame.set(ValueLayout.JAVA_BYTE, bytes - 1, (byte) next);
            if (!port.trySend(agent, Objects.requireNonNull(frame), 0, bytes)) {
                agent.wakeAt(port.sendableAtNs(agent));
                break;
            }
            next++;
            work++;
        }
        if (work == 0 && next < until) {
            // The window is closed; nobody wakes a station when the host has seen its frames.
            agent.wakeAt(agent.nowNs() + 10_000);
        }
        return work;
    }

    @Override
    public String roleName() {
        return agent.path();
    }

    static int number(MemorySegment memory, long offset) {
        return memory.get(NUMBER, offset + NUMBER_AT);
    }

    static void number(MemorySegment memory, long offset, int number, int frameBytes) {
        memory.asSlice(offset, frameBytes).fill((byte) number);
        memory.set(NUMBER, offset + NUMBER_AT, number);
    }
}
