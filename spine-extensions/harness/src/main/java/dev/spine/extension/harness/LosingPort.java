package dev.spine.extension.harness;

import dev.spine.device.wire.LinkSignal;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WirePort;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/** A port of which some frames are lost on their way out, and as many are sent twice. The agent of the device's thread. */
final class LosingPort implements WirePort {
    private static final int ALL = 1_000;

    private final WirePort whole;
    private final int lost;
    private final SplittableRandom random;

    /**
     * A port.
     *
     * @param whole where the others go
     * @param lost of a thousand
     * @param seed which
     */
    LosingPort(WirePort whole, int lost, long seed) {
        this.whole = whole;
        this.lost = lost;
        this.random = new SplittableRandom(seed);
    }

    @Override
    public String name() {
        return whole.name();
    }

    @Override
    public MemorySegment receiveMemory() {
        return whole.receiveMemory();
    }

    @Override
    public int receiveBuffers() {
        return whole.receiveBuffers();
    }

    @Override
    public DeliveryList<Packet> arrivals() {
        return whole.arrivals();
    }

    @Override
    public DeliveryList<LinkSignal> linkSignals() {
        return whole.linkSignals();
    }

    @Override
    public LinkState link() {
        return whole.link();
    }

    @Override
    public int maxPacketBytes() {
        return whole.maxPacketBytes();
    }

    @Override
    public long bitsPerSecond() {
        return whole.bitsPerSecond();
    }

    @Override
    public boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length) {
        int chance = random.nextInt(ALL);
        if (chance < lost) {
            return true;
        }
        boolean left = whole.trySend(sender, memory, offset, length);
        if (left && chance < 2 * lost) {
            // One that finds no room is lost.
            whole.trySend(sender, memory, offset, length);
        }
        return left;
    }

    @Override
    public long sendableAtNs(AgentContext sender) {
        return whole.sendableAtNs(sender);
    }

    @Override
    public WireCounters sent() {
        return whole.sent();
    }

    @Override
    public WireCounters received() {
        return whole.received();
    }
}
