package dev.spine.iop.kernel;

import dev.spine.i2o.MessageFrame;

/**
 * Where the replies for one initiator go, in order: the route, and the replies that wait because it had no frame.
 *
 * <p>Paths are separate so that an initiator that returns no frames holds up nobody else. Belongs to the IOP's agent.
 */
final class ReplyPath {
    /** Whether the TIDs of a reply are those of the request, or belong to another IOP's space. */
    enum Addressing {
        /** Target and initiator as in the request (I2O 1.5, reply addressing). */
        UNCHANGED,
        /** Target and initiator as the other IOP knows them. */
        TRANSLATED
    }

    private final MessageRoute route;
    private final Addressing addressing;
    private final RequestQueue waiting = new RequestQueue();
    private boolean closed;

    ReplyPath(MessageRoute route, Addressing addressing) {
        this.route = route;
        this.addressing = addressing;
    }

    MessageRoute route() {
        return route;
    }

    /** Whether the connection is gone: what is sent here goes nowhere. */
    boolean isClosed() {
        return closed;
    }

    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    void append(KernelRequest request) {
        waiting.append(request);
    }

    /** Posts the reply that was written into {@code open}, which {@link MessageRoute#open} returned. */
    void post(MessageFrame open) {
        if (addressing == Addressing.TRANSLATED) {
            open.setWord(1, open.function() << 24 | route.initiator() << 12 | route.target());
        }
        route.post();
    }

    /** Sends the reply that has waited longest; false when there is still no frame. */
    boolean sendFirst() {
        KernelRequest first = waiting.peek();
        if (first == null || !first.sendWaiting(this)) {
            return false;
        }
        waiting.take();
        return true;
    }

    /** Forgets the replies that wait and any open frame; their requests are dropped elsewhere. */
    void forget() {
        route.cancel();
        KernelRequest request = waiting.take();
        while (request != null) {
            request = waiting.take();
        }
    }

    /** Ends the requests whose replies wait, and gives back a frame that was taken; returns how many were ended. */
    int dropWaiting() {
        route.cancel();
        int dropped = 0;
        for (KernelRequest request = waiting.take(); request != null; request = waiting.take()) {
            request.finish();
            dropped++;
        }
        return dropped;
    }

    /** Closes the path of a connection that is gone; returns how many waiting replies were dropped. */
    int close() {
        closed = true;
        return dropWaiting();
    }
}
