package dev.spine.host.testkit.message;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.layout.Field;

/** What a test says of one message; each method fails with the whole message in words, or
 * gives this. Begins with {@link #assertThatFrame}, to be imported statically. The thread that owns the frame. */
public final class FrameAssertion {
    private final MessageFrame frame;

    private FrameAssertion(MessageFrame frame) {
        this.frame = frame;
    }

    /**
     * Begins to say something of a message.
     *
     * @param frame a checked frame: a reply that a driver got, a request that a scripted IOP heard
     * @return what can be said
     */
    public static FrameAssertion assertThatFrame(MessageFrame frame) {
        return new FrameAssertion(frame);
    }

    private FrameAssertion check(boolean holds, String expected) {
        if (!holds) {
            throw new AssertionError("expected " + expected + ", but was:\n    " + FrameText.line(frame, DeviceClass.ANY));
        }
        return this;
    }

    /** It answers a request: a reply with the request's function, target, initiator and context. */
    public FrameAssertion isReplyTo(MessageFrame request) {
        return check(frame.isReply() && frame.function() == request.function() && frame.target() == request.target()
            && frame.initiator() == request.initiator() && frame.initiatorContext() == request.initiatorContext(),
            "a reply to " + FrameText.line(request, DeviceClass.ANY));
    }

    /** {@return this: it is a request, not a reply} */
    public FrameAssertion isRequest() {
        return check(!frame.isReply(), "a request");
    }

    /**
     * Its function.
     *
     * @param function 0 to 255
     */
    public FrameAssertion hasFunction(int function) {
        return check(frame.function() == function, "the function " + Function.name(function));
    }

    /** Its target, which a reply repeats. */
    public FrameAssertion isTo(int tid) {
        return check(frame.target() == tid, "TID " + FrameText.tid(tid));
    }

    /** {@return this: it is a final reply of success} */
    public FrameAssertion succeeded() {
        return hasStatus(RequestStatus.SUCCESS, DetailedStatus.SUCCESS).isLast();
    }

    /** {@return this: no reply follows} */
    public FrameAssertion isLast() {
        return check((frame.flags() & MessageFlags.LAST) != 0, "the last reply");
    }

    /**
     * The status of an ordinary reply.
     *
     * @param requestStatus a value of {@link RequestStatus}
     */
    public FrameAssertion hasStatus(int requestStatus) {
        return check(frame.isReply() && !frame.isFail() && frame.requestStatus() == requestStatus,
            "a reply with " + RequestStatus.name(requestStatus));
    }

    /**
     * The whole status of an ordinary reply.
     *
     * @param requestStatus a value of {@link RequestStatus}
     * @param detailedStatus a value of {@link DetailedStatus} or of the class
     */
    public FrameAssertion hasStatus(int requestStatus, int detailedStatus) {
        return hasStatus(requestStatus).check(frame.detailedStatus() == detailedStatus,
            "the detailed status " + DetailedStatus.name(detailedStatus));
    }

    /**
     * It says that the request was not delivered.
     *
     * @param failureCode a value of {@link FailureCode}
     */
    public FrameAssertion isTransportFailure(int failureCode) {
        return check(frame.isFail() && frame.requestStatus() == failureCode, "a transport failure " + FailureCode.name(failureCode));
    }

    /**
     * One of its fields.
     *
     * @param value the value that it must have
     */
    public FrameAssertion has(Field field, long value) {
        boolean there = field.endByte() <= frame.sizeBytes();
        return check(there && field.getLong(frame.memory(), frame.offset()) == value,
            field.name() + " " + FrameText.number(value) + (there ? "" : " (the frame ends before it)"));
    }

    /**
     * One of its words.
     *
     * @param index word index, 0 being the first of the header
     * @param value the value that it must have
     */
    public FrameAssertion hasWord(int index, int value) {
        return check(index < frame.sizeWords() && frame.word(index) == value, "word " + index + " 0x" + Integer.toHexString(value));
    }

    /**
     * Its size.
     *
     * @param words in words
     */
    public FrameAssertion hasWords(int words) {
        return check(frame.sizeWords() == words, words + " words");
    }
}
