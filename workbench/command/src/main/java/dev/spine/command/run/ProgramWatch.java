package dev.spine.command.run;

import com.google.common.collect.ImmutableMap;
import dev.spine.command.control.Caller;
import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.EventQueue;
import dev.spine.command.control.ProgramRequest;
import dev.spine.command.control.RequestException;
import dev.spine.extension.panic.host.library.DisplayedValue;
import dev.spine.extension.panic.host.library.ProgramListing;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import javax.inject.Inject;
import javax.inject.Singleton;
import org.jspecify.annotations.Nullable;

/**
 * Tells clients what programs display and how they change. A thread of its own reads displays 50 times a second, so that a program's values
 * are not overwritten before anybody asks, and keeps the last {@link #MAX_KEPT} of each card; while somebody wants to know, it asks each
 * card for its programs ten times a second, and at once after an order. A state that lasts for less may be missed. Any thread.
 */
@Singleton
final class ProgramWatch {
    /** Values of a card that are kept for clients who come later. */
    static final int MAX_KEPT = 1_024;
    private static final long DISPLAY_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int TURNS_OF_STATES = 5;

    /** A kind of events; its word stands in them. */
    private enum Kind {
        /** A value that a program displayed. */
        DISPLAY("display"),
        /** Values that nobody has read in time. */
        LOST(ControlProtocol.LOST_EVENT),
        /** A program is something else than before. */
        STATE("state");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    /** What one client wants to hear. */
    private record Wish(EventQueue events, @Nullable String on, boolean display, boolean states) {
        boolean isAbout(Watched card) {
            return on == null || on.equals(card.programs.on());
        }

        boolean wants(Kind kind) {
            return kind == Kind.STATE ? states : display;
        }
    }

    /** A card, as it was when it was last looked at; guarded by the lock. */
    private static final class Watched {
        final CardPrograms programs;
        final ArrayDeque<Map<String, ?>> kept = new ArrayDeque<>();
        /** By number; null for a card that has not been asked since somebody wanted to know. */
        @Nullable Map<Integer, Known> known;
        long lost;
        /** It did not answer, and is asked again when it carries out an order. */
        volatile boolean isSilent;

        Watched(CardPrograms programs) {
            this.programs = programs;
        }
    }

