package dev.spine.command.route;

import dev.spine.extension.router.host.RouterListener;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Consumer;

/**
 * What happened to the routers on cards: heard on the host's agent, which must not wait for a terminal, and told by who asks. What nobody
 * has asked for in time is in JFR alone.
 */
final class CardNews implements RouterListener {
    private static final int MAX_LINES = 64;

    private final ArrayBlockingQueue<String> lines = new ArrayBlockingQueue<>(MAX_LINES);
    /** The host's agent's: cards that have stopped and do not run again yet; the first start of each is no news. */
    private final Set<String> stopped = new HashSet<>();

    @Override
    public void onStopped(String card, String why) {
        stopped.add(card);
        RouteEvents.CardFailure event = new RouteEvents.CardFailure();
        event.port = card;
        event.message = why;
        event.commit();
        lines.offer("the router of " + card + " has stopped, and packets for it are dropped until it runs again: " + why);
    }

    @Override
    public void onRunning(String card) {
        if (stopped.remove(card)) {
            lines.offer("the router of " + card + " runs again");
        }
    }

    /** Tells what has happened since it was asked last; any thread. */
    void notify(Consumer<String> text) {
        for (String line = lines.poll(); line != null; line = lines.poll()) {
            text.accept(line);
        }
    }
}
