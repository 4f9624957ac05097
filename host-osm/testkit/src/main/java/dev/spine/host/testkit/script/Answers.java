package dev.spine.host.testkit.script;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.Reply;
import java.util.Arrays;
import java.util.function.Consumer;

/** The words for what a scripted IOP does with a request; to be imported statically. Thread: the owner of the frame. */
public final class Answers {
    private Answers() {
    }

    /**
     * {@return a final reply with success}
     *
     * @param payload words after the status, for example how many bytes were transferred
     */
    public static Answer success(int... payload) {
        return status(RequestStatus.SUCCESS, DetailedStatus.SUCCESS, payload);
    }

    /**
     * {@return a final reply with any status}
     *
     * @param requestStatus a value of {@link RequestStatus}
     * @param detailedStatus a value of {@link DetailedStatus} or of the class
     * @param payload words after the status
     */
    public static Answer status(int requestStatus, int detailedStatus, int... payload) {
        int[] words = payload.clone();
        return Answer.of("status " + RequestStatus.name(requestStatus) + " " + Arrays.toString(words),
            request -> request.reply(requestStatus, detailedStatus, words));
    }

    /**
     * {@return a final reply that refuses: an error without data transfer}
     *
     * @param detailedStatus why, a value of {@link DetailedStatus}
     */
    public static Answer refusal(int detailedStatus) {
        return status(RequestStatus.ERROR_NO_DATA_TRANSFER, detailedStatus);
    }

    /**
     * {@return a transaction error: the target refuses the message as such}
     *
     * @param detailedStatus why, a value of {@link DetailedStatus}
     * @param errorByteOffset the field to blame
     */
    public static Answer transactionError(int detailedStatus, int errorByteOffset) {
        return Answer.of("transaction error " + DetailedStatus.name(detailedStatus), request -> request.post(
            reply -> Replies.transactionError(request.message(), reply, detailedStatus, errorByteOffset)));
    }

    /** {@return a reply of the catalogue} */
    public static Answer reply(Reply values) {
        return Answer.of(values.toString(), request -> request.reply(values));
    }

    /**
     * {@return bytes for the driver: they are written into the buffers that the request names; say {@link Answer#then then} what follows}
     *
     * @param bytes as many as the device has
     */
    public static Answer data(byte... bytes) {
        byte[] copy = bytes.clone();
        return Answer.of(copy.length + " bytes of data", request -> request.buffers().write(copy));
    }

    /**
     * {@return a transport failure: the request was not delivered, its frame is preserved until the driver returns it}
     *
     * @param failureCode why, a value of {@link FailureCode}
     */
    public static Answer transportFailure(int failureCode) {
        return Answer.of("transport failure " + FailureCode.name(failureCode), request -> request.failTransport(failureCode));
    }

    /**
     * {@return a transport failure that names a frame that nobody preserves; the frame itself goes back}
     *
     * @param failureCode why, a value of {@link FailureCode}
     * @param mfa the frame that it names
     */
    public static Answer transportFailureNaming(int failureCode, int mfa) {
        return Answer.of("transport failure that preserves 0x" + Integer.toHexString(mfa),
            request -> request.failTransport(failureCode, mfa));
    }

    /** {@return a reply after which more follow} */
    public static Answer progress() {
        return Answer.of("progress", request -> request.progress(RequestStatus.PROGRESS_REPORT));
    }

    /** {@return nothing: no reply, and the frame stays away, as with an IOP that has died} */
    public static Answer silence() {
        return Answer.of("silence", ScriptedRequest::keepFrame);
    }

    /** {@return no reply, but the frame goes back: a reply that was lost} */
    public static Answer noReply() {
        return Answer.of("no reply", ScriptedRequest::free);
    }

    /**
     * {@return a success for another request: one that was never made, or is over}
     *
     * @param initiatorContext the context that it names
     */
    public static Answer successFor(int initiatorContext) {
        return Answer.of("success for context 0x" + Integer.toHexString(initiatorContext), request -> request.post(reply -> {
            Replies.single(request.message(), reply, RequestStatus.SUCCESS, DetailedStatus.SUCCESS);
            reply.contexts(initiatorContext, request.message().transactionContext());
        }));
    }

    /** {@return a frame whose size is impossible: what a defective IOP may post} */
    public static Answer malformedReply() {
        return Answer.of("a malformed reply", request -> request.post(reply -> {
            Replies.single(request.message(), reply, RequestStatus.SUCCESS, DetailedStatus.SUCCESS);
            reply.resize(MessageFrame.MAX_WORDS);
        }));
    }

    /**
     * {@return whatever the test writes}
     *
     * @param words what it is, for messages
     * @param write fills a frame of the host, whose words are 0
     */
    public static Answer frame(String words, Consumer<MessageFrame> write) {
        return Answer.of(words, request -> request.post(write));
    }
}
