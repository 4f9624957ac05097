package dev.spine.host.driver;

import dev.spine.i2o.FailureCode;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.i2o.unit.RegisterInterface;
import dev.spine.iop.PciFunction;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.pci.RegisterAccess;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** An IOP that does exactly what a test says: real queue pairs and frames, no kernel. */
final class ScriptedIop {
    static final int FRAME_BYTES = 128;
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    final QueuePair inbound;
    final QueuePair outbound;
    final PciFunction function;
    private final MemorySegment window = Arena.ofAuto().allocate(64 * 1024, 64);
    private @Nullable RegisterInterface registers;

    /** A request that the test has taken from the queue pair. */
    record Taken(Frame frame, MessageFrame message) {}

    ScriptedIop(int hostFrames) {
        MessagingUnit unit = new MessagingUnit("iop1", window, FRAME_BYTES, hostFrames);
        inbound = unit.hostLink().inbound();
        outbound = unit.hostLink().outbound();
        function = new PciFunction("iop1", new BusAgent(1, "iop1"), unit.hostLink(), 0x10_0000);
    }

    /** Serves a host that knows words only; the outbound queue is open, without reply frames. */
    RegisterAccess registers(HostMemory memory) {
        RegisterInterface hostInterface = new RegisterInterface(function.link(), memory::at, Delivery.DIRECT);
        registers = hostInterface;
        hostInterface.acceptInbound(true);
        hostInterface.openOutbound();
        return new RegisterAccess() {
            @Override
            public int read32(int offset) {
                return offset < MessagingUnit.FIRST_MFA ? hostInterface.read(offset) : window.get(WORD, offset);
            }

            @Override
            public void write32(int offset, int value) {
                if (offset < MessagingUnit.FIRST_MFA) {
                    hostInterface.write(offset, value);
                } else {
                    window.set(WORD, offset, value);
                }
            }
        };
    }

    /** What an IOP does with its queues when it is reset, but for booting. */
    void forgetQueues() {
        RegisterInterface hostInterface = registers;
        if (hostInterface == null) {
            outbound.forgetFree();
        } else {
            hostInterface.closeOutbound();
            hostInterface.reclaimInbound();
        }
    }

    /** What an IOP does when its outbound queue is initialised. */
    void initialiseOutbound() {
        RegisterInterface hostInterface = registers;
        if (hostInterface == null) {
            outbound.forgetFree();
        } else {
            hostInterface.openOutbound();
            hostInterface.reclaimInbound();
        }
    }

    Taken next() {
        Frame frame = inbound.poll();
        if (frame == null) {
            throw new AssertionError("the driver has posted nothing");
        }
        MessageFrame copy = new MessageFrame();
        copy.wrap(MemorySegment.ofArray(new byte[FRAME_BYTES]), 0, FRAME_BYTES);
        MemorySegment.copy(frame.memory(), frame.offset(), copy.memory(), 0, FRAME_BYTES);
        return new Taken(frame, copy);
    }

    boolean hasNothing() {
        Frame frame = inbound.poll();
        if (frame != null) {
            throw new AssertionError("posted although nothing was expected: " + frame);
        }
        return true;
    }

    void free(Taken request) {
        inbound.free(Delivery.DIRECT, request.frame());
    }

    /** A writer over a reply frame of the host; the test posts it. */
    Frame takeReply() {
        Frame frame = outbound.take();
        if (frame == null) {
            throw new AssertionError("the host has given no reply frame");
        }
        return frame;
    }

    static MessageFrame writer(Frame frame) {
        MessageFrame writer = new MessageFrame();
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        return writer;
    }

    void reply(MessageFrame request, int requestStatus) {
        Frame frame = takeReply();
        Replies.single(request, writer(frame), requestStatus, 0);
        outbound.post(Delivery.DIRECT, frame);
    }

    void partialReply(MessageFrame request) {
        Frame frame = takeReply();
        MessageFrame reply = writer(frame);
        Replies.begin(request, reply, 5, MessageFlags.REPLY, 0);
        reply.setWord(4, 0);
        outbound.post(Delivery.DIRECT, frame);
    }

    /** Answers and returns the frame. */
    void finish(Taken request, int requestStatus) {
        reply(request.message(), requestStatus);
        free(request);
    }

    /** Says that the request could not be delivered, and preserves its frame. */
    void refuseTransport(Taken request) {
        inbound.preserve(request.frame());
        failWith(request.message(), request.frame().address());
    }

    void failWith(MessageFrame request, int preservedMfa) {
        Frame frame = takeReply();
        Replies.transportFailure(request, writer(frame), FailureCode.INVALID_TARGET_ID, 2, 0, preservedMfa);
        outbound.post(Delivery.DIRECT, frame);
    }
}
