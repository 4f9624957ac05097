package dev.spine.iop.kernel;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Requests in order of arrival, linked through themselves: bounded by the inbound frames, no allocation. Belongs to the IOP's agent. */
final class RequestQueue {
    private @Nullable KernelRequest head;
    private @Nullable KernelRequest tail;

    boolean isEmpty() {
        return head == null;
    }

    void append(KernelRequest request) {
        request.next = null;
        KernelRequest last = tail;
        if (last == null) {
            head = request;
        } else {
            last.next = request;
        }
        tail = request;
    }

    @Nullable KernelRequest peek() {
        return head;
    }

    /** Takes out the requests that fit, in order, and leaves the others in theirs. */
    RequestQueue takeIf(Predicate<KernelRequest> fits) {
        RequestQueue taken = new RequestQueue();
        RequestQueue left = new RequestQueue();
        for (KernelRequest request = take(); request != null; request = take()) {
            (fits.test(request) ? taken : left).append(request);
        }
        head = left.head;
        tail = left.tail;
        return taken;
    }

    @Nullable KernelRequest take() {
        KernelRequest first = head;
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
