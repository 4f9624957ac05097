package dev.spine.command.route;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Interfaces of Linux that the router uses: tells of each that somebody deletes, once. The command's thread, but for {@link #look}. */
final class InterfaceNews {
    private record Watched(String what, BooleanSupplier isGone) {}

    private final List<Watched> there = new ArrayList<>();
    private final List<Watched> lost = new ArrayList<>();

    /**
     * Adds an interface; before the first look.
     *
     * @param what completes "... is gone", for people
     * @param isGone asked on the host agent's thread
     */
    void add(String what, BooleanSupplier isGone) {
        there.add(new Watched(what, isGone));
    }

    /** Looks at all. On the host agent's thread, while the command's waits for that. */
    void look() {
        for (Watched one : there) {
            if (one.isGone.getAsBoolean()) {
                lost.add(one);
            }
        }
    }

    /** Tells what the looks since the last time have shown. */
    void notify(Consumer<String> text) {
        there.removeAll(lost);
        lost.forEach(one -> text.accept(one.what + " is gone: somebody has deleted it. Everything else goes on; start again to have it"
            + " back"));
        lost.clear();
    }
}
