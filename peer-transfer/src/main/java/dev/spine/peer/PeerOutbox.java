package dev.spine.peer;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.base.Preconditions.checkState;

import dev.spine.i2o.FailureCode;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.message.EventData;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.MessageRoute;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The bounded state in which the messages of one module to one remote object wait for a frame, so that nobody else waits with them.
 *
 * <p>A message is written straight into a frame of the other IOP when there is one, and otherwise into a slot here. It leaves in order, as
 * frames return. One that has waited for longer than the profile allows is answered with transport failure 0x83 (congestion); when the
 * connection ends, all that wait are answered with 0x87 (routing failure). The answers have the form of the architecture: the message is
 * the preserved frame. The host hears of congestion, and of its end, by the event CONNECTION_FAIL. Nothing is allocated after construction.
 * <pre>{@code
 * MessageFrame frame = outbox.open();           // null: all slots are in use; try again after the next doWork
 * frame.header(words, 0, 0, function, outbox.initiator(), outbox.target());
 * ...
 * outbox.post();
 * }</pre>
 * Belongs to the IOP's agent; the module calls {@link #doWork} from its own.
 *
 * <p>Source: I2O 1.5 transport failures; the run-time rule of peer connections.
 */
public final class PeerOutbox {
    /** Told of a message that could not be sent. */
    @FunctionalInterface
    public interface FailureListener {
        /**
         * A message was not sent.
         *
         * @param failure the transport failure, with the message's initiator context; valid during the call
         * @param preserved the message as it was written, in which the transaction context is; valid during the call
         */
        void onFailure(MessageFrame failure, MessageFrame preserved);
    }

    private final AgentContext agent;
    private final DeviceContext device;
    private final PeerConnection connection;
    private final int remoteIopId;
    private final long timeoutNs;
    private final FailureListener listener;
    private final PeerHealth health;
    private final MessageFrame[] slots;
    private final long[] deadlines;
    private final MessageFrame failure = new MessageFrame();
    private int head;
    private int waiting;
    private @Nullable MessageFrame open;
    private boolean direct;

    /**
     * An outbox for one connection.
     *
     * @param device the module's place on its IOP
     * @param connection of the module, in whatever state
     * @param remoteIopId the IOP_ID at the other end, named in failures
     * @param timeoutNs how long a message may wait, at least 1
     * @param slots how many messages may wait, at least 1
     * @param slotBytes the largest message, a multiple of 4, at least 64
     * @param listener is told of messages that could not be sent
     */
    public PeerOutbox(DeviceContext device, PeerConnection connection, int remoteIopId, long timeoutNs, int slots, int slotBytes,
        FailureListener listener) {
        checkArgument(slots >= 1 && slotBytes >= 64 && (slotBytes & 3) == 0 && timeoutNs >= 1,
            "an outbox needs at least 1 slot of at least 64 bytes, a multiple of 4, and a time above 0, got %s of %s and %s", slots,
            slotBytes, timeoutNs);
        this.agent = device.agent();
        this.device = device;
        this.connection = connection;
        this.remoteIopId = remoteIopId;
        this.timeoutNs = timeoutNs;
        this.listener = listener;
        this.health = new PeerHealth(device);
        this.slots = new MessageFrame[slots];
        this.deadlines = new long[slots];
        MemorySegment memory = Arena.ofAuto().allocate((slots + 1L) * slotBytes, 64);
        for (int i = 0; i < slots; i++) {
            this.slots[i] = new MessageFrame();
            this.slots[i].wrap(memory, (long) i * slotBytes, slotBytes);
        }
        failure.wrap(memory, (long) slots * slotBytes, slotBytes);
    }

    /** {@return the TID to write as InitiatorAddress; what waits is translated when it leaves} */
    public int initiator() {
        MessageRoute route = connection.route();
        return route == null ? device.tid() : route.initiator();
    }

    /** {@return the TID to write as TargetAddress; what waits is translated when it leaves} */
    public int target() {
        MessageRoute route = connection.route();
        return route == null ? 0 : route.target();
    }

    /**
     * Takes a place for one message.
     *
     * @return a writer over a frame or a slot, or null when all slots are in use
     */
    public @Nullable MessageFrame open() {
        MessageRoute route = connection.route();
        MessageFrame frame = route == null || waiting > 0 ? null : route.open();
        direct = frame != null;
        if (frame == null && waiting < slots.length) {
            frame = slots[(head + waiting) % slots.length];
        }
        open = frame;
        return frame;
    }

    /** Sends the message that {@link #open} returned, or lets it wait. */
    public void post() {
        MessageRoute route = connection.route();
        checkState(open != null, "no message is open: open before post");
        open = null;
        agent.charge(Op.BUILD_FRAME);
        if (direct && route != null) {
            route.post();
            return;
        }
        device.counters().increment(Counter.NO_FRAME);
        deadlines[(head + waiting) % slots.length] = agent.nowNs() + timeoutNs;
        waiting++;
        arrange();
    }

    /**
     * Sends what waits, and answers what has waited too long.
     *
     * @param limit at least 1
     * @return how many messages left or were answered
     */
    public int doWork(int limit) {
        if (waiting == 0) {
            return 0;
        }
        int work = 0;
        while (waiting > 0 && work < limit && (sendFirst() || failFirst())) {
            head = (head + 1) % slots.length;
            waiting--;
            work++;
        }
        arrange();
        return work;
    }

    private boolean sendFirst() {
        MessageRoute route = connection.route();
        MessageFrame frame = route == null ? null : route.open();
        if (route == null || frame == null) {
            return false;
        }
        MessageFrame message = slots[head];
        if (!frame.copyFrom(message)) {
            route.cancel();
            fail(message, FailureCode.FRAME_TOO_LARGE);
            return true;
        }
        frame.setWord(1, message.function() << 24 | route.initiator() << 12 | route.target());
        route.post();
        health.report(EventData.ConnectionFail.RESPONDS, remoteIopId);
        return true;
    }

    private boolean failFirst() {
        PeerConnection.State state = connection.state();
        if (state == PeerConnection.State.LOST || state == PeerConnection.State.REFUSED) {
            fail(slots[head], FailureCode.ROUTING_FAILURE);
            return true;
        }
        if (agent.nowNs() >= deadlines[head]) {
            fail(slots[head], FailureCode.CONGESTION);
            health.report(EventData.ConnectionFail.NO_AVAILABLE_FRAMES, remoteIopId);
            return true;
        }
        return false;
    }

    private void fail(MessageFrame message, int code) {
        device.counters().increment(Counter.TRANSPORT_FAILURES);
        Replies.transportFailure(message, failure, code, remoteIopId, device.directory().hostUnitId(), head + 1);
        listener.onFailure(failure, message);
    }

    /** Asks for a step when the first message can leave, or has waited for too long. */
    private void arrange() {
        if (waiting > 0) {
            MessageRoute route = connection.route();
            if (route != null) {
                route.wakeMe();
            }
            agent.wakeAt(deadlines[head]);
        }
    }

    /** Forgets what waits: reset. */
    public void clear() {
        head = 0;
        waiting = 0;
        open = null;
    }
}
