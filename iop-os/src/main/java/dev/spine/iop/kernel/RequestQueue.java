package dev.spine.iop.kernel;

import org.jspecify.annotations.Nullable;

/** Requests in order of arrival, linked through themselves: bounded by the inbound frames, no allocation. Belongs to the IOP's agent. */
final class RequestQueue {
    private @Nullable Request head;
    private @Nullable Request tail;

    boolean isEmpty() {
        return head == null;
    }

    void append(Request request) {
        request.next = null;
        Request last = tail;
        if (last == null) {
            head = request;
        } else {
            last.next = request;
        }
        tail = request;
    }

    @Nullable Request peek() {
        return head;
    }

    @Nullable Request take() {
        Request first = head;
        if (first != null) {
            head = first.next;
            first.next = null;
            if (head == null) {
                tail = null;
            }
        }
        return first;
    }
}
