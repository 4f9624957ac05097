package dev.spine.device.wire.fault;

import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.fault.FaultCounters.Counter;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Packet;
import org.jspecify.annotations.Nullable;

/** The faults of what arrives for a device. The agent of that device. */
final class ReceivedFaults extends FaultyDirection {
    /** Frames that can be lost before the device gets to its other work. */
    private static final int MAX_AT_ONCE = 64;

    /** A receive buffer for the next frame that goes on. */
    private @Nullable Packet spare;

    ReceivedFaults(Wire wire, WirePort port, WireFaults faults, long seed) {
        super(wire, port, "received", faults, seed, port.receiveBuffers());
    }

    /** As {@link WirePort#receive}. */
    @Nullable Packet receive(AgentContext device) {
        long nowNs = device.nowNs();
        for (int i = 0; i < MAX_AT_ONCE; i++) {
            if (held().due(nowNs) != null) {
                return held().takeDue(nowNs);
            }
            if (spare == null) {
                spare = copies().tryTake();
            }
            if (spare == null) {
                copies().wakeWhenFree(device);
                return nothing(device);
            }
            Packet arrived = port().receive(device);
            if (arrived == null) {
                return nothing(device);
            }
            Packet goesOn = goesOn(arrived, spare, nowNs);
            arrived.release(device);
            held().overtaken();
            if (goesOn != null) {
                return goesOn;
            }
        }
        device.wakeAt(nowNs);
        return null;
    }

    private @Nullable Packet nothing(AgentContext device) {
        if (held().count() > 0) {
            device.wakeAt(held().nextNs());
        }
        return null;
    }

    private @Nullable Packet goesOn(Packet arrived, Packet copy, long nowNs) {
        dice().roll(arrived.length());
        if (isGone()) {
            return null;
        }
        spare = null;
        copy(arrived.memory(), arrived.offset(), arrived.length(), arrived.offload(), copy);
        if (dice().isDamaged()) {
            counters().increment(Counter.DAMAGED);
        }
        boolean isHeld = dice().isDelayed() && !held().isFull();
        if (isHeld) {
            delay(copy, nowNs);
        }
        if (dice().isDelayed()) {
            counters().increment(isHeld ? Counter.DELAYED : Counter.NO_ROOM);
        }
        if (dice().isRepeated()) {
            repeat(arrived, isHeld, nowNs);
        }
        return isHeld ? null : copy;
    }

    private void repeat(Packet arrived, boolean isHeld, long nowNs) {
        Packet second = held().isFull() ? null : copies().tryTake();
        if (second == null) {
            counters().increment(Counter.NO_ROOM);
            return;
        }
        counters().increment(Counter.REPEATED);
        copy(arrived.memory(), arrived.offset(), arrived.length(), arrived.offload(), second);
        if (isHeld) {
            delay(second, nowNs);
        } else {
            held().hold(second, nowNs, 0);
        }
    }
}
