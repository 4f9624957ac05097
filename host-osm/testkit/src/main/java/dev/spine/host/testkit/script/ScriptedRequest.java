package dev.spine.host.testkit.script;

import dev.spine.host.testkit.message.DriverBuffers;
import dev.spine.host.testkit.message.FrameText;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.message.Reply;
import dev.spine.i2o.unit.Frame;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/**
 * One request in the hands of a scripted IOP: its frame, a copy of its message, and what can be done with it. Belongs to the IOP's agent.
 */
public final class ScriptedRequest {
    private final ScriptedIop iop;
    private final Frame frame;
    private final MessageFrame message = new MessageFrame();
    private final int deviceClass;
    private final long arrivedNs;
    private boolean held = true;

    ScriptedRequest(ScriptedIop iop, Frame frame, int deviceClass, long arrivedNs) {
        this.iop = iop;
        this.frame = frame;
        this.deviceClass = deviceClass;
        this.arrivedNs = arrivedNs;
        int bytes = frame.slotBytes();
        MemorySegment copy = MemorySegment.ofArray(new byte[bytes]);
        MemorySegment.copy(frame.memory(), frame.offset(), copy, 0, bytes);
        message.wrap(copy, 0, bytes);
    }

    /** {@return a copy of the message as it arrived} */
    public MessageFrame message() {
        return message;
    }

    /** {@return the frame that it came in} */
    public Frame frame() {
        return frame;
    }

    /** {@return when it arrived, on the clock of the IOP's agent} */
    public long arrivedNs() {
        return arrivedNs;
    }

    /** {@return class of its target as the IOP's table says, or {@link dev.spine.i2o.DeviceClass#ANY}} */
    public int deviceClass() {
        return deviceClass;
    }

    /** {@return the host memory that it names} */
    public DriverBuffers buffers() {
        return DriverBuffers.of(iop.bus(), message, deviceClass);
    }

    /** {@return whether the IOP still holds the frame} */
    public boolean isHeld() {
        return held;
    }

    /** {@return the message in words} */
    public String describe() {
        return FrameText.line(message, deviceClass);
    }

    /**
     * Posts a reply of the catalogue.
     *
     * @param reply its values; target, initiator, function and contexts are the request's
     */
    public void reply(Reply reply) {
        post(writer -> reply.emit(message, writer));
    }

    /**
     * Posts a final reply with a status.
     *
     * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
     * @param detailedStatus a value of {@link dev.spine.i2o.DetailedStatus} or of the class
     * @param payload further words
     */
    public void reply(int requestStatus, int detailedStatus, int... payload) {
        post(writer -> {
            Replies.singleWithRoom(message, writer, requestStatus, detailedStatus, payload.length);
            for (int i = 0; i < payload.length; i++) {
                writer.setWord(Replies.SINGLE_WORDS + i, payload[i]);
            }
        });
    }

    /**
     * Posts a reply after which more follow.
     *
     * @param requestStatus a value of {@link dev.spine.i2o.RequestStatus}
     */
    public void progress(int requestStatus) {
        post(writer -> {
            Replies.begin(message, writer, Replies.SINGLE_WORDS, MessageFlags.REPLY, 0);
            writer.setWord(MessageFrame.STATUS_WORD, requestStatus << 24);
        });
    }

    /**
     * Posts whatever the caller writes: for replies that no honest IOP sends.
     *
     * @param write fills a frame of the host, all words of which are 0
     */
    public void post(Consumer<MessageFrame> write) {
        iop.post(write);
    }

    /**
     * Says that the request could not be delivered and preserves its frame, until the driver returns it by a no-operation.
     *
     * @param failureCode a value of {@link dev.spine.i2o.FailureCode}
     */
    public void failTransport(int failureCode) {
        if (held) {
            held = false;
            iop.preserve(frame);
        }
        failTransport(failureCode, frame.address());
    }

    /**
     * Says that the request could not be delivered, naming any frame as the preserved one.
     *
     * @param failureCode a value of {@link dev.spine.i2o.FailureCode}
     * @param preservedMfa what the reply names
     */
    public void failTransport(int failureCode, int preservedMfa) {
        post(writer -> Replies.transportFailure(message, writer, failureCode, iop.iopId(), 0, preservedMfa));
    }

    /** Returns the frame to the host's free list, unless that was done, or it is preserved. */
    public void free() {
        if (held) {
            held = false;
            iop.free(frame);
        }
    }

    /** Keeps the frame forever, as an IOP that has died in the middle; a reset returns it. */
    public void keepFrame() {
        if (held) {
            held = false;
            iop.keep(frame);
        }
    }

    @Override
    public String toString() {
        return describe();
    }
}
