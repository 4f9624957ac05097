package dev.spine.device.disk;

import dev.spine.iop.kernel.KernelRequest;
import org.jspecify.annotations.Nullable;

/**
 * Requests that wait for a job, in order of arrival. Their number is bounded by the frames that the IOP has given out; once it has grown to
 * that it allocates nothing. Belongs to the IOP's agent.
 */
final class WaitingRequests {
    private @Nullable KernelRequest[] requests = new @Nullable KernelRequest[64];
    private DiskFrontEnd[] frontEnds = new DiskFrontEnd[64];
    private int first;
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    void add(DiskFrontEnd frontEnd, KernelRequest request) {
        if (count == requests.length) {
            grow();
        }
        int at = first + count & requests.length - 1;
        requests[at] = request;
        frontEnds[at] = frontEnd;
        count++;
    }

    private void grow() {
        int size = requests.length;
        @Nullable KernelRequest[] more = new @Nullable KernelRequest[size * 2];
        DiskFrontEnd[] moreFrontEnds = new DiskFrontEnd[size * 2];
        for (int i = 0; i < count; i++) {
            more[i] = requests[first + i & size - 1];
            moreFrontEnds[i] = frontEnds[first + i & size - 1];
        }
        requests = more;
        frontEnds = moreFrontEnds;
        first = 0;
    }

    /** The front end of the request that waits longest. */
    DiskFrontEnd frontEnd() {
        return frontEnds[first];
    }

    /** Takes the request that waits longest; there is one. */
    KernelRequest take() {
        KernelRequest request = get(0);
        requests[first] = null;
        first = first + 1 & requests.length - 1;
        count--;
        return request;
    }

    /** The request at a place, 0 for the one that waits longest. */
    KernelRequest get(int index) {
        KernelRequest request = requests[first + index & requests.length - 1];
        if (index >= count || request == null) {
            throw new IllegalStateException("no request waits at place " + index);
        }
        return request;
    }

    DiskFrontEnd frontEndOf(int index) {
        return frontEnds[first + index & requests.length - 1];
    }

    /** Takes a request out of the row. */
    void remove(int index) {
        int size = requests.length;
        for (int i = index; i < count - 1; i++) {
            requests[first + i & size - 1] = requests[first + i + 1 & size - 1];
            frontEnds[first + i & size - 1] = frontEnds[first + i + 1 & size - 1];
        }
        count--;
        requests[first + count & size - 1] = null;
    }
}
