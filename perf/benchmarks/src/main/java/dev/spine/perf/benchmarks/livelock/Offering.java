package dev.spine.perf.benchmarks.livelock;

import dev.spine.device.wire.WirePort;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.lang.foreign.MemorySegment;

/** Sends UDP packets of 18 bytes to two ports at fixed rates: a flood, and a few. */
final class Offering implements Agent {
    static final int FLOODED_PORT = 7000;
    static final int QUIET_PORT = 7001;

    private static final int FRAME_BYTES = 60;

    private final AgentContext agent;
    private final WirePort port;
    private final MemorySegment[] frames;
    private final long[] intervalsNs;
    private final long[] dueNs = new long[2];
    private final long[] sent = new long[2];

    Offering(AgentContext agent, WirePort port, long address, double perSecond, double quietPerSecond) {
        this.agent = agent;
        this.port = port;
        this.frames = new MemorySegment[] {frame(address, FLOODED_PORT), frame(address, QUIET_PORT)};
        this.intervalsNs = new long[] {(long) (1e9 / perSecond), (long) (1e9 / quietPerSecond)};
        port.attach(agent);
    }

    private static MemorySegment frame(long address, int port) {
        MemorySegment frame = MemorySegment.ofArray(new byte[FRAME_BYTES]);
        UdpHeaders.write(frame, 0, address, 0x0253_504E_FFFFL, 0x0A00_0002, 4000, 0x0A00_0001, port, 0, FRAME_BYTES - UdpHeaders.BYTES);
        return frame;
    }

    /** Sends from now on; on this agent. */
    void begin() {
        dueNs[0] = agent.nowNs() + intervalsNs[0];
        dueNs[1] = agent.nowNs() + intervalsNs[1];
        agent.wakeAt(Math.min(dueNs[0], dueNs[1]));
    }

    /** {@return frames sent to the flooded port; on this agent} */
    long sent(int flow) {
        return sent[flow];
    }

    @Override
    public int doWork(int limit) {
        if (dueNs[0] == 0) {
            return 0;
        }
        int work = 0;
        for (int flow = 0; flow < frames.length; flow++) {
            if (agent.nowNs() >= dueNs[flow] && port.trySend(agent, frames[flow], 0, FRAME_BYTES)) {
                sent[flow]++;
                dueNs[flow] += intervalsNs[flow];
                work++;
            }
        }
        agent.wakeAt(Math.max(Math.min(dueNs[0], dueNs[1]), port.sendableAtNs(agent)));
        return work;
    }

    @Override
    public String roleName() {
        return agent.path();
    }
}
