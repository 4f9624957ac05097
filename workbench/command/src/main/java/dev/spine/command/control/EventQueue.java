package dev.spine.command.control;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Events that have not left for one client, at most {@link ControlProtocol#MAX_EVENTS}: where a new one finds no room the oldest goes, and
 * the client is told how many went. Whoever offers never waits. Any thread.
 */
public final class EventQueue {
    private final ArrayDeque<Map<String, ?>> waiting = new ArrayDeque<>();
    private long lost;
    private boolean closed;

    EventQueue() {}

    /**
     * Has an event sent. Nothing happens when the client is gone.
     *
     * @param event what kind it is: the value of {@link ControlProtocol#EVENT_KEY}
     * @param members what it says
     */
    public synchronized void offer(String event, Map<String, ?> members) {
        if (closed) {
            return;
        }
        if (waiting.size() == ControlProtocol.MAX_EVENTS) {
            waiting.removeFirst();
            lost++;
        }
        waiting.add(line(event, members));
        notifyAll();
    }

    private static Map<String, Object> line(String event, Map<String, ?> members) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put(ControlProtocol.VERSION_KEY, ControlProtocol.VERSION);
        line.put(ControlProtocol.EVENT_KEY, event);
        line.putAll(members);
        return line;
    }

    /** {@return all that wait, oldest first; waits for one, and has none when the queue is closed} */
    synchronized List<Map<String, ?>> take() {
        try {
            while (waiting.isEmpty() && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
        if (closed) {
            return List.of();
        }
        List<Map<String, ?>> taken = new ArrayList<>();
        if (lost > 0) {
            taken.add(line(ControlProtocol.LOST_EVENT, Map.of("count", lost)));
            lost = 0;
        }
        taken.addAll(waiting);
        waiting.clear();
        return taken;
    }

    /** Nothing leaves any more. */
    synchronized void close() {
        closed = true;
        waiting.clear();
        notifyAll();
    }
}
