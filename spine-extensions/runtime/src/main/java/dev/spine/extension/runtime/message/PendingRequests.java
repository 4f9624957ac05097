package dev.spine.extension.runtime.message;

import dev.spine.iop.kernel.KernelRequest;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Requests of owners an image of whom is verified: what an owner asks for later comes after that, in order, and nobody else waits. Bounded
 * for each owner and for all; each holds the frame that it came in, and nothing of an image has been fetched for it. Belongs to the card's
 * agent.
 */
public final class PendingRequests {
    /** The most requests that wait. */
    static final int MAX = 32;
    /** The most requests of one owner that wait. */
    public static final int MAX_OF_OWNER = 8;

    private record Waiting(KernelRequest request, int owner) {}

    private final ArrayDeque<Waiting> requests = new ArrayDeque<>();

    /** {@return whether none waits} */
    public boolean isEmpty() {
        return requests.isEmpty();
    }

    /** {@return whether requests of an owner wait} */
    public boolean has(int owner) {
        return count(owner) > 0;
    }

    private int count(int owner) {
        int count = 0;
        for (Waiting waiting : requests) {
            count += waiting.owner == owner ? 1 : 0;
        }
        return count;
    }

    /** {@return whether the request waits from now on; false when as many wait as may} */
    public boolean add(KernelRequest request, int owner) {
        if (requests.size() == MAX || count(owner) == MAX_OF_OWNER) {
            return false;
        }
        requests.add(new Waiting(request, owner));
        return true;
    }

    /** {@return the first request of an owner who need not wait any more, which is the owner's oldest, or null} */
    public @Nullable KernelRequest next(IntPredicate mustWait) {
        for (Iterator<Waiting> each = requests.iterator(); each.hasNext(); ) {
            Waiting waiting = each.next();
            if (!mustWait.test(waiting.owner)) {
                each.remove();
                return waiting.request;
            }
        }
        return null;
    }

    /** {@return a request of an owner that a condition holds for, which waits no more, or null} */
    public @Nullable KernelRequest take(int owner, Predicate<KernelRequest> condition) {
        for (Iterator<Waiting> each = requests.iterator(); each.hasNext(); ) {
            Waiting waiting = each.next();
            if (waiting.owner == owner && condition.test(waiting.request)) {
                each.remove();
                return waiting.request;
            }
        }
        return null;
    }

    /** Forgets all requests. */
    public void clear() {
        requests.clear();
    }
}
