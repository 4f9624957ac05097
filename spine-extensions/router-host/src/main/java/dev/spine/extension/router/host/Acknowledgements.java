package dev.spine.extension.router.host;

import dev.spine.host.driver.HostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Who waits until changes are in force on all cards, and nothing that was decided before can still leave: first the commands are, then a
 * fence of each card is answered. One fence is in flight at a time; who asks meanwhile waits for the next one. {@link #ask} is for any
 * thread, the rest is the host's agent's.
 */
final class Acknowledgements {
    /** Somebody who wants to know when so much is in force. */
    private record Waiting(CompletableFuture<Void> future, Map<CardFeed, Long> goals) {
        private boolean isInForce() {
            return goals.entrySet().stream().allMatch(goal -> goal.getKey().commands().hasInForce(goal.getValue()));
        }
    }

    /** Whose commands are not in force yet; entered under its own lock. */
    private final ArrayDeque<Waiting> asked = new ArrayDeque<>();
    /** Whose fence is in flight, or begins when that is answered. */
    private final ArrayDeque<Waiting> fenced = new ArrayDeque<>();
    private boolean fencing;
    private int fence;

    /** Enters somebody who waits for all commands that were entered so far for these cards. */
    void ask(CompletableFuture<Void> future, List<CardFeed> feeds) {
        Map<CardFeed, Long> goals = new HashMap<>();
        feeds.forEach(feed -> goals.put(feed, feed.commands().entered()));
        synchronized (asked) {
            asked.add(new Waiting(future, goals));
        }
    }

    /** {@return how much was done: tells those who need wait no longer, and begins the next fence} */
    int progress(List<CardFeed> feeds) {
        int work = 0;
        if (fencing && feeds.stream().allMatch(CardFeed::isFenced)) {
            fencing = false;
            work++;
            while (!fenced.isEmpty()) {
                fenced.removeFirst().future.complete(null);
            }
        }
        if (!fencing) {
            takeInForce();
            if (!fenced.isEmpty()) {
                fencing = true;
                fence++;
                feeds.forEach(feed -> feed.beginFence(fence));
                work++;
            }
        }
        return work;
    }

    private void takeInForce() {
        synchronized (asked) {
            while (!asked.isEmpty() && asked.getFirst().isInForce()) {
                fenced.add(asked.removeFirst());
            }
        }
    }

    /** Tells all who wait that it will not come. */
    void fail(HostException why) {
        List<Waiting> left = new ArrayList<>(fenced);
        fenced.clear();
        synchronized (asked) {
            left.addAll(asked);
            asked.clear();
        }
        left.forEach(waiting -> waiting.future.completeExceptionally(why));
    }
}
