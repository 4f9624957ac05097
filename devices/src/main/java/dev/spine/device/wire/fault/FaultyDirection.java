package dev.spine.device.wire.fault;

import dev.spine.device.wire.ReceiveBuffers;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.RandomStreams;
import dev.spine.iop.packet.Offload;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** What both directions of a faulty port have in common: faults, dice, copies of frames. The agent of the port's device. */
abstract class FaultyDirection {
    private final String name;
    private final WirePort port;
    private final WireFaults faults;
    private final FaultDice dice;
    private final FaultCounters counters = new FaultCounters();
    private final HeldFrames held = new HeldFrames();
    private final ReceiveBuffers copies;
    private final boolean dropsDamaged;

    /**
     * A direction.
     *
     * @param wire the wire inside
     * @param port its port
     * @param direction a word
     * @param faults how often what happens
     * @param seed of all faults
     * @param copyCount how many copies of frames there can be
     */
    FaultyDirection(Wire wire, WirePort port, String direction, WireFaults faults, long seed, int copyCount) {
        this.name = port.name() + " faults " + direction;
        this.port = port;
        this.faults = faults;
        this.dice = new FaultDice(faults, RandomStreams.of(seed, name));
        this.copies = new ReceiveBuffers(name, copyCount, port.carriesOffloads() ? Offload.MAX_BYTES : port.maxPacketBytes());
        this.dropsDamaged = faults.damage() == DamageRule.CHECKED || faults.damage() == DamageRule.BY_WIRE && wire.checksFrames();
    }

    /** The device is known. */
    final void attach(AgentContext device) {
        copies.filledBy(device, device, name, 0);
        device.counts(name, counters);
    }

    final WirePort port() {
        return port;
    }

    final FaultDice dice() {
        return dice;
    }

    final FaultCounters counters() {
        return counters;
    }

    final HeldFrames held() {
        return held;
    }

    final ReceiveBuffers copies() {
        return copies;
    }

    /** {@return frames that went in minus those that came out} */
    final long kept() {
        return counters.missing() + held.count();
    }

    /** {@return whether the frame of the last throw does not go on; then it is counted} */
    final boolean isGone() {
        if (dice.isLost()) {
            counters.increment(FaultCounters.Counter.LOST);
            return true;
        }
        if (dice.isDamaged() && dropsDamaged) {
            counters.increment(FaultCounters.Counter.DROPPED);
            return true;
        }
        return false;
    }

    /** Copies a frame; the one of the last throw is damaged on the way if it is to be. */
    final void copy(MemorySegment memory, long offset, int length, long offload, Packet into) {
        MemorySegment.copy(memory, offset, into.memory(), into.offset(), length);
        into.set(into.offset(), length);
        into.offload(offload);
        if (dice.isDamaged()) {
            long at = into.offset() + dice.damagedByte();
            into.memory().set(ValueLayout.JAVA_BYTE, at, (byte) (into.memory().get(ValueLayout.JAVA_BYTE, at) ^ dice.mask()));
        }
    }

    /** Holds a copy of the frame of the last throw back. There is room. */
    final void delay(Packet frame, long nowNs) {
        held.hold(frame, nowNs + faults.delayNs(), faults.delayFrames() == 0 ? HeldFrames.BY_TIME : faults.delayFrames() + 1);
    }
}