    /** What is told of a program when it changes. */
    private record Known(String name, String state, String fault, int line) {
        static Known of(ProgramListing program) {
            return new Known(program.name(), program.state().text(), ProgramView.fault(program), program.line());
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Watched> cards = new LinkedHashMap<>();
    private final Map<Caller, Wish> wishes = new LinkedHashMap<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("programs").unstarted(this::work);
    private boolean isWanted;
    private boolean isClosed;

    @Inject
    ProgramWatch() {}

    void enter(CardPrograms card) {
        lock.lock();
        try {
            cards.put(card.on(), new Watched(card));
            if (thread.getState() == Thread.State.NEW) {
                thread.start();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Its display is not read any more when this returns. */
    void leave(CardPrograms card) {
        lock.lock();
        try {
            Watched watched = cards.remove(card.on());
            if (watched != null && watched.known != null) {
                watched.known.forEach((number, known) -> publishState(watched, number, known, ProgramView.UNLOADED));
            }
        } finally {
            lock.unlock();
        }
    }

    /** A client wants to hear of programs from now on; first of what is kept, and of the programs that there are. */
    void watch(Caller caller, ProgramRequest.WatchPrograms request) {
        lock.lock();
        try {
            Wish wish = new Wish(caller.events(), request.on(), request.display(), request.states());
            wishes.put(caller, wish);
            for (Watched card : cards.values()) {
                if (wish.isAbout(card)) {
                    greet(wish, card);
                }
            }
            isWanted = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private static void greet(Wish wish, Watched card) {
        if (wish.display) {
            card.kept.forEach(value -> wish.events.offer(Kind.DISPLAY.word, value));
        }
        Map<Integer, Known> known = card.known;
        if (wish.states && known != null) {
            known.forEach((number, program) -> wish.events.offer(Kind.STATE.word, state(card, number, program, program.state)));
        }
    }

    /** A connection has ended. */
    void forget(Caller caller) {
        lock.lock();
        try {
            wishes.remove(caller);
        } finally {
            lock.unlock();
        }
    }

    /** A card has carried out an order: it is asked for its programs now. */
    void look(String on) {
        lock.lock();
        try {
            Watched card = cards.get(on);
            if (card != null) {
                card.isSilent = false;
            }
            isWanted = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread. */
    void close() {
        lock.lock();
        try {
            isClosed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // --- the thread

    private void work() {
        for (int count = 0; awaitTurn(); count++) {
            boolean asks;
            List<Watched> all;
            lock.lock();
            try {
                cards.values().forEach(this::readDisplay);
                boolean isTime = isWanted || count % TURNS_OF_STATES == 0;
                asks = isTime && wishes.values().stream().anyMatch(Wish::states);
                if (!asks && isTime) {
                    cards.values().forEach(card -> card.known = null);
                }
                isWanted = false;
                all = List.copyOf(cards.values());
            } finally {
                lock.unlock();
            }
            if (asks) {
                all.forEach(this::readStates);
            }
        }
    }

    /** {@return false when the thread has to end} */
    private boolean awaitTurn() {
        lock.lock();
        try {
            long leftNs = DISPLAY_NS;
            while (!isClosed && !isWanted && leftNs > 0) {
                leftNs = changed.awaitNanos(leftNs);
            }
            return !isClosed;
        } catch (InterruptedException e) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void readDisplay(Watched card) {
        List<DisplayedValue> values = card.programs.takeDisplayed();
        long lost = card.programs.lostValues();
        if (lost > card.lost) {
            publish(card, Kind.LOST, ImmutableMap.of("on", card.programs.on(), "count", lost - card.lost));
            card.lost = lost;
        }
        for (DisplayedValue value : values) {
            Map<String, ?> event = ImmutableMap.of("on", card.programs.on(), "program", value.program(), "value",
                Integer.toUnsignedLong(value.value()));
            if (card.kept.size() == MAX_KEPT) {
                card.kept.removeFirst();
            }
            card.kept.add(event);
            publish(card, Kind.DISPLAY, event);
        }
    }

    /** The card is asked without the lock: it may not answer for long. */
    private void readStates(Watched card) {
        if (card.isSilent) {
            return;
        }
        Map<Integer, Known> now = new HashMap<>();
        try {
            card.programs.list().forEach(program -> now.put(program.id(), Known.of(program)));
        } catch (RequestException e) {
            card.isSilent = true;
            return;
        }
        lock.lock();
        try {
            if (cards.get(card.programs.on()) != card) {
                return;
            }
            Map<Integer, Known> before = card.known == null ? Map.of() : card.known;
            card.known = now;
            before.forEach((number, known) -> {
                if (!now.containsKey(number)) {
                    publishState(card, number, known, ProgramView.UNLOADED);
                }
            });
            now.forEach((number, known) -> {
                if (!known.equals(before.get(number))) {
                    publishState(card, number, known, known.state);
                }
            });
        } finally {
            lock.unlock();
        }
    }

    private void publishState(Watched card, int number, Known known, String state) {
        publish(card, Kind.STATE, state(card, number, known, state));
    }

    private static Map<String, ?> state(Watched card, int number, Known known, String state) {
        return ImmutableMap.of("on", card.programs.on(), "program", number, "name", known.name, "state", state, "fault", known.fault,
            "line", known.line);
    }

    private void publish(Watched card, Kind kind, Map<String, ?> members) {
        for (Wish wish : wishes.values()) {
            if (wish.isAbout(card) && wish.wants(kind)) {
                wish.events.offer(kind.word, members);
            }
        }
    }
}
