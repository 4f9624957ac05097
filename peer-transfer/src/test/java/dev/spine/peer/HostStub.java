package dev.spine.peer;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.HostLink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The host's side of one IOP's link, for tests: posts requests and polls replies. Its deliveries count as the IOP's own. */
final class HostStub {
    private static final int FRAMES = 8;

    private final HostLink link;
    private final Delivery delivery;

    HostStub(TestIop iop) {
        this(iop.unit.hostLink(), iop.kernel.agent());
        giveFrames(Delivery.DIRECT);
    }

    HostStub(HostLink link, Delivery delivery) {
        this.link = link;
        this.delivery = delivery;
    }

    /** Gives reply frames to the IOP, those of before being forgotten. On the IOP's agent. */
    void giveFrames() {
        link.outbound().withdraw();
        giveFrames(delivery);
    }

    private void giveFrames(Delivery by) {
        int bytes = link.outbound().slotBytes();
        MemorySegment memory = Arena.ofAuto().allocate((long) FRAMES * bytes, 64);
        for (int i = 0; i < FRAMES; i++) {
            link.outbound().adopt(by, memory, (long) i * bytes, 0x100000 + i * bytes);
        }
    }

    /** Posts a request. On the IOP's agent. */
    void post(Request request, int target, int context) {
        Frame frame = Objects.requireNonNull(link.inbound().take());
        MessageFrame writer = new MessageFrame();
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        request.emit(writer, new Header(target, Tid.HOST, 1, context));
        link.inbound().post(delivery, frame);
    }

    /** Returns all replies unread. On the IOP's agent. */
    void drain() {
        for (Frame frame = link.outbound().poll(); frame != null; frame = link.outbound().poll()) {
            link.outbound().free(delivery, frame);
        }
    }

    /** The next reply, copied, or null. On the IOP's agent. */
    @Nullable MessageFrame poll() {
        Frame frame = link.outbound().poll();
        if (frame == null) {
            return null;
        }
        MessageFrame copy = new MessageFrame();
        copy.wrap(MemorySegment.ofArray(new byte[frame.slotBytes()]), 0, frame.slotBytes());
        copy.tryCopyFrom(frame.memory(), frame.offset(), frame.slotBytes());
        link.outbound().free(delivery, frame);
        return copy;
    }
}
