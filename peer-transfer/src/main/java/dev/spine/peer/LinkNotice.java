package dev.spine.peer;

import dev.spine.i2o.unit.QueuePair;
import org.jspecify.annotations.Nullable;

/**
 * What one IOP says to another about the queue pairs between them, before there is a frame in which to say it: on a real bus, the mapping
 * of the other's frame window.
 *
 * <p>There is one note for each ordered pair of IOPs. It goes to the other's arrivals and comes home answered; whoever holds it may write
 * it. So arrivals are bounded, and an owner that has something new to say before the note is home says it afterwards.
 */
final class LinkNotice {
    /** What the sender wants. */
    enum Subject {
        /** A session begins: forget what was between us at my request, and give me a queue pair for my requests. */
        BEGIN,
        /** All that was between us has ended, in both directions. */
        END
    }

    private final PeerPort sender;
    private Subject subject = Subject.END;
    private @Nullable QueuePair queuePair;
    private String lack = "";

    LinkNotice(PeerPort sender) {
        this.sender = sender;
    }

    /** The IOP that owns the note, and to which it returns. */
    PeerPort sender() {
        return sender;
    }

    Subject subject() {
        return subject;
    }

    void subject(Subject what) {
        subject = what;
        queuePair = null;
    }

    /** In an answer to {@link Subject#BEGIN}: the queue pair for the sender's requests, or null when the other IOP has no room for one. */
    @Nullable QueuePair queuePair() {
        return queuePair;
    }

    /** Why there is none, completing the name of the other IOP; empty when there is one. */
    String lack() {
        return lack;
    }

    void answer(QueuePair given) {
        queuePair = given;
        lack = "";
    }

    void refuse(String why) {
        queuePair = null;
        lack = why;
    }
}
