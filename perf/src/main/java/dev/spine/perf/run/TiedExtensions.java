package dev.spine.perf.run;

import dev.spine.perf.control.Caller;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which extensions end with which connection. Any thread. */
final class TiedExtensions {
    /**
     * An extension and where it is.
     *
     * @param runtime where
     * @param extension its number
     */
    record Place(CardRuntime runtime, int extension) {}

    private final Map<Caller, List<Place>> tied = new HashMap<>();

    synchronized void tie(Caller caller, CardRuntime runtime, int extension) {
        tied.computeIfAbsent(caller, _ -> new ArrayList<>()).add(new Place(runtime, extension));
    }

    /** An extension has left: its number may be somebody else's now. */
    synchronized void forget(CardRuntime runtime, int extension) {
        tied.values().forEach(places -> places.remove(new Place(runtime, extension)));
    }

    /** {@return what has to end with a connection that has ended; asked for once} */
    synchronized List<Place> take(Caller caller) {
        List<Place> places = tied.remove(caller);
        return places == null ? List.of() : places;
    }
}
