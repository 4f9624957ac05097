package dev.spine.device.wire.fault;

import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.fault.FaultCounters.Counter;
import dev.spine.i2o.unit.Delivery;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.packet.Offload;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The faults of what a device sends. The agent of that device. */
final class SentFaults extends FaultyDirection {
    /** Whether the dice were thrown for a frame that the wire could not take yet, and which comes again. */
    private boolean isThrown;

    SentFaults(Wire wire, WirePort port, WireFaults faults, long seed) {
        // One more than can be held: the frame in hand.
        super(wire, port, "sent", faults, seed, HeldFrames.MAX_HELD + 1);
    }

    /** As {@link WirePort#trySend(AgentContext, MemorySegment, long, int, long)}. */
    boolean trySend(AgentContext sender, MemorySegment memory, long offset, int length, long offload) {
        if (length < WirePort.MIN_PACKET_BYTES || length > copies().maxPacketBytes()) {
            return pass(sender, memory, offset, length, offload);
        }
        letOut(sender);
        if (!isThrown) {
            dice().roll(length);
            isThrown = true;
        }
        if (!isGone() && !goesOn(sender, memory, offset, length, offload)) {
            return false;
        }
        isThrown = false;
        held().overtaken();
        letOut(sender);
        return true;
    }

    private boolean goesOn(AgentContext sender, MemorySegment memory, long offset, int length, long offload) {
        if (!dice().isDamaged() && !dice().isRepeated() && !dice().isDelayed()) {
            return pass(sender, memory, offset, length, offload);
        }
        Packet copy = copies().tryTake();
        if (copy == null) {
            // Cannot be: of the copies one is never held.
            throw new IllegalStateException("'" + port().name() + "' has no copy left");
        }
        copy(memory, offset, length, offload, copy);
        boolean isHeld = dice().isDelayed() && !held().isFull();
        if (isHeld) {
            delay(copy, sender.nowNs());
        } else if (!pass(sender, copy)) {
            copy.release(Delivery.DIRECT);
            return false;
        }
        count(dice().isDamaged(), Counter.DAMAGED);
        count(dice().isDelayed(), isHeld ? Counter.DELAYED : Counter.NO_ROOM);
        if (dice().isRepeated()) {
            repeat(sender, isHeld ? null : copy, memory, offset, length, offload);
        } else if (!isHeld) {
            copy.release(Delivery.DIRECT);
        }
        return true;
    }

    private void count(boolean happened, Counter counter) {
        if (happened) {
            counters().increment(counter);
        }
    }

    /** Sends the frame again: behind the first, as soon as the wire takes it. */
    private void repeat(AgentContext sender, @Nullable Packet first, MemorySegment memory, long offset, int length, long offload) {
        if (held().isFull()) {
            counters().increment(Counter.NO_ROOM);
            if (first != null) {
                first.release(Delivery.DIRECT);
            }
            return;
        }
        counters().increment(Counter.REPEATED);
        if (first != null) {
            held().hold(first, sender.nowNs(), 0);
            return;
        }
        Packet second = copies().tryTake();
        if (second != null) {
            copy(memory, offset, length, offload, second);
            delay(second, sender.nowNs());
        }
    }

    /** Sends the held frames that are due as far as the wire takes them, and asks for a step when the next one is. */
    void letOut(AgentContext sender) {
        long nowNs = sender.nowNs();
        for (Packet due = held().due(nowNs); due != null; due = held().due(nowNs)) {
            if (!pass(sender, due)) {
                sender.wakeAt(port().sendableAtNs(sender));
                return;
            }
            held().takeDue(nowNs).release(Delivery.DIRECT);
        }
        if (held().count() > 0) {
            sender.wakeAt(held().nextNs());
        }
    }

    private boolean pass(AgentContext sender, Packet frame) {
        return pass(sender, frame.memory(), frame.offset(), frame.length(), frame.offload());
    }

    private boolean pass(AgentContext sender, MemorySegment memory, long offset, int length, long offload) {
        return offload == Offload.NONE ? port().trySend(sender, memory, offset, length)
            : port().trySend(sender, memory, offset, length, offload);
    }
}
